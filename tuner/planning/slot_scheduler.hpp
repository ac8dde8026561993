// SPDX-License-Identifier: MIT
// Divides time among slots: each search tunes one more size of the slot with the largest expected
// loss for applications. The functions only see numbers.
#pragma once

#include <chrono>
#include <optional>
#include <span>

namespace hone {

/// A routine in one precision and layout, with the scheduler's inputs.
struct SlotState {
    double weight = 1;                    // how often applications use it, relative to other slots
    std::size_t tuned = 0;                // sizes
    std::optional<double> loss = {};      // expected, in log2 of time; nullopt if unknown
    std::chrono::nanoseconds overhead{};  // time of a search beyond its own limit
    std::optional<std::chrono::nanoseconds> each_config = {};  // time per config in a search
    bool has_sizes_left = true;
};

/// The time of a campaign.
struct TimeBudget {
    std::chrono::nanoseconds limit{};  // of the whole campaign
    std::chrono::nanoseconds left{};   // remaining
};

/// A search that tunes one more size of a slot.
struct SlotSearch {
    std::size_t slot = 0;
    std::chrono::nanoseconds limit{};  // for the search with all kernels
};

/// Returns the next search; nullopt if no time or no size is left. A slot that needs more than the
/// remaining time is skipped. Those with unknown loss come first. After that the loss decides,
/// divided by the number of tuned sizes plus one.
std::optional<SlotSearch> next_search(std::span<const SlotState> slots, const TimeBudget& budget);

/// The number of sizes of each slot that can be tuned in this time.
std::size_t sizes_of_each(std::size_t slots, std::chrono::nanoseconds time);

/// The first slot's share of the loss of all these slots; 1 if it is the only one.
double share_of_first(std::span<const SlotState> slots);

}  // namespace hone
