// SPDX-License-Identifier: MIT
// What a config takes under steady load, to JSON and back.
#pragma once

#include "tuner/channel/json_channel.hpp"
#include "tuner/measure/worker_bench.hpp"

namespace hone {

Message to_message(const SteadyResult& result);
/// Throws where a worker says what cannot be.
SteadyResult steady_result_from(const Message& message);

}  // namespace hone
