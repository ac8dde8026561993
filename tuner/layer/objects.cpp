// SPDX-License-Identifier: MIT
#include "tuner/layer/objects.hpp"

#include <algorithm>
#include <cstring>

#include "tuner/layer/driver.hpp"

namespace hone::layer {

cl_mem SetArgument::memory() const {
    cl_mem handle = nullptr;
    if (kind == Kind::memory) std::memcpy(&handle, bytes.data(), sizeof handle);
    return handle;
}

cl_sampler SetArgument::sampler() const {
    cl_sampler handle = nullptr;
    if (kind == Kind::sampler) std::memcpy(&handle, bytes.data(), sizeof handle);
    return handle;
}

Objects& objects() {
    static auto* const all = new Objects;  // NOLINT(cppcoreguidelines-owning-memory)
    return *all;
}

std::atomic<bool>& lost_track() {
    static std::atomic<bool> lost = false;
    return lost;
}

KernelState& Objects::state_of(cl_kernel kernel) {
    auto& state = kernels[kernel];
    if (!state) {
        const auto made = std::make_shared<KernelState>();
        const auto count = value_of<cl_uint>(driver.clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS);
        made->arguments.resize(count);
        for (cl_uint i = 0; i < count; ++i) made->takes_memory.push_back(takes_memory(kernel, i));
        state = made;  // either complete or missing
    }
    return *state;
}

cl_device_id Objects::device_of(cl_command_queue queue) {
    cl_device_id& device = queues[queue];
    if (!device)
        device = value_of<cl_device_id>(driver.clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE);
    return device;
}

void keep_argument(KernelState& state, cl_uint index, std::size_t size, const void* value) {
    using Kind = SetArgument::Kind;
    if (index >= state.arguments.size()) return;
    SetArgument& argument = state.arguments[index];
    argument.local = value ? 0 : size;
    argument.kind = value ? Kind::value : Kind::local;
    if (!value) return;
    argument.bytes.assign(static_cast<const char*>(value), size);
    void* handle = nullptr;
    if (size == sizeof handle) std::memcpy(&handle, value, sizeof handle);
    if (state.takes_memory[index])
        argument.kind = Kind::other;  // created by a call that the layer does not track
    if (handle && objects().memory.contains(static_cast<cl_mem>(handle)))
        argument.kind = Kind::memory;
    if (handle && objects().samplers.contains(static_cast<cl_sampler>(handle)))
        argument.kind = Kind::sampler;
}

LaunchShape shape_of(cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                     const std::size_t* local) {
    LaunchShape shape;
    shape.dimensions = static_cast<int>(std::min(dimensions, 3U));
    for (std::size_t i = 0; i < static_cast<std::size_t>(shape.dimensions); ++i) {
        if (offset) shape.offset.at(i) = offset[i];
        if (global) shape.global.at(i) = global[i];
        if (local) shape.local.at(i) = local[i];
    }
    return shape;
}

}  // namespace hone::layer
