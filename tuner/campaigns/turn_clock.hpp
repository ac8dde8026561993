// SPDX-License-Identifier: MIT
// The time of a race: turns a kernel's share of it into a turn of its session, with a deadline.
#pragma once

#include <chrono>
#include <optional>

#include "tuner/session/task.hpp"

namespace hone {

class TurnClock {
  public:
    /// Starts now. `ends_in_time`: turns have deadlines, after which work is cancelled; this needs
    /// a limit.
    TurnClock(std::optional<std::chrono::nanoseconds> limit, bool ends_in_time)
        : limit_(limit), ends_in_time_(ends_in_time) {}

    const std::optional<std::chrono::nanoseconds>& limit() const { return limit_; }
    std::chrono::nanoseconds elapsed() const { return std::chrono::steady_clock::now() - began_; }

    /// A turn of this length. `left` turns, this one included, are left: they share the time by
    /// which the race may exceed its limit. `for_first_result` extends the deadline while no config
    /// has run.
    SessionTurn turn(std::chrono::nanoseconds share, std::size_t left,
                     std::chrono::seconds for_first_result) const;
    /// A turn in which only this part runs. Others wait for the end of a search, so its deadline is
    /// earlier.
    SessionTurn part_of_turn(SessionTurn::Part part, std::chrono::nanoseconds share,
                             std::size_t left, std::chrono::seconds for_first_result) const;
    /// The deadline of the whole race, if there is one.
    std::optional<Deadline> end() const;

  private:
    std::chrono::nanoseconds grace() const;

    std::optional<std::chrono::nanoseconds> limit_;
    bool ends_in_time_;
    Deadline began_ = std::chrono::steady_clock::now();
};

}  // namespace hone
