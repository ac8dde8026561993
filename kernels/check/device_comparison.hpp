// SPDX-License-Identifier: MIT
// Compares a matrix with its expected elements on the device. It only decides whether all elements
// are right; if not, the host compares every element and reports the worst.
#pragma once

#include <CL/opencl.hpp>
#include <span>

#include "kernels/check/matrix.hpp"
#include "kernels/launch/element.hpp"

namespace hone {

/// Expected elements and their error bounds in device memory.
struct ExpectedThere {
    cl::Buffer expected, bound;  // doubles, row by row without gaps

    bool exists() const { return expected.get() != nullptr; }
};

/// Returns empty buffers if they would take much of the device's memory, or on a failure.
ExpectedThere put_on_device(const cl::CommandQueue& queue, std::span<const double> expected,
                            std::span<const double> bound);

class DeviceComparison {
  public:
    /// `element` is float, double, half or bfloat16. Builds the kernel and tests it on four
    /// elements.
    DeviceComparison(const cl::CommandQueue& queue, const Element& element);

    /// Returns true if the kernel was built and passed its self-test.
    bool works() const { return works_; }
    /// Returns true if all elements of a matrix are finite and within their bounds.
    bool all_right(const cl::Buffer& matrix, const MatrixShape& shape,
                   const ExpectedThere& there) const;

  private:
    bool knows_right_from_wrong(const Element& element);

    cl::Context context_;
    cl::CommandQueue queue_;
    std::size_t items_;
    mutable cl::Kernel kernel_;
    bool works_ = false;
};

}  // namespace hone
