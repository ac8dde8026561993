// SPDX-License-Identifier: MIT
// Mistakes in the words of a compiler, so that editors find the place: file:line:column: reason.
#include "spaces/error.hpp"

#include <fmt/format.h>

namespace hone {

std::string Mistake::text() const {
    std::string where = place.file;
    if (place.line > 0) where += fmt::format(":{}:{}", place.line, place.column);
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
