// SPDX-License-Identifier: MIT
// What the fields of a trial and of its subject are filled in from.
#pragma once

#include <span>

#include "db/model/run.hpp"
#include "db/model/trial.hpp"
#include "db/store/store.hpp"
#include "spaces/candidates/plan.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/build_info.hpp"

namespace hone {

/// What the times of a session are about, with its device and kernel added to the store.
MeasurementKey measurement_key(const BenchSetup& setup, Store& store);

/// Fills in what the plan says of a trial before anything is built.
void record(const Plan& plan, Trial& trial);
/// Fills in what the driver said of the built kernels: the most that any of them takes.
void record(std::span<const Built> built, Trial& trial);

}  // namespace hone
