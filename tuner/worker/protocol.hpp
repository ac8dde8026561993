// SPDX-License-Identifier: MIT
// Converts the structs that parent and worker exchange to JSON and back.
#pragma once

#include "db/model/probe.hpp"
#include "tuner/channel/json_channel.hpp"
#include "tuner/measure/bench.hpp"

namespace hone {

Message to_message(const Problem& problem);
Problem problem_from(const Message& message);

/// The device that a request names. Throws an environment Error if the device is gone.
Message to_message(const LocalDevice& device);
LocalDevice device_from(const Message& message);

/// A device with all of its facts. A device read from a message has no handle, and is on this host.
Message facts_message(const LocalDevice& device);
LocalDevice device_with_facts_from(const Message& message);

Message to_message(const BenchSetup& setup);
/// Finds the device again and reads the space from its text.
BenchSetup setup_from(const Message& message);

/// The parts of a plan that are needed to build and launch it; the costs stay with the parent.
Message to_message(const Plan& plan);
Plan plan_from(const Message& message);

/// Who is at fault in a result; the config if it does not say.
AtFault at_fault_from(const Message& result);

Message to_message(const BuildResult& result);
BuildResult build_result_from(const Message& message);

Message to_message(const RunResult& result);
RunResult run_result_from(const Message& message);

Message to_message(const Probe& probe);
Probe probe_from(const Message& message);

Message to_message(const SamplingLimits& limits);
SamplingLimits sampling_limits_from(const Message& message);

}  // namespace hone
