// SPDX-License-Identifier: MIT
// A table for readers and programs: text and Markdown show "12.3 µs", CSV and JSON have the exact
// 12300. Every command prints with it.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hone {

/// One cell: a word, a number with its displayed text, or nothing.
class Cell {
  public:
    /// Empty: "–" in text, null in JSON, empty in CSV.
    Cell() = default;
    // Implicit on purpose: a row is written as a list of words.
    // NOLINTBEGIN(google-explicit-constructor)
    Cell(std::string word) : shown_(std::move(word)), kind_(Kind::word) {}
    Cell(std::string_view word) : Cell(std::string(word)) {}
    Cell(const char* word) : Cell(std::string(word)) {}
    // NOLINTEND(google-explicit-constructor)
    /// A number and its displayed text.
    Cell(std::string shown, std::integral auto exact)
        : Cell(digits(std::to_string(exact), std::move(shown))) {}
    Cell(std::string shown, double exact);

    /// Empty, with the reason as displayed text.
    static Cell nothing(std::string shown);

    /// A whole number of any length, in decimal digits; displayed unchanged by default.
    static Cell digits(std::string exact, std::string shown = {});

    /// The displayed text.
    const std::string& shown() const { return shown_; }
    bool is_nothing() const { return kind_ == Kind::nothing; }
    bool is_number() const { return kind_ == Kind::number; }
    /// The word, the number in digits that JSON accepts, or nothing.
    const std::string& exact() const;

  private:
    enum class Kind { nothing, word, number };
    std::string shown_ = "–";
    std::string exact_;  // of a number
    Kind kind_ = Kind::nothing;
};

enum class Align { left, right };

/// A column. The unit applies to the exact numbers, and is a part of the name in CSV and JSON.
struct Column {
    std::string title;  // "median"
    Align align = Align::left;
    std::string unit = {};    // "ns", "bytes", "flop/s"
    bool exact_only = false;  // for programs: in CSV and JSON, but not in text and Markdown

    /// The name for programs: "median_ns", "rate_flop_per_s".
    std::string key() const;
};

using Row = std::vector<Cell>;

/// Columns and rows; a row has a cell for each column.
struct Table {
    std::vector<Column> columns;
    std::vector<Row> rows = {};
};

/// The table without the columns that are for programs only.
Table for_persons(const Table& table);

/// Aligned columns, two blanks apart, under their titles.
std::string as_text(const Table& all);
/// A Markdown table.
std::string as_markdown(const Table& all);
/// CSV by RFC 4180, with a header line.
std::string as_csv(const Table& table);
/// An array with an object for each row.
std::string as_json(const Table& table);

/// The number of terminal columns of a UTF-8 text, one per character.
std::size_t width(std::string_view text);

}  // namespace hone
