// SPDX-License-Identifier: MIT
// Between two lessons an observation is taken in at the scales as they are; at each lesson the
// scales are learned anew, and what promises nothing leaves the pool, so that a trial's own cost
// stays the same however long a run lasts.
#include "tuner/search/model/surrogate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace hone {
namespace {

// Every candidate is weighed where there are no more than these; a sample of them otherwise.
constexpr std::size_t most_weighed = 20'000;
// Observations times choices: about what a millisecond of one core holds.
constexpr std::size_t most_work = 2'000'000;
constexpr std::size_t least_weighed = 1'000;
// The square of the first is stored, the cube of the second computed at each lesson.
constexpr std::size_t most_observed = 400;
constexpr std::size_t most_learned_from = 128;
// Lessons come when a fifth more is known.
constexpr double more = 1.2;
// Before so many observations a space without leads has no shape to learn.
constexpr std::size_t first_lesson = 10;
// Devices of one kind agree on a choice's share of the best within about a tenth.
constexpr double disagreement = 0.1;
constexpr double worth_of_it = 2;

double chance_below(double z) {
    return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// How much lower than `best` it may be expected to come out, failures to improve counted as 0.
double gain(const Expected& expected, double best) {
    const double ahead = best - expected.mean;
    if (expected.deviation <= 0) return std::max(ahead, 0.0);
    const double z = ahead / expected.deviation;
    const double bell = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    return std::max(ahead * chance_below(z) + expected.deviation * bell, 0.0);
}

}  // namespace

Surrogate::Surrogate(const Ground& ground, Sight sight)
    : pool_(ground, sight, most_weighed),
      scales_(first_scales(pool_.points().dimensions())),
      best_(std::numeric_limits<double>::infinity()),
      learn_at_(pool_.has_leads() ? 1 : first_lesson) {
    if (pool_.has_leads()) learn();
}

void Surrogate::tell(const Config& config, double value) {
    pending_.erase(config);
    if (!told_.emplace(config, value).second) return;
    order_.push_back(config);
    best_ = std::min(best_, value);
    const std::size_t place = places({config}).front();
    pool_.mark_asked(place);
    if (order_.size() >= learn_at_) return learn();
    if (process_) process_->observe(place, value);
}

std::vector<std::size_t> Surrogate::places(const std::vector<Config>& configs) {
    std::vector<std::size_t> found = pool_.places(configs);
    if (process_) process_->extend();
    return found;
}

void Surrogate::mark_asked(std::size_t place) {
    pool_.mark_asked(place);
    pending_.insert(pool_[place]);
}

// Everything, or the best and then the latest of what is too much.
std::vector<std::size_t> Surrogate::learned_from() const {
    std::vector<std::size_t> told(order_.size());
    std::iota(told.begin(), told.end(), std::size_t{0});
    if (told.size() <= most_observed) return told;
    std::stable_sort(told.begin(), told.end(), [&](std::size_t a, std::size_t b) {
        return told_.at(order_[a]) < told_.at(order_[b]);
    });
    const auto half = told.begin() + most_observed / 2;
    std::sort(half, told.end(), std::greater<>());
    told.resize(most_observed);
    return told;
}

void Surrogate::learn() {
    learn_at_ = std::max(order_.size() + 1,
                         static_cast<std::size_t>(more * static_cast<double>(order_.size())));
    thin_out();
    std::vector<std::size_t> where;
    std::vector<double> values;
    for (const std::size_t told : learned_from()) {
        where.push_back(pool_.places({order_[told]}).front());
        values.push_back(told_.at(order_[told]));
    }
    const Leeway leeway = trust_leads();
    std::vector<double> rest = values;
    for (std::size_t i = 0; i < rest.size(); ++i)
        for (const Trend& trend : pool_.trends()) rest[i] -= trend.weight * trend.at[where[i]];
    const std::size_t few = std::min(where.size(), most_learned_from);
    constexpr std::size_t least = 3;
    if (few >= least) {
        scales_ =
            plausible_scales(pool_.points(), {where.data(), few}, {rest.data(), few}, scales_);
    }
    process_ = std::make_unique<GaussianProcess>(pool_.points(), pool_.trends(), scales_, leeway);
    for (std::size_t i = 0; i < where.size(); ++i) process_->observe(where[i], values[i]);
}

// What promises least goes, until a trial costs what it may.
void Surrogate::thin_out() {
    const std::size_t most =
        std::max(most_work / std::max<std::size_t>(order_.size(), 1), least_weighed);
    if (!process_ || pool_.size() <= most + order_.size()) return;
    std::vector<std::pair<double, std::size_t>> by_gain;
    std::vector<std::size_t> kept;
    for (std::size_t place = 0; place < pool_.size(); ++place) {
        if (pool_.is_asked(place) || told_.contains(pool_[place]))
            kept.push_back(place);
        else
            by_gain.emplace_back(-gain(process_->expected(place), best_), place);
    }
    const std::size_t staying = std::min(most, by_gain.size());
    std::nth_element(by_gain.begin(), by_gain.begin() + static_cast<std::ptrdiff_t>(staying),
                     by_gain.end());
    for (std::size_t i = 0; i < staying; ++i) kept.push_back(by_gain[i].second);
    std::sort(kept.begin(), kept.end());
    process_.reset();
    pool_.keep(kept);
}

// The leads together are thought to say as much as fits what was told so far.
Leeway Surrogate::trust_leads() {
    if (!pool_.has_leads()) return {};
    double along = 0;
    double size = 0;
    for (const Config& config : order_) {
        const std::size_t place = pool_.places({config}).front();
        double lead = 0;
        for (std::size_t t = 1; t < pool_.trends().size(); ++t) lead += pool_.trends()[t].at[place];
        lead /= static_cast<double>(pool_.trends().size() - 1);
        along += lead * told_.at(config);
        size += lead * lead;
    }
    const double weight = along > 0 ? along / size : 1;
    pool_.trust(weight);
    return {disagreement * weight * disagreement * weight, worth_of_it};
}

std::vector<std::size_t> Surrogate::everything() const {
    std::vector<std::size_t> all(pool_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

std::optional<std::size_t> Surrogate::most_promising() const {
    return most_promising(everything());
}

std::optional<std::size_t> Surrogate::most_promising(const std::vector<std::size_t>& among) const {
    std::vector<std::vector<float>> busy;
    for (std::size_t place = 0; place < pool_.size() && busy.size() < pending_.size(); ++place)
        if (pending_.contains(pool_[place])) busy.push_back(process_->alike(place));
    const double best = std::isfinite(best_) ? best_ : 0;
    std::optional<std::size_t> found;
    double most = -1;
    for (const std::size_t place : among) {
        if (pool_.is_asked(place)) continue;
        double promise = gain(process_->expected(place), best);
        for (const auto& alike : busy) promise *= 1 - double{alike[place]} * alike[place];
        if (promise <= most) continue;
        most = promise;
        found = place;
    }
    return found;
}

std::optional<std::size_t> Surrogate::least_known(Random& random) const {
    constexpr int draws = 100;
    std::vector<std::size_t> asked;
    for (std::size_t place = 0; place < pool_.size(); ++place)
        if (pool_.is_asked(place)) asked.push_back(place);
    if (asked.size() == pool_.size()) return std::nullopt;
    std::optional<std::size_t> found;
    double farthest = -1;
    for (int draw = 0; draw < draws; ++draw) {
        const auto place = static_cast<std::size_t>(random.below(pool_.size()));
        if (pool_.is_asked(place)) continue;
        double nearest = std::numeric_limits<double>::infinity();
        for (const std::size_t other : asked) {
            double apart = 0;
            for (std::size_t d = 0; d < pool_.points().dimensions(); ++d) {
                const double step = pool_.points().at(place, d) - pool_.points().at(other, d);
                apart += step * step;
            }
            nearest = std::min(nearest, apart);
        }
        if (nearest <= farthest) continue;
        farthest = nearest;
        found = place;
    }
    return found;
}

double Surrogate::chance_to_beat(double value) const {
    constexpr double certain = std::numeric_limits<double>::infinity();
    // The chance grows with how many deviations it is ahead, and counting these is quicker.
    double farthest = -certain;
    for (std::size_t place = 0; place < pool_.size(); ++place) {
        if (pool_.is_asked(place)) continue;
        const Expected expected = process_->expected(place);
        const double ahead = value - expected.mean;
        if (expected.deviation > 0)
            farthest = std::max(farthest, ahead / expected.deviation);
        else if (ahead > 0)
            farthest = certain;
    }
    return chance_below(farthest);
}

double Surrogate::lowest_expected() const {
    double lowest = best_;
    for (std::size_t place = 0; place < pool_.size(); ++place)
        if (!pool_.is_asked(place)) lowest = std::min(lowest, process_->expected(place).mean);
    return lowest;
}

}  // namespace hone
