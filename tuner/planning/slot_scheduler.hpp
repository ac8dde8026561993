// SPDX-License-Identifier: MIT
// Divides time among slots: each turn tunes one more size of the slot where applications are
// expected to lose most. It knows only numbers.
#pragma once

#include <chrono>
#include <optional>
#include <span>

namespace hone {

/// A routine in one precision and layout, as far as the scheduler sees it.
struct SlotState {
    double weight = 1;                    // how often applications ask for it, beside other slots
    std::size_t tuned = 0;                // sizes
    std::optional<double> loss = {};      // that is expected, in log2 of time; nothing: not known
    std::chrono::nanoseconds overhead{};  // that a turn takes beyond its own limit
    std::optional<std::chrono::nanoseconds> each_config = {};  // that is tried in a turn
    bool has_sizes_left = true;
};

/// The time of a campaign.
struct TimeBudget {
    std::chrono::nanoseconds limit{};  // of the whole campaign
    std::chrono::nanoseconds left{};   // of it
};

/// One more size of a slot.
struct Turn {
    std::size_t slot = 0;
    std::chrono::nanoseconds limit{};  // of the search, with all kernels
};

/// The next turn; nothing where no time or no size is left. A slot that takes longer than what is
/// left is passed over. What is not known at all comes before all others. After that the loss
/// decides, and the less the more sizes of the slot are tuned.
std::optional<Turn> next_turn(std::span<const SlotState> slots, const TimeBudget& budget);

/// How many sizes of each slot can be tuned in this time.
std::size_t sizes_of_each(std::size_t slots, std::chrono::nanoseconds time);

/// Of what is lost at all of these slots, the share of the first one; 1 where it is the only one.
double share_of_first(std::span<const SlotState> slots);

}  // namespace hone
