// SPDX-License-Identifier: MIT
// The launches of one answer: built, bound, enqueued in order, as often as wanted.
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

/// Which launches of a sequence give an event. One takes NVIDIA's driver a third of the time of a launch.
enum class WantedEvents { none, last, all };

class LaunchSequence {
  public:
    /// Loads or builds the program and sets whatever belongs to the way of computing. Throws a
    /// Failure where that cannot be done.
    LaunchSequence(const hone_opencl& opencl, TunedKernel answer, cl_context context,
                   cl_device_id device);

    /// Sets the argument of this name wherever it occurs: so many bytes of an OpenCL C type, of
    /// "buffer" or of "local"; an empty type is not compared. Throws a Failure for what the kernels
    /// do not have, or have otherwise.
    void set(std::string_view name, std::string_view type, std::size_t size, const void* value);

    /// Enqueues every launch after these events, each after the one before it, also on an
    /// out-of-order queue. Answers with the events that are wanted.
    std::vector<Owned<cl_event>> enqueue(cl_command_queue queue, std::span<const cl_event> waits,
                                         WantedEvents wanted = WantedEvents::all);

    const TunedKernel& answer() const { return answer_; }
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
    /// An argument of a kernel.
    struct Place {
        cl_kernel kernel;
        cl_uint index;
    };
    std::map<std::string, std::vector<Place>, std::less<>> places_;  // of each name
    /// How an argument of the application was set the last time, and found right.
    struct Checked {
        std::string type;
        std::size_t size = 0;
    };
    std::map<std::string, Checked, std::less<>> checked_;
    // The last use of the scratch memory, which the next one waits for; without an event it is all
    // that the queue was given until then.
    Owned<cl_command_queue> last_queue_;
    Owned<cl_event> last_;
    std::vector<cl_event> waits_;  // of the launch that comes next
};

}  // namespace hone::launch
