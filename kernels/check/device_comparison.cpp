// SPDX-License-Identifier: MIT
// One kernel counts the elements that are not certainly within their bounds.
#include "kernels/check/device_comparison.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "kernels/launch/shared_context.hpp"
#include "kernels/launch/transfer.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

constexpr const char* comparison_source = R"(
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
__kernel void compare(__global const STORED* matrix, const ulong rows, const ulong columns,
                      const ulong stride, __global const double* expected,
                      __global const double* bound, __global volatile uint* doubts) {
    const ulong items = get_global_size(0);
    uint count = 0;
    for (ulong i = get_global_id(0); i < rows * columns; i += items) {
        const ulong at = i / columns * stride + i % columns;
        const double number = NUMBER;
        const double distance = fabs(number - expected[i]);
        if (!(distance <= bound[i] && isfinite(number))) ++count;
    }
    if (count > 0) atomic_add(doubts, count);
})";

// The OpenCL type of a stored element, and the expression that reads it.
struct StoredType {
    std::string_view type, name, number;
};
constexpr std::array<StoredType, 4> stored_types{
    {{"float", "float", "matrix[at]"},
     {"double", "double", "matrix[at]"},
     {"half", "half", "vload_half(at, matrix)"},
     {"bfloat16", "ushort", "as_float((uint)matrix[at] << 16)"}}};

std::string source_for(std::string_view type) {
    for (const StoredType& each : stored_types)
        if (each.type == type)
            return fmt::format("#define STORED {}\n#define NUMBER {}\n{}", each.name, each.number,
                               comparison_source);
    throw Error(Exit::bug, fmt::format("no comparison on the device knows the type '{}'", type));
}

ExpectedThere put(const cl::CommandQueue& queue, std::span<const double> expected,
                  std::span<const double> bound) {
    const auto there = [&](std::span<const double> numbers) {
        cl::Buffer buffer(queue.getInfo<CL_QUEUE_CONTEXT>(), CL_MEM_READ_ONLY,
                          numbers.size_bytes());
        write_in_pieces(queue, buffer, 0, std::as_bytes(numbers));
        return buffer;
    };
    return {there(expected), there(bound)};
}

}  // namespace

ExpectedThere put_on_device(const cl::CommandQueue& queue, std::span<const double> expected,
                            std::span<const double> bound) {
    constexpr std::size_t most_share = 32;
    const auto device = queue.getInfo<CL_QUEUE_DEVICE>();
    const bool has_room =
        expected.size_bytes() <= device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / most_share &&
        expected.size_bytes() <= device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
    if (!has_room) return {};
    try {
        return put(queue, expected, bound);
    } catch (const cl::Error&) {
        return {};
    }
}

DeviceComparison::DeviceComparison(const cl::CommandQueue& queue, const Element& element)
    : context_(queue.getInfo<CL_QUEUE_CONTEXT>()), queue_(queue) {
    const auto device = queue.getInfo<CL_QUEUE_DEVICE>();
    items_ = std::size_t{device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>()} * 1024;
    try {
        kernel_ = cl::Kernel(shared_program(context_, device, source_for(element.type)), "compare");
        works_ = knows_right_from_wrong(element);
    } catch (const cl::Error&) {
        works_ = false;
    }
}

// Self-test with 2 x 2 elements, row stride 3: all within bounds, one out of bounds, one NaN or
// infinite.
bool DeviceComparison::knows_right_from_wrong(const Element& element) {
    const std::array<double, 4> expected{1, -2, 0, 4};
    const std::array<double, 4> bound{0.5, 0.5, 0, 0.25};
    const MatrixShape shape{2, 2, 3};
    const ExpectedThere there = put(queue_, expected, bound);
    const auto is_right = [&](const std::array<double, 4>& numbers) {
        Bytes content(shape.count() * element.bytes);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            element.put(numbers[i], content, shape.at(i / 2, i % 2));
        const cl::Buffer matrix(context_, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, content.size(),
                                content.data());
        return all_right(matrix, shape, there);
    };
    return is_right({1.5, -2, 0, 3.75}) && !is_right({1, -2, 0, 4.5}) && !is_right({1, -2, 1, 4}) &&
           !is_right({NAN, -2, 0, 4}) && !is_right({1, INFINITY, 0, 4});
}

bool DeviceComparison::all_right(const cl::Buffer& matrix, const MatrixShape& shape,
                                 const ExpectedThere& there) const {
    cl_uint doubts = 0;
    const cl::Buffer count(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof doubts,
                           &doubts);
    kernel_.setArg(0, matrix);
    kernel_.setArg(1, static_cast<cl_ulong>(shape.rows));
    kernel_.setArg(2, static_cast<cl_ulong>(shape.columns));
    kernel_.setArg(3, static_cast<cl_ulong>(shape.stride));
    kernel_.setArg(4, there.expected);
    kernel_.setArg(5, there.bound);
    kernel_.setArg(6, count);
    queue_.enqueueNDRangeKernel(kernel_, cl::NullRange, cl::NDRange(items_));
    queue_.enqueueReadBuffer(count, CL_TRUE, 0, sizeof doubts, &doubts);
    return doubts == 0;
}

}  // namespace hone
