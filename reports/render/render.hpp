// SPDX-License-Identifier: MIT
// The formats of a report. All are made from the same tables, so they have the same content.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/sections/document.hpp"
#include "spaces/base/output_file.hpp"

namespace hone {

/// A format and its file extension. Rendered text contains no terminal control characters.
struct ReportFormat {
    std::string_view name, ending;
    std::string (*render)(const Document& document);
};

/// html, markdown, csv, json, text.
std::span<const ReportFormat> report_formats();

/// The mark of an earlier file of this report; for CSV the columns of its table.
OutputFormat output_format(const ReportFormat& format, std::string_view content);

/// Each table of a document as CSV, with its name.
struct NamedTable {
    std::string name, csv;
};
std::vector<NamedTable> csv_tables(const Document& document);

/// One self-contained HTML page: it needs no network, and its tables need no scripts.
std::string as_page(const Document& document);

}  // namespace hone
