// SPDX-License-Identifier: MIT
// Each turn has a minimal share, even if earlier turns took longer than theirs.
#include "tuner/campaigns/race_shares.hpp"

#include <algorithm>

namespace hone {
namespace {

constexpr double slowest =
    2;  // times the fastest's time: more than a search usually gains after its first turn

std::chrono::nanoseconds part(std::chrono::nanoseconds time, std::size_t parts) {
    return time / static_cast<std::int64_t>(parts);
}

}  // namespace

std::vector<std::size_t> kernels_that_go_on(std::span<const FirstTurn> turns) {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < turns.size(); ++k)
        if (turns[k].best_ns) all.push_back(k);
    std::ranges::stable_sort(all, {}, [&](std::size_t k) { return *turns[k].best_ns; });
    std::erase_if(all, [&, first = all.empty() ? 0 : *turns[all[0]].best_ns](std::size_t k) {
        return *turns[k].best_ns > slowest * first;
    });
    for (std::size_t k = 0; k < turns.size(); ++k)
        if (turns[k].was_too_short) all.push_back(k);
    return all;
}

std::chrono::nanoseconds first_turn(std::chrono::nanoseconds limit,
                                    std::chrono::nanoseconds elapsed, std::size_t kernels,
                                    std::size_t left) {
    return std::max(part(limit / 2 - elapsed, left), part(limit, 4 * kernels));
}

std::chrono::nanoseconds short_turn(std::chrono::nanoseconds limit) {
    return part(limit, 24);
}

std::vector<std::chrono::nanoseconds> last_turns(std::chrono::nanoseconds limit,
                                                 std::chrono::nanoseconds elapsed,
                                                 std::size_t kernels) {
    std::vector<std::chrono::nanoseconds> shares;
    for (std::size_t left = kernels; left > 0; --left) {
        shares.push_back(last_turn(limit, elapsed, left));
        elapsed += shares.back();
    }
    return shares;
}

std::chrono::nanoseconds last_turn(std::chrono::nanoseconds limit, std::chrono::nanoseconds elapsed,
                                   std::size_t left) {
    const auto share = left > 1 ? (limit - elapsed) / 2 : limit - elapsed;
    return std::max(share, part(limit, 8));
}

}  // namespace hone
