// SPDX-License-Identifier: MIT
// Words for shells.
#pragma once

#include <string>
#include <string_view>

namespace hone::cli {

/// In single quotes, as shells read them: a quote inside ends them, is escaped, and starts anew.
inline std::string in_quotes(std::string_view text) {
    std::string inside;
    for (const char letter : text) inside += letter == '\'' ? "'\\''" : std::string(1, letter);
    return "'" + inside + "'";
}

}  // namespace hone::cli
