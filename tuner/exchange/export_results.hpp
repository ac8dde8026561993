// SPDX-License-Identifier: MIT
// Exports the database: T4, JSON with everything, CSV for a spreadsheet.
#pragma once

#include <array>
#include <iosfwd>
#include <string_view>

#include "db/store/store.hpp"
#include "spaces/base/output_file.hpp"

namespace hone {

enum class Format { t4, json, csv };
constexpr auto words_of(Format /*any*/) {
    return std::array<std::string_view, 3>{"t4", "json", "csv"};
}

/// How to recognize an earlier file of the format, which may be overwritten.
OutputFormat output_format(Format format);

/// Writes all runs, or only the one of this id, in the format.
void export_results(Store& store, Format format, std::ostream& out, std::string_view run = {});

}  // namespace hone
