// SPDX-License-Identifier: MIT
// Accepts function tables of this version's headers and of older ones.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "db/api/status.hpp"
#include "db/program/opencl_calls.h"

namespace hone::program {

/// Returns the table; functions that older headers lack are NULL. Throws a Failure if the argument
/// is not a table.
inline hone_opencl whole_table(const hone_opencl* given) {
    constexpr std::size_t shortest = offsetof(hone_opencl, clGetEventInfo);
    need(given);
    if (given->size < shortest)
        throw Failure(HONE_BAD_ARGUMENT, "the headers are older than the library");
    hone_opencl table{};
    std::memcpy(&table, given, std::min(given->size, sizeof table));
    return table;
}

}  // namespace hone::program
