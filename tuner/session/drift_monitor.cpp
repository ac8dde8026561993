// SPDX-License-Identifier: MIT
// When to look, what counts as a move, and what is worth measuring again.
#include "tuner/session/drift_monitor.hpp"

#include <cmath>

namespace hone {
namespace {

constexpr std::size_t look_every = 25;  // trials
constexpr std::size_t looks = 7;        // samples of the sentinel
constexpr double matters = 1.1;         // times the best: slower ones lose whatever the drift

}  // namespace

bool stood_still(const Estimate& now, const Estimate& before) {
    return !now.known() || !before.known() || tied(now, before) ||
           std::abs(now.median - before.median) <= alike_within * before.median;
}

// What overlaps although it lies farther apart is noise, and noise is no measure.
std::optional<double> slowness(const Estimate& here, const Estimate& there) {
    if (!here.known() || !stood_still(here, there)) return std::nullopt;
    const double ratio = here.median / there.median;
    return std::abs(ratio - 1) <= alike_within ? ratio : 1;
}

// The second look, since a device that has rested is slow at first.
Estimate Drift::watch(const Config& config) {
    sentinel_ = config;
    look();
    return steady_ = look();
}

std::vector<std::pair<Config, Trial>> Drift::after(const Config& config, const Trial& trial,
                                                   double incumbent_ns) {
    if (trial.outcome != Outcome::ok) return {};
    if (!sentinel_) {
        sentinel_ = config;
        steady_ = look();
        return {};
    }
    if (trial.time.low < matters * incumbent_ns) stretch_.emplace_back(config, trial);
    if (++since_ < look_every) return {};
    since_ = 0;
    const Estimate now = look();
    std::vector<std::pair<Config, Trial>> again;
    if (!stood_still(now, steady_)) {
        ++count_;
        steady_ = now;
        for (const auto& [one, before] : stretch_) {
            again.emplace_back(one, evaluator_.evaluate(one, Purpose::search, 0));
        }
    }
    stretch_.clear();
    return again;
}

Estimate Drift::look() {
    Sentinel sentinel;
    sentinel.run = run_.id;
    sentinel.config = evaluator_.text_of(*sentinel_);
    sentinel.samples = evaluator_.time_again({*sentinel_}, looks)[0];
    if (sentinel.samples.empty()) return {};
    sentinel.time = estimate(sentinel.samples);
    store_.add(sentinel);
    return sentinel.time;
}

}  // namespace hone
