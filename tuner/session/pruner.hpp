// SPDX-License-Identifier: MIT
// Applies the rules to the configs of one kernel, problem and device. It holds all that the rules
// need, with probed limits and peak rates.
#pragma once

#include "db/store/store.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/pruning/rules.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

class Pruner {
  public:
    /// Probes what the store does not know of the device yet. `setup`, `store` and `run` must
    /// outlive it.
    Pruner(const BenchSetup& setup, const Timeouts& timeouts, Store& store, const Run& run);

    /// The verdict before the build. `best_ns` is the best time so far, or 0.
    Verdict before_build(const Config& config, double best_ns) const;
    /// The verdict on the built kernels.
    Verdict after_build(const Plan& plan, std::span<const KernelBuildInfo> built) const;

    /// Raises the measured peaks to what a config reached in that time. It may be a time of another
    /// kernel, since all do the same work.
    void raise_roofline(const Plan& plan, double ns);

    Plan plan(const Config& config) const { return make_plan(setup_.space, config, known_); }
    /// The names of the problem and of the device for expressions.
    const Names& known() const { return known_; }

  private:
    RuleInput rule_input(const Plan& plan, double best_ns) const;

    const BenchSetup& setup_;
    Store& store_;
    const Run& run_;
    Names known_;
    const Architecture* architecture_;
    Requirement requirement_;
    MeasuredPeaks peaks_;
    std::int64_t local_limit_ = 0;  // bytes of local memory that the device was measured to have
};

}  // namespace hone
