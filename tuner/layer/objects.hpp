// SPDX-License-Identifier: MIT
// The objects of the program: its kernels with their arguments, memory objects, the devices of
// queues, and user events that hold commands back. The layer's functions update them.
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

/// An argument as it was last set.
struct SetArgument {
    /// `pointer` points to shared virtual memory; `other` is memory that was created by a call that
    /// the layer does not track.
    enum class Kind { unset, value, local, memory, sampler, pointer, other };
    Kind kind = Kind::unset;
    std::string bytes;      // of a value or a handle
    std::size_t local = 0;  // bytes of local memory

    cl_mem memory() const;
    cl_sampler sampler() const;
};

/// The decision on launches of one shape.
struct Decision;

/// A launch that a capture has seen: its queue, its shape and its index in the trace.
struct CapturedLaunch {
    cl_command_queue queue = nullptr;
    LaunchShape shape = {};
    std::size_t index = 0;
};

/// A kernel of the program.
struct KernelState {
    std::vector<SetArgument> arguments;
    std::vector<bool> takes_memory;  // as the compiler reports
    bool follows_pointers = false;   // to shared memory that is not an argument
    std::vector<std::shared_ptr<Decision>> decisions;
    std::vector<CapturedLaunch> captured;
};

struct Objects {
    std::mutex mutex;  // guards all members below
    std::unordered_map<cl_kernel, std::shared_ptr<KernelState>> kernels;
    std::unordered_set<cl_mem> memory;
    std::unordered_set<cl_sampler> samplers;
    std::unordered_map<cl_command_queue, cl_device_id> queues;
    std::unordered_set<cl_event> pending_events;  // user events of the program that are not yet set

    /// The kernel's state; created on first use. Needs the mutex held.
    KernelState& state_of(cl_kernel kernel);
    cl_device_id device_of(cl_command_queue queue);
};

/// The objects of this process. They are never destroyed, because programs use OpenCL until they
/// end.
Objects& objects();

/// Whether an action of the program could not be recorded: from then on nothing is replaced.
std::atomic<bool>& lost_track();

/// Whether the work succeeded. No exception may leave a function that C programs call.
template <class Work>
bool try_to(Work work) {
    try {
        work();
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

/// Records an action of the program, with the mutex held.
template <class Work>
void note(Work work) {
    const bool noted = try_to([&] {
        const std::lock_guard lock(objects().mutex);
        work();
    });
    if (!noted) lost_track() = true;
}

/// Records an argument when it is set. Needs the mutex held.
void keep_argument(KernelState& state, cl_uint index, std::size_t size, const void* value);

/// The shape of a launch as the program requested it.
LaunchShape shape_of(cl_uint dimensions, const std::size_t* offset, const std::size_t* global,
                     const std::size_t* local);

}  // namespace hone::layer
