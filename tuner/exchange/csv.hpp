// SPDX-License-Identifier: MIT
// CSV as in RFC 4180, read and written by rows: quoted cells may contain commas, quotes and line
// ends. A cell that a spreadsheet would evaluate gets a single quote in front.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hone {

using CsvRow = std::vector<std::string>;

/// The row as a line, with its line end.
std::string csv_line(const CsvRow& row);

/// Reads rows from a text, which must outlive the reader.
class CsvReader {
  public:
    explicit CsvReader(std::string_view text) : rest_(text) {}

    /// Reads the next row; returns false at the end. Throws a usage Error with the row's number if
    /// a quote is not closed or followed by other text.
    bool next(CsvRow& row);

  private:
    std::string cell();
    std::string quoted_cell();
    void end_row();
    [[noreturn]] void refuse(const std::string& why) const;

    std::string_view rest_;
    int row_ = 0;
};

}  // namespace hone
