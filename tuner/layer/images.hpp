// SPDX-License-Identifier: MIT
// Images and samplers of the program: their description in a space file, and their pixels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/layer/driver.hpp"

namespace hone::layer {

/// An image in the words of a space file.
struct ImageAbout {
    std::string pixel;  // "float4"
    bool normalized = false;
    std::vector<std::size_t> extent;  // pixels along each dimension
    std::size_t bytes = 0;            // of all pixels
};

/// Returns nullopt for objects that are not images, for layouts that a space file cannot express
/// (arrays, other channel orders), and for images that share memory with a buffer.
std::optional<ImageAbout> about_image(cl_mem memory);

/// All pixels in sequence; the queue must be idle. Returns nullopt if they cannot be read.
std::optional<std::string> pixels_of(cl_command_queue queue, cl_mem image, const ImageAbout& about);

/// An image of the same form and content, copied by the queue; null on failure.
cl_mem copy_of_image(cl_context context, cl_command_queue queue, cl_mem image);

/// A sampler in the words of a space file.
struct SamplerAbout {
    std::string addressing, filter;
    bool normalized = false;
};
std::optional<SamplerAbout> about_sampler(cl_sampler sampler);

}  // namespace hone::layer
