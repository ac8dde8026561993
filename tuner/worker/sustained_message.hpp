// SPDX-License-Identifier: MIT
// Converts the measurement of a config under sustained load to JSON and back.
#pragma once

#include "tuner/channel/json_channel.hpp"
#include "tuner/measure/worker_bench.hpp"

namespace hone {

Message to_message(const SustainedResult& result);
/// Throws if the worker sends impossible values.
SustainedResult sustained_result_from(const Message& message);

}  // namespace hone
