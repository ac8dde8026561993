// SPDX-License-Identifier: MIT
// Between two refits, observations are added with unchanged hyperparameters. A refit learns the
// hyperparameters again, and drops unpromising configs from the pool. So the cost of a trial stays
// constant, even in long runs.
#include "tuner/search/model/surrogate.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <numeric>

namespace hone {
namespace {

// If there are no more candidates than this, all are compared; otherwise a sample.
constexpr std::size_t max_pool_size = 20'000;
// Observations times configs: this work takes one core about a millisecond.
constexpr std::size_t max_pool_work = 2'000'000;
constexpr std::size_t min_pool_size = 1'000;
// Memory grows with the square of max_observations, the time of a refit with the cube of
// max_fit_points.
constexpr std::size_t max_observations = 400;
constexpr std::size_t max_fit_points = 128;
// A refit follows when the number of observations has grown by a fifth.
constexpr double refit_growth = 1.2;
// With fewer observations, a search without transfer has too little data for a fit.
constexpr std::size_t first_refit = 6;
// The relative speeds of a config on devices of one kind differ by about a tenth.
constexpr double transfer_stddev = 0.1;
constexpr double transfer_observations = 2;
// After this number of trials, transfer is dropped if the correlation of its predictions with the
// measured speeds is below the limit.
constexpr std::size_t min_to_judge_transfer = 12;
constexpr double min_transfer_correlation = -0.2;

double normal_cdf(double z) {
    return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// The expected improvement over `best`; lower values are better.
double expected_improvement(const Prediction& prediction, double best) {
    const double improvement = best - prediction.mean;
    if (prediction.stddev <= 0) return std::max(improvement, 0.0);
    const double z = improvement / prediction.stddev;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
    return std::max(improvement * normal_cdf(z) + prediction.stddev * density, 0.0);
}

double mean_of(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// From -1 to 1; 0 if one of the series is constant.
double correlation(const std::vector<double>& xs, const std::vector<double>& ys) {
    const double mean_x = mean_of(xs);
    const double mean_y = mean_of(ys);
    double covariance = 0;
    double variance_x = 0;
    double variance_y = 0;
    for (std::size_t i = 0; i < xs.size(); ++i) {
        covariance += (xs[i] - mean_x) * (ys[i] - mean_y);
        variance_x += (xs[i] - mean_x) * (xs[i] - mean_x);
        variance_y += (ys[i] - mean_y) * (ys[i] - mean_y);
    }
    const double both = std::sqrt(variance_x * variance_y);
    return both > 0 ? covariance / both : 0;
}

}  // namespace

Surrogate::Surrogate(const SearchProblem& problem, FeatureSet features)
    : pool_(problem, features, max_pool_size),
      hyperparameters_(initial_hyperparameters(pool_.points().dimensions())),
      best_(std::numeric_limits<double>::infinity()),
      refit_at_(pool_.has_transfer() ? 1 : first_refit) {
    if (pool_.has_transfer()) refit();
}

void Surrogate::tell(const Config& config, double value) {
    pending_.erase(config);
    if (!observed_.emplace(config, value).second) return;
    observation_order_.push_back(config);
    best_ = std::min(best_, value);
    const std::size_t index = indices({config}).front();
    pool_.mark_asked(index);
    if (process_ && observation_order_.size() >= first_refit)
        errors_.add(process_->predict(index), value);
    if (observation_order_.size() >= refit_at_) return refit();
    if (process_) process_->observe(index, value);
}

std::vector<std::size_t> Surrogate::indices(const std::vector<Config>& configs) {
    std::vector<std::size_t> found = pool_.indices(configs);
    if (process_) process_->extend();
    return found;
}

void Surrogate::mark_asked(std::size_t index) {
    pool_.mark_asked(index);
    pending_.insert(pool_[index]);
}

// All observations; if there are too many, half of the limit for the best ones and half for the
// latest of the rest.
std::vector<std::size_t> Surrogate::training_set() const {
    std::vector<std::size_t> indices(observation_order_.size());
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    if (indices.size() <= max_observations) return indices;
    std::stable_sort(indices.begin(), indices.end(), [&](std::size_t a, std::size_t b) {
        return observed_.at(observation_order_[a]) < observed_.at(observation_order_[b]);
    });
    const auto half = indices.begin() + max_observations / 2;
    std::sort(half, indices.end(), std::greater<>());
    indices.resize(max_observations);
    return indices;
}

void Surrogate::refit() {
    pending_correlations_.clear();
    refit_at_ = std::max(
        observation_order_.size() + 1,
        static_cast<std::size_t>(refit_growth * static_cast<double>(observation_order_.size())));
    drop_unpromising();
    drop_misleading_transfer();
    std::vector<std::size_t> points;
    std::vector<double> values;
    for (const std::size_t index : training_set()) {
        points.push_back(pool_.indices({observation_order_[index]}).front());
        values.push_back(observed_.at(observation_order_[index]));
    }
    const VariancePrior variance_prior = fit_transfer_weight();
    std::vector<double> residual = values;
    for (std::size_t i = 0; i < residual.size(); ++i)
        for (const BasisFunction& function : pool_.basis())
            residual[i] -= function.prior_weight * function.values[points[i]];
    // The hyperparameters are fitted to the oldest of all observations; if there are too many, to
    // the best ones.
    const std::size_t count = std::min(points.size(), max_fit_points);
    constexpr std::size_t min_observations = 3;
    if (count >= min_observations) {
        hyperparameters_ = fit_hyperparameters(pool_.points(), {points.data(), count},
                                               {residual.data(), count}, hyperparameters_);
    }
    process_ = std::make_unique<GaussianProcess>(pool_.points(), pool_.basis(), hyperparameters_,
                                                 variance_prior);
    process_->observe_all(points, values);
}

// Drops the configs with the lowest expected improvement until a trial is cheap enough.
void Surrogate::drop_unpromising() {
    const std::size_t most = std::max(
        max_pool_work / std::max<std::size_t>(observation_order_.size(), 1), min_pool_size);
    if (!process_ || pool_.size() <= most + observation_order_.size()) return;
    std::vector<std::pair<double, std::size_t>> by_gain;
    std::vector<std::size_t> kept;
    for (std::size_t index = 0; index < pool_.size(); ++index) {
        if (pool_.is_asked(index) || observed_.contains(pool_[index]))
            kept.push_back(index);
        else
            by_gain.emplace_back(-expected_improvement(process_->predict(index), best_), index);
    }
    const std::size_t staying = std::min(most, by_gain.size());
    std::nth_element(by_gain.begin(), by_gain.begin() + static_cast<std::ptrdiff_t>(staying),
                     by_gain.end());
    for (std::size_t i = 0; i < staying; ++i) kept.push_back(by_gain[i].second);
    std::sort(kept.begin(), kept.end());
    process_.reset();
    pool_.retain(kept);
}

// Drops the transfer models if their predictions correlate too little with the measurements.
void Surrogate::drop_misleading_transfer() {
    if (!pool_.has_transfer() || observation_order_.size() < min_to_judge_transfer) return;
    std::vector<double> transferred;
    std::vector<double> measured;
    for (const Config& config : observation_order_) {
        transferred.push_back(pool_.transferred(pool_.indices({config}).front()));
        measured.push_back(observed_.at(config));
    }
    if (correlation(transferred, measured) >= min_transfer_correlation) return;
    process_.reset();
    pool_.drop_transfer();
}

// Fits the common weight of the transfer models to the observations by least squares.
VariancePrior Surrogate::fit_transfer_weight() {
    if (!pool_.has_transfer()) return {};
    double dot_product = 0;
    double norm_squared = 0;
    for (const Config& config : observation_order_) {
        const std::size_t index = pool_.indices({config}).front();
        const double transferred = pool_.transferred(index);
        dot_product += transferred * observed_.at(config);
        norm_squared += transferred * transferred;
    }
    const double weight = dot_product > 0 ? dot_product / norm_squared : 1;
    pool_.set_transfer_weight(weight);
    return {transfer_stddev * weight * transfer_stddev * weight, transfer_observations};
}

// After a skip the next config of the ranking is the maximum, so that skipping many configs costs
// nothing.
std::optional<std::size_t> Surrogate::argmax_expected_improvement() {
    constexpr std::size_t most = 64;
    if (holds(ranking_))
        if (const auto next = next_of(ranking_)) return next;
    std::vector<std::size_t> everywhere(pool_.size());
    std::iota(everywhere.begin(), everywhere.end(), std::size_t{0});
    ranking_ = rank(everywhere, most);
    return next_of(ranking_);
}

bool Surrogate::holds(const Ranking& ranking) const {
    return ranking.pending == pending_ && ranking.pool_size == pool_.size() &&
           ranking.observations == observation_order_.size();
}

std::optional<std::size_t> Surrogate::next_of(Ranking& ranking) const {
    std::vector<std::size_t>& ranked = ranking.indices;
    while (!ranked.empty() && pool_.is_asked(ranked.back())) ranked.pop_back();
    return ranked.empty() ? std::nullopt : std::optional(ranked.back());
}

// Among equal improvements, the earlier config ranks higher.
Ranking Surrogate::rank(const std::vector<std::size_t>& among, std::size_t most) {
    std::vector<std::size_t> unasked;
    std::ranges::copy_if(among, std::back_inserter(unasked),
                         [this](std::size_t index) { return !pool_.is_asked(index); });
    const std::vector<double> improvements = expected_improvements(unasked);
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < unasked.size(); ++i) order.emplace_back(-improvements[i], i);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(std::min(most, order.size()));
    std::partial_sort(order.begin(), end, order.end());
    Ranking ranking{{}, pending_, observation_order_.size(), pool_.size()};
    for (auto each = end; each != order.begin();)
        ranking.indices.push_back(unasked[(--each)->second]);
    return ranking;
}

// The expected improvement is reduced near pending configs.
std::vector<double> Surrogate::expected_improvements(const std::vector<std::size_t>& among) {
    update_pending_correlations();
    const double best = std::isfinite(best_) ? best_ : 0;
    std::vector<double> improvements;
    for (const std::size_t index : among) {
        double& improvement =
            improvements.emplace_back(expected_improvement(process_->predict(index), best));
        for (const auto& [pending, correlation] : pending_correlations_)
            improvement *= 1 - double{correlation[index]} * correlation[index];
    }
    return improvements;
}

// Most pending configs were already pending before, so their correlations are cached.
void Surrogate::update_pending_correlations() {
    std::set<std::size_t> indices;
    for (const Config& config : pending_)
        if (const auto index = pool_.find(config)) indices.insert(*index);
    std::erase_if(pending_correlations_, [&](const auto& each) {
        return !indices.contains(each.first) || each.second.size() != pool_.size();
    });
    for (const std::size_t index : indices)
        if (!pending_correlations_.contains(index))
            pending_correlations_.emplace(index, process_->correlation(index));
}

std::optional<std::size_t> Surrogate::farthest_from_asked(Random& random) const {
    constexpr int draws = 100;
    std::vector<std::size_t> asked;
    for (std::size_t index = 0; index < pool_.size(); ++index)
        if (pool_.is_asked(index)) asked.push_back(index);
    if (asked.size() == pool_.size()) return std::nullopt;
    std::optional<std::size_t> found;
    double farthest = -1;
    for (int draw = 0; draw < draws; ++draw) {
        const auto index = static_cast<std::size_t>(random.below(pool_.size()));
        if (pool_.is_asked(index)) continue;
        double nearest = std::numeric_limits<double>::infinity();
        for (const std::size_t other : asked) {
            double apart = 0;
            for (std::size_t d = 0; d < pool_.points().dimensions(); ++d) {
                const double step = pool_.points().at(index, d) - pool_.points().at(other, d);
                apart += step * step;
            }
            nearest = std::min(nearest, apart);
        }
        if (nearest <= farthest) continue;
        farthest = nearest;
        found = index;
    }
    return found;
}

std::optional<std::size_t> Surrogate::random_unasked(Random& random) const {
    constexpr int draws = 1000;
    for (int draw = 0; draw < draws; ++draw) {
        const auto index = static_cast<std::size_t>(random.below(pool_.size()));
        if (!pool_.is_asked(index)) return index;
    }
    return std::nullopt;
}

// Caches the most probable improvement until it is asked for, or the model changes.
double Surrogate::probability_of_improvement(double value) {
    const bool holds = likeliest_.index && !pool_.is_asked(*likeliest_.index) &&
                       likeliest_.value == value && likeliest_.pool_size == pool_.size() &&
                       likeliest_.observations == observation_order_.size();
    if (!holds) likeliest_ = likeliest_below(value);
    return normal_cdf(likeliest_.z);
}

// The probability increases with the z-score, which is cheaper to compare.
Surrogate::Likeliest Surrogate::likeliest_below(double value) const {
    constexpr double certain = std::numeric_limits<double>::infinity();
    Likeliest found{value, observation_order_.size(), pool_.size(), std::nullopt, -certain};
    const double inflation = errors_.inflation();
    for (std::size_t index = 0; index < pool_.size(); ++index) {
        if (pool_.is_asked(index)) continue;
        const Prediction prediction = process_->predict(index);
        const double improvement = value - prediction.mean;
        double z = improvement > 0 ? certain : -certain;
        if (prediction.stddev > 0) z = improvement / (inflation * prediction.stddev);
        if (z <= found.z) continue;
        found.z = z;
        found.index = index;
    }
    return found;
}

std::vector<Prediction> Surrogate::pareto_front() const {
    std::vector<Prediction> found;
    const double inflation = errors_.inflation();
    for (std::size_t index = 0; index < pool_.size(); ++index) {
        if (pool_.is_asked(index)) continue;
        Prediction prediction = process_->predict(index);
        prediction.stddev *= inflation;
        const auto surpasses = [](const Prediction& a, const Prediction& b) {
            return a.mean <= b.mean && a.stddev >= b.stddev;
        };
        if (std::ranges::any_of(
                found, [&](const Prediction& each) { return surpasses(each, prediction); }))
            continue;
        std::erase_if(found, [&](const Prediction& each) { return surpasses(prediction, each); });
        found.push_back(prediction);
    }
    return found;
}

double probability_below(double value, const std::vector<Prediction>& predictions) {
    double largest = 0;
    for (const Prediction& each : predictions) {
        const double improvement = value - each.mean;
        const double certain = improvement > 0 ? 1 : 0;
        largest =
            std::max(largest, each.stddev > 0 ? normal_cdf(improvement / each.stddev) : certain);
    }
    return largest;
}

}  // namespace hone
