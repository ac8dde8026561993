// SPDX-License-Identifier: MIT
// Applies the rules to configs of one kernel, problem and device. Immutable, so all devices of a
// session share it.
#pragma once

#include <set>

#include "db/store/store.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/pruning/rules.hpp"
#include "tuner/worker/remote_bench.hpp"

namespace hone {

/// The peaks that `hone probe` measured; 0 if it did not run.
MeasuredPeaks measured_peaks(Store& store, const MeasurementKey& key);

/// Raises the peaks to the rates of a config with this time. It may be another kernel's time, since
/// all kernels do the same work.
void raise_roofline(MeasuredPeaks& peaks, const Plan& plan, double ns);

class Pruner {
  public:
    /// Probes the facts about the device that the store lacks, and reads the quarantined configs.
    /// `setup` must outlive it.
    Pruner(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
           const MeasurementKey& key);

    /// The verdict before the build. `best_ns` is the best time so far, or 0.
    RuleVerdict before_build(const Plan& plan, const MeasuredPeaks& peaks, double best_ns) const;
    /// The verdict on the built kernels.
    RuleVerdict after_build(const Plan& plan, std::span<const KernelBuildInfo> built) const;

    Plan plan(const Config& config) const { return make_plan(setup_.space, config, known_); }
    /// The variables of the problem and of the device for expressions.
    const Names& known() const { return known_; }

  private:
    RuleInput rule_input(const Plan& plan) const;

    const BenchSetup& setup_;
    Names known_;
    const Architecture* architecture_;
    Requirement requirement_;
    std::set<Config> quarantine_;
    std::int64_t local_limit_ = 0;  // measured size of the device's local memory, in bytes
};

}  // namespace hone
