// SPDX-License-Identifier: MIT
// Conditions are not evaluated: includes inside of #if are replaced, too.
#include "tuner/trace/included_text.hpp"

#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "spaces/base/include_lines.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 32;
constexpr int most_files = 1000;
constexpr std::size_t longest_text = std::size_t{16} << 20U;

/// The text exceeds a limit and cannot be joined.
class TooMuch : public std::runtime_error {
  public:
    TooMuch() : std::runtime_error("too many included files") {}
};

std::optional<std::string> content_of(const fs::path& file) {
    std::error_code error;
    const bool is_file = fs::is_regular_file(file, error);
    if (!is_file || fs::file_size(file, error) > longest_text || error) return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream content;
    content << stream.rdbuf();
    return stream ? std::optional(content.str()) : std::nullopt;
}

class JoinedText {
  public:
    explicit JoinedText(const std::vector<fs::path>& folders) : folders_(folders) {}

    void add(const std::string& content, const fs::path& file, int depth) {
        if (depth > deepest) throw TooMuch();
        CommentTracker comments;
        std::istringstream lines(content);
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            if (comments.is_inside() || !add_included(line, file, number, depth)) add_line(line);
            comments.pass(line);
        }
    }

    bool has_files() const { return files_ > 0; }
    std::string take() { return std::move(text_); }

  private:
    void add_line(std::string_view line) {
        text_.append(line).append(1, '\n');
        if (text_.size() > longest_text) throw TooMuch();
    }

    // Adds the file that the line includes; returns false if it includes none or the file is not
    // found.
    bool add_included(std::string_view line, const fs::path& by, int number, int depth) {
        const auto include = include_of(line);
        const auto file = include ? find(*include, by) : std::nullopt;
        const auto content = file ? content_of(*file) : std::nullopt;
        if (!content) return false;
        if (++files_ > most_files) throw TooMuch();
        const bool is_again = !once_.empty() && once_.contains(fs::weakly_canonical(*file));
        if (!is_again) add_file(*content, *file, depth);
        add_line("#line " + std::to_string(number + 1));
        return true;
    }

    void add_file(const std::string& content, const fs::path& file, int depth) {
        if (says_once(content)) once_.insert(fs::weakly_canonical(file));
        add_line("#line 1");
        add(content, file, depth + 1);
    }

    static bool says_once(const std::string& content) {
        std::istringstream lines(content);
        for (std::string line; std::getline(lines, line);)
            if (const auto rest = behind_directive(line, "pragma");
                rest && rest->starts_with("once"))
                return true;
        return false;
    }

    std::optional<fs::path> find(const Include& include, const fs::path& by) const {
        std::error_code none;
        const auto at = [&](const fs::path& folder) { return folder / include.name; };
        if (include.is_quoted && !by.empty() && fs::is_regular_file(at(by.parent_path()), none))
            return at(by.parent_path());
        for (const fs::path& folder : folders_)
            if (fs::is_regular_file(at(folder), none)) return at(folder);
        return std::nullopt;
    }

    const std::vector<fs::path>& folders_;
    std::string text_;
    std::set<fs::path> once_;  // files with #pragma once
    int files_ = 0;
};

}  // namespace

std::string with_included_files(const std::string& text, const std::vector<fs::path>& folders) try {
    if (text.find("include") == text.npos) return text;
    JoinedText joined(folders);
    joined.add(text, {}, 0);
    return joined.has_files() ? joined.take() : text;
} catch (const TooMuch&) {
    return text;
}

}  // namespace hone
