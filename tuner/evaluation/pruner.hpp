// SPDX-License-Identifier: MIT
// Applies the rules to configs of one kernel, problem and device. Immutable, so all devices of a
// session share it.
#pragma once

#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "db/store/store.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/pruning/rules.hpp"
#include "tuner/worker/timeouts.hpp"

namespace hone {

/// The peaks that `hone probe` measured; 0 if it did not run.
MeasuredPeaks measured_peaks(Store& store, const MeasurementKey& key);

/// Raises the peaks to the rates of a config with this time. It may be another kernel's time, since
/// all kernels do the same work.
void raise_roofline(MeasuredPeaks& peaks, const Plan& plan, double ns);

/// Stored facts by which rules judge the configs of a kernel on a device.
struct StoredFacts {
    std::set<Config> quarantine = {};
    std::int64_t local_limit = 0;  // measured size of the device's local memory, in bytes
};
StoredFacts stored_facts(const Space& space, Store& store, const std::string& device,
                         const std::string& kernel);

class Pruner {
  public:
    /// Probes the facts about the device that the store lacks, and reads the quarantined configs.
    /// `setup` must outlive it.
    Pruner(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
           const MeasurementKey& key);
    /// Uses these facts, and asks neither a device nor a store.
    Pruner(const BenchSetup& setup, StoredFacts facts);

    /// The verdict before the build. `best_ns` is the best time so far, or 0.
    RuleVerdict before_build(const Plan& plan, const MeasuredPeaks& peaks, double best_ns) const;
    /// The verdict on the built kernels.
    RuleVerdict after_build(const Plan& plan, std::span<const KernelBuildInfo> built) const;

    /// The verdict of each rule; rules for built kernels apply only if `built` has some. If the
    /// config is in quarantine, that verdict comes first.
    std::vector<std::pair<const Rule*, RuleVerdict>> verdicts(
        const Plan& plan, std::span<const KernelBuildInfo> built, const MeasuredPeaks& peaks,
        double best_ns) const;

    Plan plan(const Config& config) const { return make_plan(setup_.space, config, known_); }
    /// The variables of the problem and of the device for expressions.
    const Names& known() const { return known_; }

  private:
    RuleInput rule_input(const Plan& plan) const;

    const BenchSetup& setup_;
    Names known_;
    const Architecture* architecture_;
    Requirement requirement_;
    StoredFacts facts_;
};

}  // namespace hone
