// SPDX-License-Identifier: MIT
// A walk that keeps coming back to known places has found what it can; then what is left comes in
// random order, so that a run goes on for as long as it is asked to.
#include "tuner/search/strategies/trajectory.hpp"

#include <limits>

namespace hone {
namespace {

// So many known places in a row, and a walk has nothing new in mind.
constexpr int patience = 200;

}  // namespace

Walk::Walk(const Ground& ground)
    : candidates_(ground.candidates),
      random_(ground.seed),
      everything_(make_random_sample(ground)) {
    for (const Axis& axis : ground.axes) sizes_.push_back(axis.at.size());
}

std::optional<Config> Walk::ask() {
    for (int known = 0; known < patience && !candidates_.empty(); ++known) {
        Config config = wanted();
        if (asked_.insert(config).second) return config;
        const auto told = told_.find(config);
        // Still out, and asked for again: something else is more use meanwhile.
        if (told == told_.end()) break;
        found(config, told->second);
    }
    while (auto config = everything_->ask())
        if (asked_.insert(*config).second) return config;
    return std::nullopt;
}

void Walk::tell(const Config& config, std::optional<double> nanoseconds) {
    const double time = nanoseconds.value_or(std::numeric_limits<double>::infinity());
    told_[config] = time;
    found(config, time);
}

Config Walk::beside(const Config& config) {
    const Neighborhood near =
        random_.below(2) == 0 ? Neighborhood::hamming : Neighborhood::repaired;
    const std::vector<Config> all = candidates_.neighbors(config, near);
    return all.empty() ? config : all[static_cast<std::size_t>(random_.below(all.size()))];
}

}  // namespace hone
