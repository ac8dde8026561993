// SPDX-License-Identifier: MIT
// What `hone tune` without a routine says while it works and at its end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "tuner/campaigns/tune_device.hpp"

namespace hone::cli {

/// "gemm in f32, f64; reduction in f32, f64, i32".
std::string slots_words(const std::vector<Slot>& slots);

/// What comes next, what is done, how good answers are by now, and how much time is left.
std::string device_progress_words(const DeviceProgress& progress);

/// Of which slot configs are timed at more sizes, how good its answers are by now, and how much time is left.
std::string contenders_words(const SlotResult& slot, std::chrono::nanoseconds left);

/// A line for each routine and precision: sizes, the loss that is expected at others, and the gain
/// at those that were tuned.
void print_device(const std::vector<SlotResult>& results, const Evidence& evidence,
                  const Device& device, bool as_json);

}  // namespace hone::cli
