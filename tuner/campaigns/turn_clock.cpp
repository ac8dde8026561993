// SPDX-License-Identifier: MIT
// Work that runs when the time is over may continue a little.
#include "tuner/campaigns/turn_clock.hpp"

#include <algorithm>

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

// The lower bound allows for the start of a worker.
std::chrono::nanoseconds longest_search(std::chrono::nanoseconds share) {
    return std::max<std::chrono::nanoseconds>(2 * share, std::chrono::seconds(1));
}

}  // namespace

SessionTurn TurnClock::turn(std::chrono::nanoseconds share, std::size_t left,
                            std::chrono::seconds for_first_result) const {
    SessionTurn turn{.limit = share};
    if (!ends_in_time_) return turn;
    turn.for_first_result = for_first_result;
    turn.end = Clock::now() + for_first_result + share + grace() / static_cast<std::int64_t>(left);
    return turn;
}

SessionTurn TurnClock::part_of_turn(SessionTurn::Part part, std::chrono::nanoseconds share,
                                    std::size_t left, std::chrono::seconds for_first_result) const {
    SessionTurn turn = this->turn(share, left, for_first_result);
    turn.part = part;
    if (part == SessionTurn::Part::search && turn.end)
        turn.end = std::min(*turn.end, Clock::now() + for_first_result + longest_search(share));
    return turn;
}

std::optional<Deadline> TurnClock::end() const {
    if (!ends_in_time_) return std::nullopt;
    return began_ + *limit_ + grace();
}

// Five seconds, or a third of the limit if that is more.
std::chrono::nanoseconds TurnClock::grace() const {
    return std::max<std::chrono::nanoseconds>(std::chrono::seconds(5), *limit_ / 3);
}

}  // namespace hone
