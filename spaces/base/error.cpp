// SPDX-License-Identifier: MIT
// Mistakes in the format of compilers, so that editors find the location: file:line:column: reason.
#include "spaces/base/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hone {

Location location_at(const Location& start, std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    Location location = start;
    location.column =
        static_cast<int>(before.size() - line_start) + (line_start == 0 ? start.column : 1);
    if (start.line > 0) location.line += static_cast<int>(std::ranges::count(before, '\n'));
    return location;
}

std::string Mistake::text() const {
    std::string where = location.file;
    if (location.line > 0) where += fmt::format(":{}:{}", location.line, location.column);
    if (where.starts_with(':')) where = "line " + where.substr(1);
    return where.empty() ? reason : where + ": " + reason;
}

void throw_if_any(const Mistakes& mistakes) {
    if (mistakes.empty()) return;
    std::string lines;
    for (const Mistake& mistake : mistakes) {
        if (!lines.empty()) lines += '\n';
        lines += mistake.text();
    }
    throw Error(Exit::usage, lines);
}

}  // namespace hone
