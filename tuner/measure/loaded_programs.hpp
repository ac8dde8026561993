// SPDX-License-Identifier: MIT
// The programs of one bench that were built or used last.
#pragma once

#include <cstddef>
#include <deque>
#include <map>

#include "kernels/launch/launcher.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/builder.hpp"

namespace hone {

struct LoadedProgram {
    Plan plan;
    Compiled program;
    BuildResult result;
};

class LoadedPrograms {
  public:
    /// Returns nullptr if the config was not built, or was evicted.
    const LoadedProgram* find(const Config& config) const;
    /// Like find, but also marks the config as recently used.
    const LoadedProgram* use(const Config& config);
    /// Returns a program of any config that is identical to this plan's; nullptr if there is none.
    const LoadedProgram* alike(const Plan& plan) const;
    /// Evicts the least recently used program if the cache is full.
    void add(LoadedProgram program);

  private:
    std::map<Config, LoadedProgram> programs_;
    std::deque<Config> least_recent_;  // their configs, least recently used first
};

}  // namespace hone
