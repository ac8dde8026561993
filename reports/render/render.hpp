// SPDX-License-Identifier: MIT
// The formats of a report. All are made of the same tables, so none can say what another does not.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reports/sections/document.hpp"
#include "spaces/base/output_file.hpp"

namespace hone {

/// A format and its file extension. What is rendered has nothing that controls a terminal.
struct ReportFormat {
    std::string_view name, ending;
    std::string (*render)(const Document& document);
};

/// html, markdown, csv, json, text.
std::span<const ReportFormat> report_formats();

/// How an earlier file of this report is known; of CSV by the columns of its table.
OutputFormat output_format(const ReportFormat& format, std::string_view content);

/// Each table of a document as CSV, with its name.
struct NamedTable {
    std::string name, csv;
};
std::vector<NamedTable> csv_tables(const Document& document);

/// One self-contained HTML page: it needs no network, and no scripts for its tables.
std::string as_page(const Document& document);

}  // namespace hone
