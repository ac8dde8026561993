// SPDX-License-Identifier: MIT
// Tunes a device for all that applications may ask of it, within a time limit: the campaign of
// `hone tune` without a routine.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tuner/campaigns/tune_problem.hpp"
#include "tuner/planning/device_slots.hpp"

namespace hone {

struct TuneDeviceOptions {
    TuneOptions tune = {};  // of each size; its limits are set by the campaign
    std::chrono::nanoseconds time_limit{};
    /// What has passed since the campaign began; by default by the clock.
    std::function<std::chrono::nanoseconds()> elapsed = {};
    CommandText check_command = {};  // of the runs that time a best again
};

/// What is known of a slot by now.
struct SlotResult {
    Slot slot;
    std::size_t tuned = 0;            // sizes with a best, with those of earlier calls
    std::optional<double> loss = {};  // that is expected at sizes drawn at random, in log2
    std::string failure = {};         // why the latest size without a best has none
    /// The tuned sizes at the end, as the store names them: each problem, and the conditions of its times.
    std::set<std::pair<std::string, Conditions>> problems = {};
};

/// How far the campaign is.
struct DeviceProgress {
    const std::vector<SlotResult>& slots;
    std::chrono::nanoseconds left;
    const Problem& next;
    /// Of all slots together, by their weights; nothing as long as nothing is known.
    std::optional<double> loss() const;
};

/// What happens meanwhile.
struct DeviceCallbacks {
    std::function<void(const std::string& probe)> on_probe = [](const std::string& /*probe*/) {};
    std::function<void(std::size_t bests)> on_recheck = [](std::size_t /*bests*/) {};
    /// So many of them were timed again in the time that there was.
    std::function<void(std::size_t timed, std::size_t bests)> on_rechecked =
        [](std::size_t /*timed*/, std::size_t /*bests*/) {};
    std::function<void(const DeviceProgress&)> on_turn = [](const DeviceProgress& /*progress*/) {};
    /// What is fast at some sizes of the slot is timed at others from now on.
    std::function<void(const SlotResult&, std::chrono::nanoseconds left)> on_contenders =
        [](const SlotResult& /*slot*/, std::chrono::nanoseconds /*left*/) {};
};

/// Measures the peaks that the store does not know.
void probe_peaks(const LocalDevice& device, const TuneDeviceOptions& options,
                 const Campaign& campaign, const DeviceCallbacks& callbacks);

/// Times the best of each problem again that was tuned under another driver: the fastest kernel's
/// alone.
void recheck_after_driver(const LocalDevice& device, const TuneDeviceOptions& options,
                          const Campaign& campaign, const DeviceCallbacks& callbacks);

/// Tunes one size after the other, each in the slot where most is lost. What is stored counts.
std::vector<SlotResult> tune_slots(const std::vector<Slot>& slots, const LocalDevice& device,
                                   const TuneDeviceOptions& options, const Campaign& campaign,
                                   const DeviceCallbacks& callbacks);

/// A clock that begins now.
std::function<std::chrono::nanoseconds()> clock_from_now();

}  // namespace hone
