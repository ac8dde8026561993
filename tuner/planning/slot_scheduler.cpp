// SPDX-License-Identifier: MIT
// Tuning one more of n sizes removes about one part in n + 1 of the loss. The slot with the largest
// such part is next.
#include "tuner/planning/slot_scheduler.hpp"

#include <algorithm>
#include <utility>

namespace hone {
namespace {

using namespace std::chrono_literals;

constexpr double least_loss = 0.02;  // slots with confident estimates are tuned at times
constexpr double most_loss = 1;      // a factor of two; also assumed if the loss is unknown
constexpr int sizes_each = 2;        // the minimal number of sizes for each slot
constexpr std::chrono::nanoseconds shortest = 1s;
constexpr std::chrono::nanoseconds useful = 8s;  // preparing two kernels takes about five
constexpr int least_searches = 15;               // if the time is too short for useful searches
constexpr std::chrono::nanoseconds longest = 12s;
constexpr int enough_configs = 64;  // for one size: another size teaches more than further configs

// The loss, weighted by how often applications use the slot.
double lost(const SlotState& slot) {
    return slot.weight * std::clamp(slot.loss.value_or(most_loss), least_loss, most_loss);
}

std::pair<bool, double> priority(const SlotState& slot) {
    return {!slot.loss.has_value(), lost(slot) / static_cast<double>(1 + slot.tuned)};
}

// A device that tries configs quickly needs only a short search.
std::chrono::nanoseconds for_enough_configs(const SlotState& slot) {
    constexpr std::chrono::nanoseconds least = 3s;  // a shorter search mainly starts up
    return slot.each_config ? std::clamp(enough_configs * *slot.each_config, least, longest)
                            : longest;
}

// The limit of a search, bounded by the remaining time.
std::chrono::nanoseconds limit_of_search(const SlotState& slot, std::size_t slots,
                                         const TimeBudget& budget) {
    const auto share = budget.limit / static_cast<std::int64_t>(sizes_each * slots);
    const auto least = std::clamp(budget.limit / least_searches, shortest, useful);
    const auto most = for_enough_configs(slot);
    return std::min(std::clamp(share, std::min(least, most), most), budget.left - slot.overhead);
}

}  // namespace

std::optional<SlotSearch> next_search(std::span<const SlotState> slots, const TimeBudget& budget) {
    const auto limit = [&](const SlotState& slot) {
        return limit_of_search(slot, slots.size(), budget);
    };
    const SlotState* next = nullptr;
    for (const SlotState& slot : slots) {
        const bool fits = slot.has_sizes_left && limit(slot) >= shortest;
        if (fits && (!next || priority(slot) > priority(*next))) next = &slot;
    }
    if (!next) return std::nullopt;
    return SlotSearch{static_cast<std::size_t>(next - slots.data()), limit(*next)};
}

std::size_t sizes_of_each(std::size_t slots, std::chrono::nanoseconds time) {
    return static_cast<std::size_t>(time / longest) / std::max<std::size_t>(slots, 1);
}

double share_of_first(std::span<const SlotState> slots) {
    double sum = 0;
    for (const SlotState& slot : slots) sum += lost(slot);
    return lost(slots.front()) / sum;
}

}  // namespace hone
