// SPDX-License-Identifier: MIT
// The judge of one kernel, problem and device: everything that the rules judge by is at hand here.
// Nothing in it changes, so that all devices of a session share one.
#pragma once

#include <set>

#include "db/store/store.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/pruning/rules.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// What `hone probe` found, where it was asked; without it the peaks are unknown.
MeasuredPeaks measured_peaks(Store& store, const MeasurementKey& key);

/// A config took that time, so the device's peaks are no lower. It may be another kernel's time,
/// since all do the same work.
void raise_roofline(MeasuredPeaks& peaks, const Plan& plan, double ns);

class Pruner {
  public:
    /// Probes what the store does not know of the device yet, and reads which configs are in
    /// quarantine. `setup` must outlive it.
    Pruner(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
           const MeasurementKey& key);

    /// The verdict before the build. `best_ns` is the best time so far, or 0.
    RuleVerdict before_build(const Plan& plan, const MeasuredPeaks& peaks, double best_ns) const;
    /// The verdict on the built kernels.
    RuleVerdict after_build(const Plan& plan, std::span<const KernelBuildInfo> built) const;

    Plan plan(const Config& config) const { return make_plan(setup_.space, config, known_); }
    /// The names of the problem and of the device for expressions.
    const Names& known() const { return known_; }

  private:
    RuleInput rule_input(const Plan& plan) const;

    const BenchSetup& setup_;
    Names known_;
    const Architecture* architecture_;
    Requirement requirement_;
    std::set<Config> quarantine_;
    std::int64_t local_limit_ = 0;  // bytes of local memory that the device was measured to have
};

}  // namespace hone
