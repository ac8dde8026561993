// SPDX-License-Identifier: MIT
// The stop rules, each a line with its reason.
#include "tuner/measure/stop_rule.hpp"

#include <algorithm>

#include "db/model/median_interval.hpp"

namespace hone {

std::string_view text(Stop stop) {
    switch (stop) {
        case Stop::not_yet:
            return "not yet";
        case Stop::tight:
            return "tight";
        case Stop::stale:
            return "stale";
        case Stop::beaten:
            return "beaten";
        case Stop::hopeless:
            return "hopeless";
        case Stop::spent:
            return "spent";
    }
    return "";
}

Stop Stopwatch::after(std::span<const std::int64_t> samples) {
    const auto last = static_cast<double>(samples.back());
    spent_ns_ += last;
    // Noise only adds time, so a sample far above the best is enough to lose, were it even the
    // luckiest.
    const auto fastest = static_cast<double>(*std::min_element(samples.begin(), samples.end()));
    if (patience_.incumbent_ns > 0 && fastest > patience_.hopeless * patience_.incumbent_ns)
        return Stop::hopeless;
    if (spent_ns_ >= patience_.most_ns || samples.size() >= patience_.most_samples)
        return Stop::spent;
    if (samples.size() < patience_.least_samples) return Stop::not_yet;
    const Estimate now = estimate(samples);
    if (patience_.incumbent_ns > 0 && now.low > patience_.incumbent_ns) return Stop::beaten;
    if (spent_ns_ < patience_.least_ns) return Stop::not_yet;
    if (now.spread() <= patience_.tight) return Stop::tight;
    if (now.spread() < tightest_ * 0.95) {
        tightest_ = now.spread();
        tightest_at_ = samples.size();
    }
    return samples.size() - tightest_at_ >= patience_.stale_samples ? Stop::stale : Stop::not_yet;
}

}  // namespace hone
