// SPDX-License-Identifier: MIT
// Translates a space's names for pixel types and samplers to OpenCL's constants.
#include "kernels/launch/device_image.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

using AnyImage = std::variant<cl::Image1D, cl::Image2D, cl::Image3D>;

struct ChannelType {
    std::string_view type;
    cl_channel_type plain, normalized;
};

constexpr std::array<ChannelType, 8> channel_types{{
    {"char", CL_SIGNED_INT8, CL_SNORM_INT8},
    {"uchar", CL_UNSIGNED_INT8, CL_UNORM_INT8},
    {"short", CL_SIGNED_INT16, CL_SNORM_INT16},
    {"ushort", CL_UNSIGNED_INT16, CL_UNORM_INT16},
    {"int", CL_SIGNED_INT32, CL_SIGNED_INT32},
    {"uint", CL_UNSIGNED_INT32, CL_UNSIGNED_INT32},
    {"half", CL_HALF_FLOAT, CL_HALF_FLOAT},
    {"float", CL_FLOAT, CL_FLOAT},
}};

cl_addressing_mode mode_of(Argument::Addressing addressing) {
    using Addressing = Argument::Addressing;
    switch (addressing) {
        case Addressing::clamp:
            return CL_ADDRESS_CLAMP;
        case Addressing::repeat:
            return CL_ADDRESS_REPEAT;
        case Addressing::mirrored_repeat:
            return CL_ADDRESS_MIRRORED_REPEAT;
        case Addressing::none:
            return CL_ADDRESS_NONE;
        case Addressing::clamp_to_edge:
            break;
    }
    return CL_ADDRESS_CLAMP_TO_EDGE;
}

cl_channel_order order_of(std::size_t channels) {
    if (channels == 1) return CL_R;
    return channels == 2 ? CL_RG : CL_RGBA;
}

cl::ImageFormat format_of(const ImageForm& form, std::string_view name) {
    const std::string_view type = form.pixel.element->type;
    const auto found = std::ranges::find(channel_types, type, &ChannelType::type);
    if (found == channel_types.end())
        throw Error(Exit::usage, fmt::format("image '{}' cannot have pixels of {}", name, type));
    return {order_of(form.pixel.width), form.normalized ? found->normalized : found->plain};
}

/// The offset of a sub-buffer in its parent buffer.
struct PartOfBuffer {
    cl::Buffer whole;
    std::size_t offset = 0;
};

// Copies from the parent buffer: PoCL 3.1 crashes when a sub-buffer is copied to an image.
PartOfBuffer part_of(const cl::Buffer& buffer) {
    const auto whole = buffer.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>();
    if (whole() == nullptr) return {buffer, 0};
    return {cl::Buffer(whole(), true), buffer.getInfo<CL_MEM_OFFSET>()};
}

AnyImage make_image(const cl::Context& context, const cl::ImageFormat& format,
                    const std::array<std::size_t, 3>& size, std::size_t dimensions) {
    constexpr cl_mem_flags flags = CL_MEM_READ_WRITE;
    if (dimensions == 1) return cl::Image1D(context, flags, format, size[0]);
    if (dimensions == 2) return cl::Image2D(context, flags, format, size[0], size[1]);
    return cl::Image3D(context, flags, format, size[0], size[1], size[2]);
}

}  // namespace

DeviceImage::DeviceImage(const cl::Context& context, const ImageForm& form, std::string_view name) {
    std::ranges::copy(form.extent, region_.begin());
    const cl::ImageFormat format = format_of(form, name);
    try {
        image_ = make_image(context, format, region_, form.extent.size());
    } catch (const cl::Error& error) {
        throw Error(
            Exit::usage,
            fmt::format("the device has no image '{}' of {} pixels with {} channels of {}{}: "
                        "clCreateImage gave {}",
                        name, fmt::join(form.extent, " x "), form.pixel.width,
                        form.normalized ? "normalized " : "", form.pixel.element->type,
                        error.err()));
    }
}

const cl::Image& DeviceImage::image() const {
    return std::visit([](const auto& each) -> const cl::Image& { return each; }, image_);
}

void DeviceImage::copy_from(const cl::CommandQueue& queue, const cl::Buffer& buffer) const {
    const auto [whole, offset] = part_of(buffer);
    queue.enqueueCopyBufferToImage(whole, image(), offset, {0, 0, 0}, region_);
}

void DeviceImage::copy_to(const cl::CommandQueue& queue, const cl::Buffer& buffer) const {
    const auto [whole, offset] = part_of(buffer);
    queue.enqueueCopyImageToBuffer(image(), whole, {0, 0, 0}, region_, offset);
}

cl::Sampler make_sampler(const cl::Context& context, const Argument& sampler) {
    const bool linear = sampler.filter == Argument::Filter::linear;
    const cl_bool normalized = sampler.normalized ? CL_TRUE : CL_FALSE;
    const cl_filter_mode filter = linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST;
    return {context, normalized, mode_of(sampler.addressing), filter};
}

}  // namespace hone
