// SPDX-License-Identifier: MIT
// Replaces the lines of a text that include a file by that file. A subclass decides which files are
// found, and what happens to a text that is too large.
#pragma once

#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "spaces/base/include_lines.hpp"

namespace hone {

/// A file that takes the place of a line.
struct IncludedFile {
    std::filesystem::path path;
    std::string text;
    bool is_omitted = false;  // only the line goes
};

/// Conditions are not evaluated: includes inside of #if are replaced, too.
class IncludeExpander {
  public:
    IncludeExpander(const IncludeExpander&) = delete;
    IncludeExpander& operator=(const IncludeExpander&) = delete;
    virtual ~IncludeExpander() = default;

    /// The text with its files, and theirs. Includes in comments stay. `path` is the text's own
    /// file, if it has one.
    std::string expand(const std::string& text, const std::filesystem::path& path) {
        expanded_.clear();
        add_text(text, path, 0);
        return std::move(expanded_);
    }
    /// Whether any line was replaced.
    bool has_files() const { return files_ > 0; }

    static constexpr int most_files = 1000;
    static constexpr std::size_t longest_text = std::size_t{16} << 20U;

  protected:
    enum class Excess { depth, files, length };

    /// Files may include others as deep as this.
    explicit IncludeExpander(int deepest) : deepest_(deepest) {}

  private:
    /// The file that a line of the file `by` includes; nullopt if the line stays.
    virtual std::optional<IncludedFile> find(const Include& include,
                                             const std::filesystem::path& by) = 0;
    /// The directive before this line of the file.
    virtual std::string line_directive(int line, const std::filesystem::path& path) const = 0;
    /// Throws. `path` is the file that would be too deep.
    [[noreturn]] virtual void refuse(Excess excess, const std::filesystem::path& path) const = 0;

    void add_text(const std::string& text, const std::filesystem::path& path, int depth) {
        if (depth > deepest_) refuse(Excess::depth, path);
        CommentTracker comments;
        std::istringstream lines(text);
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            const auto include = comments.is_inside() ? std::nullopt : include_of(line);
            const auto file = include ? find(*include, path) : std::nullopt;
            comments.pass(line);
            if (file) {
                add_file(*file, depth);
                line = line_directive(number + 1, path);
            }
            add_line(line);
        }
    }

    void add_file(const IncludedFile& file, int depth) {
        if (++files_ > most_files) refuse(Excess::files, file.path);
        if (file.is_omitted) return;
        add_line(line_directive(1, file.path));
        add_text(file.text, file.path, depth + 1);
    }

    void add_line(std::string_view line) {
        expanded_.append(line).append(1, '\n');
        if (expanded_.size() > longest_text) refuse(Excess::length, {});
    }

    int deepest_;
    int files_ = 0;
    std::string expanded_;
};

}  // namespace hone
