// SPDX-License-Identifier: MIT
// OpenCL's constants as words of a space file.
#include "tuner/layer/images.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <string_view>

namespace hone::layer {
namespace {

struct PixelType {
    cl_channel_type number;
    std::string_view type;
    std::size_t bytes;
    bool normalized = false;
};

constexpr std::array<PixelType, 12> pixel_types{{{CL_SNORM_INT8, "char", 1, true},
                                                 {CL_UNORM_INT8, "uchar", 1, true},
                                                 {CL_SNORM_INT16, "short", 2, true},
                                                 {CL_UNORM_INT16, "ushort", 2, true},
                                                 {CL_SIGNED_INT8, "char", 1},
                                                 {CL_UNSIGNED_INT8, "uchar", 1},
                                                 {CL_SIGNED_INT16, "short", 2},
                                                 {CL_UNSIGNED_INT16, "ushort", 2},
                                                 {CL_SIGNED_INT32, "int", 4},
                                                 {CL_UNSIGNED_INT32, "uint", 4},
                                                 {CL_HALF_FLOAT, "half", 2},
                                                 {CL_FLOAT, "float", 4}}};

constexpr std::array<std::pair<cl_addressing_mode, std::string_view>, 5> addressing_modes{
    {{CL_ADDRESS_NONE, "none"},
     {CL_ADDRESS_CLAMP_TO_EDGE, "clamp_to_edge"},
     {CL_ADDRESS_CLAMP, "clamp"},
     {CL_ADDRESS_REPEAT, "repeat"},
     {CL_ADDRESS_MIRRORED_REPEAT, "mirrored_repeat"}}};

// The number of channels; 0 for orders that a space file cannot express.
std::size_t channels_of(cl_channel_order order) {
    if (order == CL_R) return 1;
    if (order == CL_RG) return 2;
    return order == CL_RGBA ? 4 : 0;
}

std::size_t dimensions_of(cl_mem memory) {
    const auto type = value_of<cl_mem_object_type>(driver.clGetMemObjectInfo, memory, CL_MEM_TYPE);
    if (type == CL_MEM_OBJECT_IMAGE1D) return 1;
    if (type == CL_MEM_OBJECT_IMAGE2D) return 2;
    return type == CL_MEM_OBJECT_IMAGE3D ? 3 : 0;
}

bool shares_memory(cl_mem memory) {
    return value_of<cl_mem>(driver.clGetMemObjectInfo, memory, CL_MEM_ASSOCIATED_MEMOBJECT) !=
           nullptr;
}

std::vector<std::size_t> extent_of(cl_mem image, std::size_t dimensions) {
    constexpr std::array<cl_image_info, 3> names{CL_IMAGE_WIDTH, CL_IMAGE_HEIGHT, CL_IMAGE_DEPTH};
    std::vector<std::size_t> extent;
    for (std::size_t i = 0; i < dimensions; ++i)
        extent.push_back(value_of<std::size_t>(driver.clGetImageInfo, image, names.at(i)));
    return extent;
}

std::array<std::size_t, 3> region_of(const std::vector<std::size_t>& extent) {
    std::array<std::size_t, 3> region{1, 1, 1};
    std::ranges::copy(extent, region.begin());
    return region;
}

constexpr std::array<std::size_t, 3> origin{0, 0, 0};

cl_int read_pixels(cl_command_queue queue, cl_mem image, const ImageAbout& about,
                   std::string& pixels) {
    const auto region = region_of(about.extent);
    return driver.clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), region.data(), 0, 0,
                                     pixels.data(), 0, nullptr, nullptr);
}

}  // namespace

std::optional<ImageAbout> about_image(cl_mem memory) {
    const std::size_t dimensions = dimensions_of(memory);
    if (dimensions == 0 || shares_memory(memory)) return std::nullopt;
    const auto format = value_of<cl_image_format>(driver.clGetImageInfo, memory, CL_IMAGE_FORMAT);
    const std::size_t channels = channels_of(format.image_channel_order);
    const auto* const type =
        std::ranges::find(pixel_types, format.image_channel_data_type, &PixelType::number);
    if (channels == 0 || type == pixel_types.end()) return std::nullopt;
    ImageAbout about{std::string(type->type), type->normalized, extent_of(memory, dimensions),
                     type->bytes * channels};
    if (channels > 1) about.pixel += std::to_string(channels);
    for (const std::size_t pixels : about.extent) about.bytes *= pixels;
    return about;
}

std::optional<std::string> pixels_of(cl_command_queue queue, cl_mem image,
                                     const ImageAbout& about) try {
    std::string pixels(about.bytes, '\0');
    cl_int status = read_pixels(queue, image, about, pixels);
    if (status == CL_INVALID_OPERATION) {
        // The host may not access this image (CL_MEM_HOST_NO_ACCESS).
        const auto context =
            value_of<cl_context>(driver.clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT);
        cl_mem copy = copy_of_image(context, queue, image);
        if (!copy) return std::nullopt;
        status = read_pixels(queue, copy, about, pixels);
        driver.clReleaseMemObject(copy);
    }
    if (status != CL_SUCCESS) return std::nullopt;
    return pixels;
} catch (const std::bad_alloc&) {
    return std::nullopt;
}

cl_mem copy_of_image(cl_context context, cl_command_queue queue, cl_mem image) {
    const std::size_t dimensions = dimensions_of(image);
    if (dimensions == 0 || shares_memory(image)) return nullptr;
    const auto format = value_of<cl_image_format>(driver.clGetImageInfo, image, CL_IMAGE_FORMAT);
    const auto region = region_of(extent_of(image, dimensions));
    cl_image_desc form{};
    form.image_type = value_of<cl_mem_object_type>(driver.clGetMemObjectInfo, image, CL_MEM_TYPE);
    form.image_width = region[0];
    form.image_height = dimensions > 1 ? region[1] : 0;
    form.image_depth = dimensions > 2 ? region[2] : 0;
    cl_int status = CL_SUCCESS;
    cl_mem copy =
        driver.clCreateImage(context, CL_MEM_READ_WRITE, &format, &form, nullptr, &status);
    if (status != CL_SUCCESS || !copy) return nullptr;
    status = driver.clEnqueueCopyImage(queue, image, copy, origin.data(), origin.data(),
                                       region.data(), 0, nullptr, nullptr);
    if (status == CL_SUCCESS) return copy;
    driver.clReleaseMemObject(copy);
    return nullptr;
}

std::optional<SamplerAbout> about_sampler(cl_sampler sampler) {
    const auto mode =
        value_of<cl_addressing_mode>(driver.clGetSamplerInfo, sampler, CL_SAMPLER_ADDRESSING_MODE);
    const auto filter =
        value_of<cl_filter_mode>(driver.clGetSamplerInfo, sampler, CL_SAMPLER_FILTER_MODE);
    const auto normalized =
        value_of<cl_bool>(driver.clGetSamplerInfo, sampler, CL_SAMPLER_NORMALIZED_COORDS);
    const auto* const known =
        std::ranges::find(addressing_modes, mode, [](const auto& each) { return each.first; });
    if (known == addressing_modes.end()) return std::nullopt;
    return SamplerAbout{std::string(known->second),
                        filter == CL_FILTER_LINEAR ? "linear" : "nearest", normalized != CL_FALSE};
}

}  // namespace hone::layer
