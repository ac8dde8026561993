// SPDX-License-Identifier: MIT
// Parts of a buffer are compared in the bytes of the buffer that they are cut from.
#include "db/launch/overlap.hpp"

#include <algorithm>
#include <tuple>

namespace hone::launch {
namespace {

/// Rows of bytes in a buffer that is no part of another.
struct ByteRows {
    ByteRows(const hone_opencl& opencl, const Stored& stored)
        : first(beginning_of(opencl, stored)),
          width(stored.columns * stored.element),
          stride(std::max(stored.stride, stored.columns) * stored.element),
          count(stored.rows) {}

    std::size_t begin(std::size_t row) const { return first.begin + row * stride; }
    std::size_t end() const { return begin(count - 1) + width; }

    Beginning first;
    std::size_t width, stride, count;
};

/// Whether one of the rows has a byte between these.
bool have_byte_in(const ByteRows& rows, std::size_t begin, std::size_t end) {
    const std::size_t first_end = rows.begin(0) + rows.width;
    const std::size_t row = begin < first_end ? 0 : (begin - first_end) / rows.stride + 1;
    return row < rows.count && rows.begin(row) < end;
}

bool overlap(const ByteRows& one, const ByteRows& other) {
    if (one.first.buffer != other.first.buffer || one.begin(0) >= other.end() ||
        other.begin(0) >= one.end())
        return false;
    const auto& [few, many] = one.count < other.count ? std::tie(one, other) : std::tie(other, one);
    for (std::size_t row = 0; row < few.count; ++row)
        if (have_byte_in(many, few.begin(row), few.begin(row) + few.width)) return true;
    return false;
}

}  // namespace

void check_apart(const hone_opencl& opencl, const Stored& written, const Stored& read) {
    if (overlap({opencl, written}, {opencl, read}))
        throw Failure(HONE_BAD_ARGUMENT, written.name + " lies in the memory of " + read.name +
                                             ", which is read while it is written");
}

}  // namespace hone::launch
