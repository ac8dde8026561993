// SPDX-License-Identifier: MIT
// Lines of OpenCL C that include a file.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "spaces/base/c_words.hpp"

namespace hone {

/// The rest of the line after "#" and the word, also with blanks around "#"; nullopt if the line is
/// not this directive.
inline std::optional<std::string_view> behind_directive(std::string_view line,
                                                        std::string_view word) {
    const auto skip = [&] {
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    };
    skip();
    if (!line.starts_with('#')) return std::nullopt;
    line.remove_prefix(1);
    skip();
    if (!line.starts_with(word)) return std::nullopt;
    line.remove_prefix(word.size());
    skip();
    return line;
}

struct Include {
    std::string name;
    bool is_quoted;
};

/// The file that a line includes as "FILE" or <FILE>; nullopt for any other line.
inline std::optional<Include> include_of(std::string_view line) {
    const auto rest = behind_directive(line, "include");
    if (!rest || rest->empty()) return std::nullopt;
    const bool is_quoted = rest->front() == '"';
    if (!is_quoted && rest->front() != '<') return std::nullopt;
    const std::size_t end = rest->find(is_quoted ? '"' : '>', 1);
    if (end == rest->npos) return std::nullopt;
    return Include{std::string(rest->substr(1, end - 1)), is_quoted};
}

/// Tracks which lines begin inside of a comment.
class CommentTracker {
  public:
    bool is_inside() const { return inside_; }
    void pass(std::string_view line);

  private:
    bool inside_ = false;
};

inline void CommentTracker::pass(std::string_view line) {
    for (std::size_t at = 0; at < line.size();) {
        const std::string_view rest = line.substr(at);
        if (inside_) {
            const std::size_t end = rest.find("*/");
            if (end == rest.npos) return;
            inside_ = false;
            at += end + 2;
        } else if (rest.starts_with("//")) {
            return;
        } else if (rest.starts_with("/*")) {
            inside_ = true;
            at += 2;
        } else {
            at = rest.front() == '"' ? end_of_quoted(line, at) : at + 1;
        }
    }
}

}  // namespace hone
