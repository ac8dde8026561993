// SPDX-License-Identifier: MIT
// Compiles the program of a config. The bench uses it for the configs that it runs; workers that
// only prebuild use nothing else.
#pragma once

#include <string>
#include <vector>

#include "db/model/outcome.hpp"
#include "kernels/launch/launcher.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/build_info.hpp"

namespace hone {

/// The result of a build.
struct BuildResult {
    Outcome outcome = Outcome::ok;  // ok, build or launch
    std::string message;
    double milliseconds = 0;
    std::vector<KernelBuildInfo> built;  // one for each launch
    bool is_shared = false;              // the program already existed: it was not built
    AtFault at_fault = AtFault::config;  // of a failure
};

/// Whether the process that built it was killed, or crashed.
inline bool was_killed(const BuildResult& built) {
    return built.outcome == Outcome::timeout || built.outcome == Outcome::crash;
}

/// Whether a driver may answer a build from its cache.
enum class DriverCache { used, bypassed };

class Builder {
  public:
    /// Builds programs of the setup's space and problem.
    Builder(const BenchSetup& setup, cl::Context context);

    /// Builds a plan's program into `program`. A compiler error is a result, not an exception.
    BuildResult build(const Plan& plan, Compiled& program,
                      DriverCache cache = DriverCache::used) const;

  private:
    Compiled build(const std::string& text, const std::string& options, BuildResult& result) const;

    cl::Context context_;
    cl::Device device_;
    std::string source_;
    std::string rewrite_;
    std::string options_before_, options_after_;  // before and after those of a config
};

}  // namespace hone
