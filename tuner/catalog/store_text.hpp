// SPDX-License-Identifier: MIT
// What the tuner knows, as the store keeps it: spaces, problems, configs and plans as canonical
// text, and configs back again.
#pragma once

#include <optional>
#include <string>

#include "db/model/canonical_json.hpp"
#include "db/model/kernel.hpp"
#include "db/model/run.hpp"
#include "db/model/trial.hpp"
#include "db/store/store.hpp"
#include "spaces/candidates/plan.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"
#include "tuner/measure/bench.hpp"

namespace hone {

/// The kernel of a space with both its texts; an environment Error when a file cannot be read.
Kernel kernel_of(const Space& space);

/// A value as the store writes it.
Setting setting(const std::string& name, const Value& value);

/// {"MWG":64,"KIND":"fast"}, in the parameters' written order.
std::string config_text(const Space& space, const Config& config);
/// The config that says so, or nothing when the space has not these parameters and values.
std::optional<Config> config_from(const Space& space, const std::string& text);

/// {"K":1024,"M":1024,"N":1024}, in the order of the names.
std::string problem_text(const Problem& problem);
/// The problem that a stored subject is about.
Problem problem_from(const Space& space, const Subject& subject);

/// What the times of a session are about, with its device and kernel added to the store.
Subject subject_of(const BenchSetup& setup, Store& store);

/// Fills in what the plan says of a trial before anything is built.
void record(const Plan& plan, Trial& trial);
/// Fills in what the driver said of the built kernels: the most that any of them takes.
void record(std::span<const Built> built, Trial& trial);

}  // namespace hone
