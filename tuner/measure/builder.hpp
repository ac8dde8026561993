// SPDX-License-Identifier: MIT
// From a config to a program: the options that a compiler is given, and what it makes of them. The
// bench builds with it what it runs; workers that only build ahead have nothing else.
#pragma once

#include <string>
#include <vector>

#include "db/model/outcome.hpp"
#include "kernels/launch/launcher.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/build_info.hpp"

namespace hone {

/// What a build gave.
struct BuildResult {
    Outcome outcome = Outcome::ok;  // ok, build or launch
    std::string message;
    double milliseconds = 0;
    std::vector<Built> built;  // one for each launch
};

class Builder {
  public:
    /// `defines` is what the problem adds to a config's own, as its workload says.
    Builder(const BenchSetup& setup, cl::Context context, const std::string& defines);

    /// Builds a plan's program, which is left in `program`. What the compiler refuses is a result.
    BuildResult build(const Plan& plan, Compiled& program) const;

  private:
    cl::Context context_;
    cl::Device device_;
    std::string source_;
    std::string rewrite_;
    std::string before_, after_;  // options around those of a config
};

}  // namespace hone
