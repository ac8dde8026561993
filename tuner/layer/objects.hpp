// SPDX-License-Identifier: MIT
// What the program has made: its kernels with their arguments, its memory objects, its queues'
// devices, and whether it holds back commands by events of its own. The layer's functions keep it.
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tuner/trace/trace.hpp"

namespace hone::layer {

/// An argument as it was set last.
struct SetArgument {
    /// A pointer is one to shared virtual memory; other memory was made in a way that is not
    /// followed.
    enum class Kind { unset, value, local, memory, sampler, pointer, other };
    Kind kind = Kind::unset;
    std::string bytes;      // of a value or a handle
    std::size_t local = 0;  // bytes of local memory

    cl_mem memory() const;
    cl_sampler sampler() const;
};

/// What is to be done with launches of one shape.
struct Decision;

/// A launch that a capture has seen: its queue, its shape, its index in the trace.
struct CapturedLaunch {
    cl_command_queue queue = nullptr;
    LaunchShape shape = {};
    std::size_t index = 0;
};

/// A kernel of the program.
struct KernelState {
    std::vector<SetArgument> arguments;
    std::vector<bool> takes_memory;  // as the compiler reports
    bool follows_pointers = false;   // of shared memory that are no arguments
    std::vector<std::shared_ptr<Decision>> decisions;
    std::vector<CapturedLaunch> captured;
};

struct Objects {
    std::mutex mutex;  // of all below
    std::unordered_map<cl_kernel, std::shared_ptr<KernelState>> kernels;
    std::unordered_set<cl_mem> memory;
    std::unordered_set<cl_sampler> samplers;
    std::unordered_map<cl_command_queue, cl_device_id> queues;
    std::unordered_set<cl_event> pending_events;  // of the program, not yet set

    /// The kernel's state; a new one where it was not seen. The mutex is held.
    KernelState& state_of(cl_kernel kernel);
    cl_device_id device_of(cl_command_queue queue);
};

/// Those of this process. It is never destroyed: programs use OpenCL until their last moment.
Objects& objects();

/// Whether something that the program did could not be noted: nothing is replaced from then on.
std::atomic<bool>& lost_track();

/// Whether it could be done: no exception may leave a function that C programs call.
template <class Work>
bool try_to(Work work) {
    try {
        work();
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

/// Notes what the program did, with the mutex held.
template <class Work>
void note(Work work) {
    const bool noted = try_to([&] {
        const std::lock_guard lock(objects().mutex);
        work();
    });
    if (!noted) lost_track() = true;
}

/// Keeps an argument as it is set. The mutex is held.
void keep_argument(KernelState& state, cl_uint index, std::size_t size, const void* value);

/// The shape of a launch as it was asked for.
LaunchShape shape_of(cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                     const std::size_t* local);

}  // namespace hone::layer
