// SPDX-License-Identifier: MIT
// From a query to built launches. If an answer cannot be built, the next one is tried.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "db/launch/launch_sequence.hpp"
#include "db/lookup/tuned.hpp"

namespace hone::launch {

/// Builds the best answer that can be built; rewrites its program if the driver accepts that.
/// Throws a Failure with the reason if there is no such answer. If the device has no memory left for
/// an answer, it calls `free_memory` and tries the answer once more before it takes the next one.
LaunchSequence find_launches(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                             cl_context context, cl_device_id device,
                             const std::function<void()>& free_memory = {});

/// Counts failed attempts: the search for an answer ends on a device that builds or runs nothing.
/// Configs that share a program cost one build.
class Attempts {
  public:
    /// Counts this answer. Returns whether to give up after it.
    bool are_enough(const TunedKernel& answer) {
        programs_.insert(answer.kernel + ' ' + answer.build_options);
        return ++configs_ >= most_configs || programs_.size() >= most_programs;
    }

  private:
    static constexpr std::size_t most_programs = 16;
    static constexpr std::size_t most_configs = 128;
    std::set<std::string> programs_;
    std::size_t configs_ = 0;
};

/// Finds the answer for this device, after checking whether its driver accepts rewritten programs.
TunedKernel find_for(const hone_opencl& opencl, Tuned& tuned, const Query& query,
                     cl_context context, cl_device_id device);

}  // namespace hone::launch
