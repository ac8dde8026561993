// SPDX-License-Identifier: MIT
// One document, five shapes. Each is made of the same tables, so none can say what another does
// not.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "reports/sections/document.hpp"

namespace hone {

/// A shape of a report, and the ending of files that have it.
struct Shape {
    std::string_view name, ending;
    std::string (*render)(const Document& document);
};

/// html, markdown, csv, json, text.
std::span<const Shape> shapes();

/// One page that needs nothing else: no network, and no scripts for its tables.
std::string as_page(const Document& document);

}  // namespace hone
