// SPDX-License-Identifier: MIT
// The shares of the time limit.
#include "tuner/session/session_time.hpp"

#include <algorithm>

namespace hone {
namespace {

constexpr int finals_share = 5;  // a fifth, but at most what five finalists need
constexpr std::chrono::seconds longest_finals{15};
constexpr int load_share = 3;  // a third, but at most what twelve configs need
constexpr std::chrono::seconds longest_load{50};
constexpr int audit_share = 5;  // a fifth
constexpr int reference_share = 20;
constexpr int least_search = 3;  // a third

}  // namespace

void SessionTime::begin_search() {
    prepared_ = elapsed();
}

SessionTime::Clock::duration SessionTime::for_finals(Clock::duration limit, Finals finals) {
    if (finals == Finals::none) return Clock::duration{0};
    const auto timed = std::min<Clock::duration>(limit / finals_share, longest_finals);
    if (finals == Finals::timed) return timed;
    return timed + std::min<Clock::duration>(limit / load_share, longest_load);
}

SessionTime::Clock::duration SessionTime::left(Clock::duration share) const {
    return std::max(share, prepared_ + *limit_ / least_search) - elapsed();
}

std::optional<SessionTime::Clock::duration> SessionTime::search_left() const {
    if (!limit_) return std::nullopt;
    const auto audit = has_audit_ ? *limit_ / audit_share : Clock::duration{0};
    return left(*limit_ - for_finals(*limit_, finals_) - audit);
}

bool SessionTime::search_is_over() const {
    const auto rest = search_left();
    return rest && *rest <= Clock::duration{0};
}

bool SessionTime::audit_is_over() const {
    return limit_ && left(*limit_ - for_finals(*limit_, finals_)) <= Clock::duration{0};
}

std::optional<SessionTime::Clock::duration> SessionTime::all_left() const {
    return limit_ ? std::optional(*limit_ - elapsed()) : std::nullopt;
}

std::optional<SessionTime::Clock::duration> SessionTime::to_prepare(
    std::optional<Clock::duration> limit) {
    constexpr int share = 8;
    constexpr std::chrono::seconds longest{1};
    return limit ? std::optional(std::min<Clock::duration>(*limit / share, longest)) : std::nullopt;
}

bool SessionTime::all_is_over() const {
    return limit_ && elapsed() >= *limit_;
}

std::optional<SessionTime::Clock::duration> SessionTime::for_reference() const {
    return limit_ ? std::optional(*limit_ / reference_share) : std::nullopt;
}

}  // namespace hone
