// SPDX-License-Identifier: MIT
// Quoting for shells.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// The text in single quotes; a quote inside ends them, is escaped, and starts them again.
inline std::string shell_quoted(std::string_view text) {
    std::string inside;
    for (const char letter : text) inside += letter == '\'' ? "'\\''" : std::string(1, letter);
    return "'" + inside + "'";
}

}  // namespace hone
