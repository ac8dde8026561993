// SPDX-License-Identifier: MIT
// A cell ends at a comma or a line's end; in quotes it ends at a quote that no other quote follows.
#include "tuner/csv.hpp"

#include <algorithm>

namespace hone {

std::string csv_line(const CsvRow& row) {
    std::string line;
    for (const std::string& cell : row) {
        if (&cell != &row.front()) line += ',';
        if (cell.find_first_of(",\"\r\n") == std::string::npos) {
            line += cell;
            continue;
        }
        line += '"';
        for (const char c : cell) line.append(c == '"' ? 2 : 1, c);
        line += '"';
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
    rest_.remove_prefix(1);
    while (!rest_.empty()) {
        const std::size_t quote = std::min(rest_.find('"'), rest_.size());
        text += rest_.substr(0, quote);
        rest_.remove_prefix(std::min(quote + 1, rest_.size()));
        if (!rest_.starts_with('"')) break;
        text += '"';
        rest_.remove_prefix(1);
    }
    return text;
}

bool CsvReader::next(CsvRow& row) {
    row.clear();
    if (rest_.empty()) return false;
    row.push_back(cell());
    while (rest_.starts_with(',')) {
        rest_.remove_prefix(1);
        row.push_back(cell());
    }
    // What follows a closing quote, if anything, belongs to no cell.
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return true;
}

}  // namespace hone
