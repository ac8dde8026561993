// SPDX-License-Identifier: MIT
// The launches of one answer: built once, then bound and enqueued in order any number of times.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/launch/arguments.hpp"
#include "db/program/load_program.hpp"

namespace hone::launch {

using program::Owned;

/// The program cannot be built here, or lacks a kernel, so its other configs fail as well.
class ProgramFailure : public Failure {
  public:
    using Failure::Failure;
};

/// Which launches of a sequence return an event. With NVIDIA's driver, an event costs a third of
/// the time of a launch.
enum class WantedEvents { none, last, all };

class LaunchSequence {
  public:
    /// Loads or builds the program and sets the arguments that the problem does not have, such as
    /// scratch buffers. Throws a Failure if that is not possible.
    LaunchSequence(const hone_opencl& opencl, TunedKernel answer, cl_context context,
                   cl_device_id device);

    /// Sets the argument of this name in all launches. The type is one of OpenCL C, "buffer" or
    /// "local"; an empty type is not checked. Throws a Failure if no kernel has this argument, or
    /// if its type or size differs.
    void set(std::string_view name, std::string_view type, std::size_t size, const void* value);

    /// Enqueues all launches after these events, each after the previous one, also on an
    /// out-of-order queue. Returns the wanted events.
    std::vector<Owned<cl_event>> enqueue(cl_command_queue queue, std::span<const cl_event> waits,
                                         WantedEvents wanted = WantedEvents::all);

    const TunedKernel& answer() const { return answer_; }
    /// The bytes of scratch memory that it keeps.
    std::size_t scratch_bytes() const { return scratch_bytes_; }
    /// Whether all launches were enqueued once. Then a later failure has another cause than the
    /// config, such as a fault of an earlier kernel on the device.
    bool has_run() const { return has_run_; }
    const std::vector<Owned<cl_kernel>>& kernels() const { return kernels_; }

  private:
    void create_kernels(cl_program program, cl_device_id device);
    void set_extra(const TunedKernel::Extra& extra, cl_context context);
    void find_places();
    void set_everywhere(std::string_view name, std::size_t size, const void* value);
    void check_type(std::string_view name, std::string_view type) const;
    void check_all_set() const;
    void wait_for_last_use(cl_command_queue queue, bool in_order);
    Owned<cl_event> enqueue_one(std::size_t index, cl_command_queue queue,
                                std::span<const cl_event> waits, bool with_event) const;
    void enqueue_all(cl_command_queue queue, WantedEvents wanted, bool in_order,
                     std::vector<Owned<cl_event>>& events);
    void remember(cl_command_queue queue, const Owned<cl_event>& last);

    hone_opencl opencl_;
    TunedKernel answer_;
    Arguments arguments_;
    std::set<std::string, std::less<>> unset_;
    std::vector<Owned<cl_kernel>> kernels_;
    std::vector<Owned<cl_mem>> scratch_;
    std::size_t scratch_bytes_ = 0;
    /// An argument of a kernel.
    struct ArgumentSlot {
        cl_kernel kernel;
        cl_uint index;
    };
    std::map<std::string, std::vector<ArgumentSlot>, std::less<>> slots_;  // by argument name
    /// Type and size of an argument of the application that passed the checks.
    struct Checked {
        std::string type;
        std::size_t size = 0;
    };
    std::map<std::string, Checked, std::less<>> checked_;
    // The last use of the scratch memory; the next use waits for it. Without an event, that is all
    // work that the queue had at that time.
    Owned<cl_command_queue> last_queue_;
    Owned<cl_event> last_;
    std::vector<cl_event> waits_;  // events that the next launch waits for
    bool has_run_ = false;
};

}  // namespace hone::launch
