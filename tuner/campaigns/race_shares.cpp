// SPDX-License-Identifier: MIT
// Each turn has a minimal share, even if earlier turns took longer than theirs.
#include "tuner/campaigns/race_shares.hpp"

#include <algorithm>
#include <limits>

namespace hone {
namespace {

constexpr double slowest =
    2;  // times the fastest's time: more than a search usually gains after its first turn

// The least time of a run of the config that was cut off: it runs several times, and is checked.
double least_ns(const FirstTurn& turn) {
    constexpr double runs = 8;
    constexpr std::chrono::nanoseconds for_checks = std::chrono::seconds(2);
    return static_cast<double>((turn.cut_off_run - for_checks).count()) / runs;
}

std::chrono::nanoseconds part(std::chrono::nanoseconds time, std::size_t parts) {
    return time / static_cast<std::int64_t>(parts);
}

}  // namespace

std::vector<std::size_t> kernels_that_go_on(std::span<const FirstTurn> turns) {
    std::vector<std::size_t> all;
    for (std::size_t k = 0; k < turns.size(); ++k)
        if (turns[k].best_ns) all.push_back(k);
    std::ranges::stable_sort(all, {}, [&](std::size_t k) { return *turns[k].best_ns; });
    constexpr double unknown = std::numeric_limits<double>::infinity();
    const double longest =
        all.empty() ? unknown : slowest * turns[all[0]].best_ns.value_or(unknown);
    std::erase_if(all, [&](std::size_t k) { return turns[k].best_ns > longest; });
    for (std::size_t k = 0; k < turns.size(); ++k)
        if (turns[k].was_too_short && least_ns(turns[k]) <= longest) all.push_back(k);
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
