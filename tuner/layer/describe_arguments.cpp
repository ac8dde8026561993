// SPDX-License-Identifier: MIT
#include "tuner/layer/describe_arguments.hpp"

#include "tuner/layer/images.hpp"
#include "tuner/layer/objects.hpp"

namespace hone::layer {
namespace {

// Why an argument cannot be stored.
std::string complaint_about(const SetArgument& set) {
    using Kind = SetArgument::Kind;
    if (set.kind == Kind::pointer) return "is a pointer to shared virtual memory";
    if (set.kind == Kind::unset) return "was set in a way that is not followed";
    if (set.kind == Kind::memory)
        return "is an image of a layout that a space file cannot say, or shares its memory";
    return "is memory that was made in a way that is not followed";
}

void describe_memory(const SetArgument& set, TracedArgument& argument) {
    using Kind = TracedArgument::Kind;
    if (const auto bytes = bytes_of_buffer(set.memory())) {
        argument.kind = Kind::buffer;
        argument.size = *bytes;
    } else if (const auto image = about_image(set.memory())) {
        argument.kind = Kind::image;
        argument.type = image->pixel;
        argument.normalized = image->normalized;
        argument.extent = image->extent;
        argument.size = image->bytes;
    }
}

void describe_sampler(const SetArgument& set, TracedArgument& argument) {
    const auto about = about_sampler(set.sampler());
    if (!about) return;
    argument.kind = TracedArgument::Kind::sampler;
    argument.addressing = about->addressing;
    argument.filter = about->filter;
    argument.normalized = about->normalized;
}

TracedArgument describe_argument(cl_kernel kernel, cl_uint index, const SetArgument& set) {
    using Kind = SetArgument::Kind;
    TracedArgument argument;
    argument.name = argument_name(kernel, index);
    argument.type = argument_type(kernel, index);
    if (set.kind == Kind::memory) describe_memory(set, argument);
    if (set.kind == Kind::sampler) describe_sampler(set, argument);
    if (set.kind == Kind::value) {
        argument.kind = TracedArgument::Kind::value;
        argument.bytes = set.bytes;
    }
    if (set.kind == Kind::local) {
        argument.kind = TracedArgument::Kind::local;
        argument.size = set.local;
    }
    return argument;
}

}  // namespace

std::vector<cl_mem> describe_arguments(const LaunchCall& call, TracedLaunch& launch) {
    const KernelState& state = objects().state_of(call.kernel);
    if (state.follows_pointers)
        launch.why_incomplete = "it uses shared virtual memory beside its arguments";
    std::vector<cl_mem> memory;
    for (std::size_t i = 0; i < state.arguments.size(); ++i) {
        const SetArgument& set = state.arguments[i];
        TracedArgument argument = describe_argument(call.kernel, static_cast<cl_uint>(i), set);
        if (argument.kind == TracedArgument::Kind::other)
            launch.why_incomplete =
                "argument " + std::to_string(i + 1) + ' ' + complaint_about(set);
        memory.push_back(argument.is_memory() ? set.memory() : nullptr);
        launch.arguments.push_back(std::move(argument));
    }
    if (lost_track())
        launch.why_incomplete = "there was no memory to note what the program did before";
    return memory;
}

std::optional<std::string> content_of_argument(cl_command_queue queue, cl_mem memory,
                                               const TracedArgument& argument) {
    if (argument.kind == TracedArgument::Kind::buffer)
        return content_of(queue, memory, 0, argument.size);
    const auto about = about_image(memory);
    return about ? pixels_of(queue, memory, *about) : std::nullopt;
}

}  // namespace hone::layer
