// SPDX-License-Identifier: MIT
// When to look, what counts as a move, and what is worth measuring again.
#include "tuner/drift.hpp"

#include <cmath>

namespace hone {
namespace {

constexpr std::size_t look_every = 25;  // trials
constexpr std::size_t looks = 7;        // samples of the sentinel
constexpr double moved = 0.03;          // of the median, and beyond both intervals
constexpr double matters = 1.1;         // times the best: slower ones lose whatever the drift

}  // namespace

std::vector<std::pair<Config, Trial>> Drift::after(const Config& config, const Trial& trial,
                                                   double incumbent_ns) {
    if (trial.outcome != Outcome::ok) return {};
    if (!sentinel_) {
        sentinel_ = {config, trial.config};
        steady_ = look();
        return {};
    }
    if (trial.time.low < matters * incumbent_ns) stretch_.emplace_back(config, trial);
    if (++since_ < look_every) return {};
    since_ = 0;
    const Estimate now = look();
    const bool still = !now.known() || !steady_.known() || tied(now, steady_) ||
                       std::abs(now.median - steady_.median) <= moved * steady_.median;
    std::vector<std::pair<Config, Trial>> again;
    if (!still) {
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
    sentinel.config = sentinel_->second;
    sentinel.samples = evaluator_.time_again({sentinel_->first}, looks)[0];
    if (sentinel.samples.empty()) return {};
    sentinel.time = estimate(sentinel.samples);
    store_.add(sentinel);
    return sentinel.time;
}

}  // namespace hone
