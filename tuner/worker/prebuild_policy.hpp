// SPDX-License-Identifier: MIT
// Decides whether programs are built ahead, and on how many workers.
#pragma once

#include <chrono>
#include <cstddef>

#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/evaluator_bench.hpp"

namespace hone {

class PrebuildPolicy {
  public:
    explicit PrebuildPolicy(const BenchSetup& setup);

    /// The number of workers that build ahead; 0 if nothing is built ahead.
    std::size_t workers() const { return workers_; }
    void stop() { workers_ = 0; }

    /// Compares a build ahead with the build of the same program here. If the driver has no cache
    /// that processes share, building ahead would build everything twice: it is stopped.
    void add(const BuildResult& ahead, const BuildResult& here);
    /// The mean duration of a build ahead; 0 before the first.
    std::chrono::duration<double, std::milli> usual_build() const;

  private:
    std::size_t workers_;
    std::size_t used_ = 0;                 // programs that were built ahead
    double ahead_ms_ = 0, reload_ms_ = 0;  // time to build them ahead, and to load them here
};

}  // namespace hone
