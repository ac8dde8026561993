// SPDX-License-Identifier: MIT
// A matrix is compared on the device with what is expected of each element. It only says that all are right:
// where it has a doubt, the host looks at every element and says which is wrong.
#pragma once

#include <CL/opencl.hpp>
#include <span>

#include "kernels/check/matrix.hpp"
#include "kernels/launch/element.hpp"

namespace hone {

/// What each element must be, and how far it may be from that, in the memory of a device.
struct ExpectedThere {
    cl::Buffer expected, bound;  // doubles, row by row and without gaps

    bool exists() const { return expected.get() != nullptr; }
};

/// Nothing where that would take much of the device's memory, or fails.
ExpectedThere put_on_device(const cl::CommandQueue& queue, std::span<const double> expected,
                            std::span<const double> bound);

class DeviceComparison {
  public:
    /// Of elements of this type: float, double, half or bfloat16. It is tried on four elements first.
    DeviceComparison(const cl::CommandQueue& queue, const Element& element);

    /// Whether it was built, and has told what is right from what is wrong.
    bool works() const { return works_; }
    /// Whether all elements of a matrix are finite and within their bounds.
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
