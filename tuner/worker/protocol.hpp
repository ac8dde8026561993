// SPDX-License-Identifier: MIT
// What parent and worker say to one another, as JSON: each struct that crosses the line, both ways.
#pragma once

#include "db/model/probe.hpp"
#include "tuner/measure/bench.hpp"
#include "tuner/worker/json_channel.hpp"

namespace hone {

Message to_message(const Problem& problem);
Problem problem_from(const Message& message);

/// The device that a request names; an environment Error when it is gone.
Found device_from(const Message& message);

Message to_message(const BenchSetup& setup);
/// Finds the device again and reads the space from its text.
BenchSetup setup_from(const Message& message);

Message to_message(const BuildResult& result);
BuildResult build_result_from(const Message& message);

Message to_message(const RunResult& result);
RunResult run_result_from(const Message& message);

Message to_message(const Probe& probe);
Probe probe_from(const Message& message);

Message to_message(const Patience& patience);
Patience patience_from(const Message& message);

}  // namespace hone
