// SPDX-License-Identifier: MIT
// Fills in the fields of a run, of a trial and of their key.
#pragma once

#include <span>
#include <string>

#include "db/model/run.hpp"
#include "db/model/trial.hpp"
#include "db/store/store.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/build_info.hpp"

namespace hone {

/// Returns the key of a session's times, and adds its device and kernel to the store.
MeasurementKey measurement_key(const BenchSetup& setup, Store& store);

/// A run with this setup and key, before it starts.
Run run_of(const BenchSetup& setup, const MeasurementKey& key, const std::string& strategy,
           const std::string& command);

/// Fills in the fields that follow from the plan, before the build.
void fill_trial(const Plan& plan, Trial& trial);
/// Fills in the resources of the built kernels: the maximum of each, but the minimum of the largest
/// work-group.
void fill_trial(std::span<const KernelBuildInfo> built, Trial& trial);

}  // namespace hone
