// SPDX-License-Identifier: MIT
// Images and samplers of a user's own kernel. What an image holds is brought and fetched by way of
// a buffer, where pixels lie one after the other.
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

/// What an image is made of.
struct ImageForm {
    ElementType pixel;                // as many channels as it has lanes: 1, 2 or 4
    bool normalized = false;          // integers stand for reals up to 1
    std::vector<std::size_t> extent;  // pixels along 1 to 3 dimensions
};

class DeviceImage {
  public:
    /// Throws a usage Error that names the image where the device has none of this form.
    DeviceImage(const cl::Context& context, const ImageForm& form, std::string_view name);

    /// What kernels are handed.
    const cl::Image& image() const;

    /// Copies all pixels from a buffer, or into it.
    void copy_from(const cl::CommandQueue& queue, const cl::Buffer& buffer) const;
    void copy_to(const cl::CommandQueue& queue, const cl::Buffer& buffer) const;

  private:
    std::variant<cl::Image1D, cl::Image2D, cl::Image3D> image_;
    std::array<std::size_t, 3> region_{1, 1, 1};
};

/// The sampler that an argument declares.
cl::Sampler make_sampler(const cl::Context& context, const Argument& sampler);

}  // namespace hone
