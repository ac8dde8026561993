// SPDX-License-Identifier: MIT
// Tunes a device for all queries of applications, within a time limit: the campaign of `hone tune`
// without a routine.
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
    TuneOptions tune = {};  // for each size; the campaign sets its limits
    std::chrono::nanoseconds time_limit{};
    /// The time since the campaign started; measured with a clock by default.
    std::function<std::chrono::nanoseconds()> elapsed = {};
    CommandText check_command = {};  // for the runs that recheck a best
};

/// The current state of a slot.
struct SlotResult {
    Slot slot;
    std::size_t tuned = 0;            // sizes with a best, including those of earlier calls
    std::optional<double> loss = {};  // expected at sizes drawn at random, in log2
    std::string failure = {};         // why the latest size without a best has none
    /// The tuned sizes at the end, under their stored names: each problem, and the conditions of
    /// its times.
    std::set<std::pair<std::string, Conditions>> problems = {};
};

/// The progress of the campaign.
struct DeviceProgress {
    const std::vector<SlotResult>& slots;
    std::chrono::nanoseconds left;
    const Problem& next;
    /// The loss of all slots, averaged by their weights; nullopt if none is known.
    std::optional<double> loss() const;
};

/// Callbacks for the steps of the campaign.
struct DeviceCallbacks {
    std::function<void(const std::string& probe)> on_probe = [](const std::string& /*probe*/) {};
    std::function<void(std::size_t bests)> on_recheck = [](std::size_t /*bests*/) {};
    /// Called after the recheck: `timed` of all `bests` were timed again in the available time.
    std::function<void(std::size_t timed, std::size_t bests)> on_rechecked =
        [](std::size_t /*timed*/, std::size_t /*bests*/) {};
    std::function<void(const DeviceProgress&)> on_search = [](const DeviceProgress& /*progress*/) {
    };
    /// Called before fast configs of some of the slot's sizes are timed at others.
    std::function<void(const SlotResult&, std::chrono::nanoseconds left)> on_untimed =
        [](const SlotResult& /*slot*/, std::chrono::nanoseconds /*left*/) {};
};

/// Measures the peaks that the store lacks.
void probe_peaks(const LocalDevice& device, const TuneDeviceOptions& options,
                 const Campaign& campaign, const DeviceCallbacks& callbacks);

/// Times the bests that were tuned under another driver again: for each problem only the fastest
/// kernel's.
void recheck_after_driver(const LocalDevice& device, const TuneDeviceOptions& options,
                          const Campaign& campaign, const DeviceCallbacks& callbacks);

/// Tunes one size after the other, each in the slot with the largest expected loss. Stored results
/// count.
std::vector<SlotResult> tune_slots(const std::vector<Slot>& slots, const LocalDevice& device,
                                   const TuneDeviceOptions& options, const Campaign& campaign,
                                   const DeviceCallbacks& callbacks);

/// Returns a clock that starts now.
std::function<std::chrono::nanoseconds()> clock_from_now();

}  // namespace hone
