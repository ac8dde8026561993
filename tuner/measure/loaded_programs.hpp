// SPDX-License-Identifier: MIT
// The programs of one bench that were built or asked for last.
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
    /// Nothing where it was not built, or long ago.
    const LoadedProgram* find(const Config& config) const;
    /// The same of a config that is asked for: it is kept for longer.
    const LoadedProgram* use(const Config& config);
    /// Of whatever config, with the same program as this one; nothing where there is none.
    const LoadedProgram* alike(const Plan& plan) const;
    /// The one that was not asked for longest makes room.
    void add(LoadedProgram program);

  private:
    std::map<Config, LoadedProgram> programs_;
    std::deque<Config> least_recent_;  // their configs, least recently used first
};

}  // namespace hone
