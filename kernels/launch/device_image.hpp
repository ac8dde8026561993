// SPDX-License-Identifier: MIT
// Images and samplers of a user's own kernel. The pixels are copied through a buffer, where they
// lie one after the other.
#pragma once

#include <CL/opencl.hpp>
#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "kernels/launch/element.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// Format and size of an image.
struct ImageForm {
    ElementType pixel;                // one channel per lane: 1, 2 or 4
    bool normalized = false;          // integers represent reals up to 1
    std::vector<std::size_t> extent;  // pixels along each of 1 to 3 dimensions
};

class DeviceImage {
  public:
    /// Throws a usage Error that names the image if the device does not support its format or size.
    DeviceImage(const cl::Context& context, const ImageForm& form, std::string_view name);

    /// The argument of kernels.
    const cl::Image& image() const;

    /// Copies all pixels from a buffer, or into it.
    void copy_from(const cl::CommandQueue& queue, const cl::Buffer& buffer) const;
    void copy_to(const cl::CommandQueue& queue, const cl::Buffer& buffer) const;

  private:
    std::variant<cl::Image1D, cl::Image2D, cl::Image3D> image_;
    std::array<std::size_t, 3> region_{1, 1, 1};
};

/// Creates the sampler that an argument declares.
cl::Sampler make_sampler(const cl::Context& context, const Argument& sampler);

}  // namespace hone
