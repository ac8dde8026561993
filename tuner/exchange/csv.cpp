// SPDX-License-Identifier: MIT
// A cell ends at a comma or line end; a quoted cell ends at a quote that is not followed by
// another.
#include "tuner/exchange/csv.hpp"

#include <algorithm>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

constexpr std::size_t max_cells = 4096;

// Whether the cell needs a single quote in front: a spreadsheet would evaluate it, or it begins
// with a single quote, which reading would remove.
bool computes(std::string_view cell) {
    return !cell.empty() && std::string_view("=+-@\t\r'").find(cell[0]) != cell.npos;
}

std::string written(const std::string& cell) {
    std::string text = computes(cell) ? '\'' + cell : cell;
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

std::string without_mark(std::string cell) {
    if (cell.starts_with('\'') && computes(std::string_view(cell).substr(1))) cell.erase(0, 1);
    return cell;
}

}  // namespace

std::string csv_line(const CsvRow& row) {
    std::string line;
    for (const std::string& cell : row) {
        if (&cell != &row.front()) line += ',';
        line += written(cell);
    }
    return line + "\r\n";
}

std::string CsvReader::cell() {
    if (rest_.starts_with('"')) return quoted_cell();
    const std::size_t end = std::min(rest_.find_first_of(",\r\n"), rest_.size());
    std::string text(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return text;
}

std::string CsvReader::quoted_cell() {
    std::string text;
    for (;;) {
        rest_.remove_prefix(1);
        const std::size_t quote = rest_.find('"');
        if (quote == rest_.npos) refuse("has a quote that is not closed");
        text += rest_.substr(0, quote);
        rest_.remove_prefix(quote + 1);
        if (!rest_.starts_with('"')) return text;
        text += '"';
    }
}

bool CsvReader::next(CsvRow& row) {
    row.clear();
    if (rest_.empty()) return false;
    ++row_;
    row.push_back(without_mark(cell()));
    while (rest_.starts_with(',')) {
        if (row.size() == max_cells)
            throw Error(Exit::usage,
                        "a line of the CSV has more than " + std::to_string(max_cells) + " cells");
        rest_.remove_prefix(1);
        row.push_back(without_mark(cell()));
    }
    end_row();
    return true;
}

void CsvReader::end_row() {
    while (rest_.starts_with('\r')) rest_.remove_prefix(1);
    if (rest_.empty()) return;
    if (!rest_.starts_with('\n')) refuse("has text between the end of a cell and the next comma");
    rest_.remove_prefix(1);
}

void CsvReader::refuse(const std::string& why) const {
    throw Error(Exit::usage, "line " + std::to_string(row_) + " of the CSV " + why);
}

}  // namespace hone
