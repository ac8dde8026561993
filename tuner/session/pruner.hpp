// SPDX-License-Identifier: MIT
// The judge of one kernel, problem and device: everything that the rules judge by is at hand here,
// what was probed and what was reached included.
#pragma once

#include "db/store/store.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/pruning/rules.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

class Judge {
  public:
    /// Probes what the store does not know of the device yet. `setup`, `store` and `run` must
    /// outlive it.
    Judge(const BenchSetup& setup, const Limits& limits, Store& store, const Run& run);

    /// What the rules say before anything is built. `best_ns` is the best time so far, or 0.
    Verdict before_build(const Config& config, double best_ns) const;
    /// What they say once it is built.
    Verdict after_build(const Plan& plan, std::span<const Built> built) const;

    /// A config took that time, so the device's ceilings are no lower. It may be another kernel's
    /// time, since all do the same work.
    void was_reached(const Plan& plan, double ns);

    Plan plan(const Config& config) const { return make_plan(setup_.space, config, known_); }
    /// What the problem and the device say to expressions.
    const Names& known() const { return known_; }

  private:
    Question question(const Plan& plan, double best_ns) const;

    const BenchSetup& setup_;
    Store& store_;
    const Run& run_;
    Names known_;
    const Architecture* architecture_;
    Requirement requirement_;
    Roof roof_;
    std::int64_t local_limit_ = 0;  // bytes of local memory that the device was found to give
};

}  // namespace hone
