// SPDX-License-Identifier: MIT
// How the time of a session is divided: the search, an audit where one is wanted, and the final round.
#pragma once

#include <chrono>
#include <optional>

namespace hone {

/// What follows on the search.
enum class Finals { none, timed, under_load };

class SessionTime {
  public:
    using Clock = std::chrono::steady_clock;

    /// The time begins now. Without a limit nothing is ever over.
    SessionTime(std::optional<Clock::duration> limit, bool has_audit, Finals finals = Finals::timed)
        : limit_(limit), has_audit_(has_audit), finals_(finals) {}

    /// What was prepared has taken its time; a third of the limit belongs to the search in any case.
    void begin_search();

    /// Whether the rest belongs to the audit or to the final round.
    bool search_is_over() const;
    /// What is left of the search; nothing where there is no limit.
    std::optional<Clock::duration> search_left() const;
    /// Whether the rest belongs to the final round.
    bool audit_is_over() const;
    /// Whether nothing new is begun any more.
    bool all_is_over() const;

    /// What the time of the reference may be: a twentieth; nothing where there is no limit.
    std::optional<Clock::duration> for_reference() const;
    Clock::duration elapsed() const { return Clock::now() - began_; }
    /// What may be spent before the first turn: an eighth, and a second at most.
    static std::optional<Clock::duration> to_prepare(std::optional<Clock::duration> limit);
    /// What is left of all; nothing where there is no limit.
    std::optional<Clock::duration> all_left() const;

    /// What the final round has of so much time.
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
