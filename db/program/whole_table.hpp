// SPDX-License-Identifier: MIT
// The table of calls as headers of this version or of an older one hand it in.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "db/api/status.hpp"
#include "db/program/opencl_calls.h"

namespace hone::program {

/// The table; what older headers do not have is NULL. Throws a Failure for what is no table.
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
