// SPDX-License-Identifier: MIT
// Sub-buffers are compared by their bytes in the parent buffer.
#include "db/launch/overlap.hpp"

#include <algorithm>
#include <tuple>

namespace hone::launch {
namespace {

/// Rows of bytes in a buffer that is not a sub-buffer.
struct ByteRows {
    ByteRows(const hone_opencl& opencl, const MatrixView& stored)
        : first(beginning_of(opencl, stored)),
          width(stored.columns * stored.element),
          stride(std::max(stored.stride, stored.columns) * stored.element),
          count(stored.rows) {}

    std::size_t begin(std::size_t row) const { return first.begin + row * stride; }
    std::size_t end() const { return begin(count - 1) + width; }

    Beginning first;
    std::size_t width, stride, count;
};

/// Whether one of the rows has a byte in [begin, end).
bool have_byte_in(const ByteRows& rows, std::size_t begin, std::size_t end) {
    const std::size_t first_end = rows.begin(0) + rows.width;
    const std::size_t row = begin < first_end ? 0 : (begin - first_end) / rows.stride + 1;
    return row < rows.count && rows.begin(row) < end;
}

// Panels of one matrix have the same stride: each row can overlap at most two rows of the other
// panel.
bool overlap_at_equal_strides(const ByteRows& one, const ByteRows& other) {
    const auto whole = [](std::size_t size) { return static_cast<std::ptrdiff_t>(size); };
    const std::ptrdiff_t stride = whole(one.stride);
    const std::ptrdiff_t ahead = whole(other.begin(0)) - whole(one.begin(0));
    const std::ptrdiff_t before = -ahead / stride - (ahead > 0 && ahead % stride != 0 ? 1 : 0);
    for (const std::ptrdiff_t shift : {before, before + 1}) {
        const std::ptrdiff_t apart = ahead + shift * stride;
        if (-whole(other.width) < apart && apart < whole(one.width) && -whole(one.count) < shift &&
            shift < whole(other.count))
            return true;
    }
    return false;
}

bool overlap(const ByteRows& one, const ByteRows& other) {
    if (one.first.buffer != other.first.buffer || one.begin(0) >= other.end() ||
        other.begin(0) >= one.end())
        return false;
    if (one.stride == other.stride) return overlap_at_equal_strides(one, other);
    const auto& [few, many] = one.count < other.count ? std::tie(one, other) : std::tie(other, one);
    for (std::size_t row = 0; row < few.count; ++row)
        if (have_byte_in(many, few.begin(row), few.begin(row) + few.width)) return true;
    return false;
}

}  // namespace

void check_apart(const hone_opencl& opencl, const MatrixView& written, const MatrixView& read) {
    if (overlap({opencl, written}, {opencl, read}))
        throw Failure(HONE_BAD_ARGUMENT, written.name + " overlaps with " + read.name +
                                             ", which is read while it is written");
}

}  // namespace hone::launch
