// SPDX-License-Identifier: MIT
// Files are found as a compiler finds them.
#include "tuner/trace/included_text.hpp"

#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "spaces/base/include_expander.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 32;

/// The text exceeds a limit and cannot be joined.
class TooMuch : public std::runtime_error {
  public:
    TooMuch() : std::runtime_error("too many included files") {}
};

std::optional<std::string> content_of(const fs::path& file) {
    std::error_code error;
    const bool is_file = fs::is_regular_file(file, error);
    if (!is_file || fs::file_size(file, error) > IncludeExpander::longest_text || error)
        return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream content;
    content << stream.rdbuf();
    return stream ? std::optional(content.str()) : std::nullopt;
}

class SearchedIncludes final : public IncludeExpander {
  public:
    explicit SearchedIncludes(const std::vector<fs::path>& folders)
        : IncludeExpander(deepest), folders_(folders) {}

  private:
    std::optional<IncludedFile> find(const Include& include, const fs::path& by) override {
        const auto file = path_of(include, by);
        auto content = file ? content_of(*file) : std::nullopt;
        if (!content) return std::nullopt;
        const bool is_again = !once_.empty() && once_.contains(fs::weakly_canonical(*file));
        if (!is_again && says_once(*content)) once_.insert(fs::weakly_canonical(*file));
        return IncludedFile{*file, std::move(*content), is_again};
    }

    std::string line_directive(int line, const fs::path& /*path*/) const override {
        return "#line " + std::to_string(line);
    }

    [[noreturn]] void refuse(Excess /*excess*/, const fs::path& /*path*/) const override {
        throw TooMuch();
    }

    static bool says_once(const std::string& content) {
        std::istringstream lines(content);
        for (std::string line; std::getline(lines, line);)
            if (const auto rest = behind_directive(line, "pragma");
                rest && rest->starts_with("once"))
                return true;
        return false;
    }

    std::optional<fs::path> path_of(const Include& include, const fs::path& by) const {
        std::error_code none;
        const auto at = [&](const fs::path& folder) { return folder / include.name; };
        if (include.is_quoted && !by.empty() && fs::is_regular_file(at(by.parent_path()), none))
            return at(by.parent_path());
        for (const fs::path& folder : folders_)
            if (fs::is_regular_file(at(folder), none)) return at(folder);
        return std::nullopt;
    }

    const std::vector<fs::path>& folders_;
    std::set<fs::path> once_;  // files with #pragma once
};

}  // namespace

std::string with_included_files(const std::string& text, const std::vector<fs::path>& folders) try {
    if (text.find("include") == text.npos) return text;
    SearchedIncludes includes(folders);
    std::string expanded = includes.expand(text, {});
    return includes.has_files() ? expanded : text;
} catch (const TooMuch&) {
    return text;
}

}  // namespace hone
