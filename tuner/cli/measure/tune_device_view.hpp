// SPDX-License-Identifier: MIT
// What `hone tune` without a routine prints during the work and at its end.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "tuner/campaigns/tune_device.hpp"

namespace hone::cli {

/// "gemm in f32, f64; reduction in f32, f64, i32".
std::string slots_words(const std::vector<Slot>& slots);

/// The next slot, what is done, the current quality of the answers, and the time left.
std::string device_progress_words(const DeviceProgress& progress);

/// The slot whose configs are timed at more sizes, the current quality of its answers, and the time
/// left.
std::string contenders_words(const SlotResult& slot, std::chrono::nanoseconds left);

/// Prints a line for each routine and precision: the sizes, the expected loss at other sizes, and
/// the gain at the tuned ones.
void print_device(const std::vector<SlotResult>& results, const Evidence& evidence,
                  const Device& device, bool as_json);

}  // namespace hone::cli
