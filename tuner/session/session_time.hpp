// SPDX-License-Identifier: MIT
// Divides the time of a session between the search, an optional audit and the final round.
#pragma once

#include <chrono>
#include <optional>

namespace hone {

/// The finals that follow the search.
enum class Finals { none, timed, sustained };

class SessionTime {
  public:
    using Clock = std::chrono::steady_clock;

    /// The time starts now. Without a limit it never ends.
    SessionTime(std::optional<Clock::duration> limit, bool has_audit, Finals finals = Finals::timed)
        : limit_(limit), has_audit_(has_audit), finals_(finals) {}

    /// Excludes the preparation: at least a third of the limit remains for the search.
    void begin_search();

    /// Whether the remaining time belongs to the audit or to the final round.
    bool search_is_over() const;
    /// The time left for the search; nullopt without a limit.
    std::optional<Clock::duration> search_left() const;
    /// Whether the remaining time belongs to the final round.
    bool audit_is_over() const;
    /// Whether the limit has passed: no new work begins.
    bool all_is_over() const;

    /// The time limit of the reference: a twentieth of the session's; nullopt without a limit.
    std::optional<Clock::duration> for_reference() const;
    Clock::duration elapsed() const { return Clock::now() - began_; }
    /// The time for preparation before the first turn: an eighth of the limit, at most a second.
    static std::optional<Clock::duration> to_prepare(std::optional<Clock::duration> limit);
    /// The time left until the limit; nullopt without one.
    std::optional<Clock::duration> all_left() const;

    /// The part of `limit` that belongs to the final round.
    static Clock::duration for_finals(Clock::duration limit, Finals finals);

  private:
    Clock::duration left(Clock::duration share) const;

    std::optional<Clock::duration> limit_;
    bool has_audit_;
    Finals finals_;
    Clock::time_point began_ = Clock::now();
    Clock::duration prepared_{0};
};

}  // namespace hone
