// SPDX-License-Identifier: MIT
// Finds the cell of a table by the name of its column, so that a new column changes no test.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "reports/text/table.hpp"

namespace hone::made {

inline Cell cell(const Table& table, const Row& row, const std::string& key) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        if (table.columns[i].key() == key) return row.at(i);
    FAIL("there is no column " << key);
    return {};
}
inline Cell cell(const Table& table, std::size_t row, const std::string& key) {
    return cell(table, table.rows.at(row), key);
}

/// The number in a cell.
inline double number(const Cell& cell) {
    return std::stod(cell.exact());
}

}  // namespace hone::made
