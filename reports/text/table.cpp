// SPDX-License-Identifier: MIT
// Four formats of one table. Each takes a few lines, because a Cell has both the displayed text and
// the exact value.
#include "reports/text/table.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "db/model/printable.hpp"

namespace hone {

namespace {

constexpr std::string_view formula_signs = "=+-@\t\r";
constexpr std::string_view markdown_signs = "|\\<*`[~";  // which would not be read as they are

std::string padded(const std::string& text, Align align, std::size_t to) {
    const std::string blanks(to - std::min(to, width(text)), ' ');
    return align == Align::left ? text + blanks : blanks + text;
}

std::vector<std::size_t> widths(const Table& table) {
    std::vector<std::size_t> all;
    for (const Column& column : table.columns) all.push_back(width(column.title));
    for (const Row& row : table.rows)
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = std::max(all[i], width(one_line(row[i].shown())));
    return all;
}

// No padding after the last cell of a line.
void end_line(std::string& text) {
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    return fmt::format("{}", fmt::join(parts, between));
}

std::vector<std::string> each(const Table& table,
                              const std::function<std::string(const Column&)>& text) {
    std::vector<std::string> parts;
    for (const Column& column : table.columns) parts.push_back(text(column));
    return parts;
}

std::vector<std::string> each(const Row& row, const std::function<std::string(const Cell&)>& text) {
    std::vector<std::string> parts;
    for (const Cell& cell : row) parts.push_back(text(cell));
    return parts;
}

std::string for_markdown(const std::string& text) {
    std::string escaped;
    for (const char letter : one_line(text)) {
        if (markdown_signs.find(letter) != markdown_signs.npos) escaped += '\\';
        escaped += letter;
    }
    return escaped;
}

std::string for_csv(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char letter : text) quoted += letter == '"' ? "\"\"" : std::string(1, letter);
    return quoted + '"';
}

// A spreadsheet would evaluate a word that begins like a formula.
std::string for_csv(const Cell& cell) {
    const std::string text = printable(cell.exact());
    const bool computes =
        !cell.is_number() && !text.empty() && formula_signs.find(text[0]) != text.npos;
    return for_csv(computes ? '\'' + text : text);
}

// Names come from drivers: invalid UTF-8 is replaced, so that the output stays readable.
std::string for_json(const std::string& text) {
    return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string for_json(const Cell& cell) {
    if (cell.is_nothing()) return "null";
    return cell.is_number() ? cell.exact() : for_json(cell.exact());
}

std::string json_object(const Table& table, const Row& row) {
    std::vector<std::string> members;
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        members.push_back(for_json(table.columns[i].key()) + ": " + for_json(row[i]));
    return "{" + joined(members, ", ") + "}";
}

}  // namespace

// JSON has neither infinity nor NaN: they become null.
Cell::Cell(std::string shown, double exact) : shown_(std::move(shown)) {
    if (!std::isfinite(exact)) return;
    exact_ = fmt::to_string(exact);
    kind_ = Kind::number;
}

Cell Cell::nothing(std::string shown) {
    Cell cell;
    cell.shown_ = std::move(shown);
    return cell;
}

Cell Cell::digits(std::string exact, std::string shown) {
    Cell cell;
    cell.shown_ = shown.empty() ? exact : std::move(shown);
    cell.exact_ = std::move(exact);
    cell.kind_ = Kind::number;
    return cell;
}

const std::string& Cell::exact() const {
    return kind_ == Kind::word ? shown_ : exact_;
}

std::string Column::key() const {
    std::string name;
    for (const char letter : unit.empty() ? title : title + '_' + unit)
        if (letter == '/')
            name += "_per_";
        else
            name += letter == ' '
                        ? '_'
                        : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    return name;
}

Table for_persons(const Table& table) {
    Table shown;
    for (const Column& column : table.columns)
        if (!column.exact_only) shown.columns.push_back(column);
    for (const Row& row : table.rows) {
        Row cells;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (!table.columns[i].exact_only) cells.push_back(row[i]);
        shown.rows.push_back(std::move(cells));
    }
    return shown;
}

std::string as_text(const Table& all) {
    const Table table = for_persons(all);
    const auto to = widths(table);
    std::string text;
    const auto add = [&](std::size_t i, const std::string& word) {
        text += (i == 0 ? "" : "  ") + padded(word, table.columns[i].align, to[i]);
    };
    for (std::size_t i = 0; i < to.size(); ++i) add(i, table.columns[i].title);
    end_line(text);
    for (const Row& row : table.rows) {
        for (std::size_t i = 0; i < to.size(); ++i) add(i, one_line(row[i].shown()));
        end_line(text);
    }
    return text;
}

std::string as_markdown(const Table& all) {
    const Table table = for_persons(all);
    const auto line = [](const auto& parts) { return "| " + joined(parts, " | ") + " |\n"; };
    std::string text =
        line(each(table, [](const Column& column) { return for_markdown(column.title); }));
    text += line(each(
        table, [](const Column& column) { return column.align == Align::left ? "---" : "---:"; }));
    for (const Row& row : table.rows)
        text += line(each(row, [](const Cell& cell) { return for_markdown(cell.shown()); }));
    return text;
}

std::string as_csv(const Table& table) {
    const auto line = [](const auto& parts) { return joined(parts, ",") + "\r\n"; };
    std::string text =
        line(each(table, [](const Column& column) { return for_csv(column.key()); }));
    for (const Row& row : table.rows)
        text += line(each(row, [](const Cell& cell) { return for_csv(cell); }));
    return text;
}

std::string as_json(const Table& table) {
    std::vector<std::string> objects;
    for (const Row& row : table.rows) objects.push_back("  " + json_object(table, row));
    return objects.empty() ? "[]\n" : "[\n" + joined(objects, ",\n") + "\n]\n";
}

std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

}  // namespace hone
