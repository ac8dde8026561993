// SPDX-License-Identifier: MIT
// Validates a query before the lookup.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "db/lookup/catalog.hpp"

namespace hone::lookup {

/// How the smallest leading dimension of a stored matrix follows from the extents. The members are
/// names of arguments.
struct StoredRows {
    std::string_view leading;             // the leading dimension
    std::string_view transposed;          // whether the matrix is stored transposed; empty: never
    std::string_view columns;             // row length as stored
    std::string_view columns_transposed;  // row length if stored transposed
};
inline constexpr std::array<StoredRows, 3> gemm_rows{
    {{"lda", "TA", "K", "M"}, {"ldb", "TB", "N", "K"}, {"ldc", "", "N", "N"}}};

/// A leading dimension and the length of a row, as a problem gives them; 0 if it does not.
struct GivenRows {
    std::int64_t leading = 0, columns = 0;

    /// Rows would overlap.
    bool are_too_close() const { return leading != 0 && leading < columns; }
};
GivenRows given_rows(const StoredRows& rows, const Settings& problem);

/// The names with commas between them, and `last` before the last one.
std::string listed(std::span<const std::string> names, std::string_view last = ", ");

/// The operations of hone's reductions, in the order of hone_operation.
std::span<const std::string_view> operations();

/// Whether an argument is given more than once.
bool says_twice(const Settings& problem);

/// Each argument once, with its last value.
Settings each_once(const Settings& problem);

/// Why no kernel can answer the query: a name, a type or a value that no kernel accepts, or a
/// missing extent. Empty if the query is valid.
std::string complaint_about(const Query& query, const Catalog& catalog);

}  // namespace hone::lookup
