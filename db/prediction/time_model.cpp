// SPDX-License-Identifier: MIT
// The covariance of two measurements is a sum of components: shared by all configs, shared by
// similar configs, per parameter value, per config, and per config and problem. All decrease with
// the distance of the problems, and with the difference of their raggedness: kernels copy or read
// rows of an odd size differently from rows that whole vectors divide. The first two components
// also decrease with the difference of the launches. The last one only affects neighboring problems
// and is noise to all others.
#include "db/prediction/time_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "db/prediction/dot.hpp"
#include "db/prediction/nearness.hpp"

namespace hone::prediction {
namespace {

constexpr std::size_t not_measured = ~std::size_t{0};

/// Limits a large difference of a parameter to that of a few steps.
template <class Real>
Real counted_square(Real steps) {
    const Real counted = std::min(Real{3}, steps);
    return counted * counted;
}

/// 1 for equal values of a parameter, decreasing to 0 after some steps.
template <class Real>
Real equal_part(Real steps, Real per_step) {
    return std::max(Real{0}, 1 - steps * per_step);
}

double square(double x) {
    return x * x;
}

double squared_distance(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += square(a[i] - b[i]);
    return sum;
}

}  // namespace

TimeModel::TimeModel(std::vector<ConfigFeatures> configs, std::vector<ProblemFeatures> problems,
                     const std::vector<Timing>& timings, const Smoothness& smoothness)
    : smoothness_(smoothness), configs_(std::move(configs)), problems_(std::move(problems)) {
    number_.assign(configs_.size(), not_measured);
    for (const Timing& timing : timings) {
        std::size_t& number = number_[timing.config];
        if (number == not_measured) {
            number = measured_.size();
            measured_.push_back(timing.config);
            own_.emplace_back();
        }
        own_[number].rows.push_back(rows_.size());
        rows_.push_back({timing.config, number, timing.problem});
        const auto features = features_of(timing.launch);
        for (std::size_t f = 0; f < features.size(); ++f) launches_[f].push_back(features[f]);
    }
    compare_configs();
    fit(timings);
    fit_own();
}

void TimeModel::compare_configs() {
    const std::size_t parameters = configs_.empty() ? 0 : configs_.front().size();
    for (std::size_t p = 0; p < parameters; ++p) {
        std::vector<float>& of_parameter = coordinates_.emplace_back();
        for (const std::size_t config : measured_)
            of_parameter.push_back(static_cast<float>(configs_[config][p]));
    }
    for (const ConfigFeatures& config : configs_) likeness_.push_back(likeness_to_measured(config));
}

// The mean of a log-normal time would add ln(2) / 2 of the variance. The factor is larger here,
// because untried configs are more often slower than expected than faster: a search has already
// selected the tried ones. With few measurements, the model itself is uncertain, too.
double TimeModel::variance_weight() const {
    constexpr double enough = 1.3;
    constexpr double few = 20;
    return enough + few / static_cast<double>(std::max<std::size_t>(1, rows_.size()));
}

double TimeModel::most_penalty() const {
    return variance_weight() * prior_variance();
}

double TimeModel::prior_variance() const {
    return square(smoothness_.shared) + square(smoothness_.similar) + square(smoothness_.values) +
           own_covariance({});
}

ProblemNearness TimeModel::problem_nearness(const ProblemFeatures& a,
                                            const ProblemFeatures& b) const {
    const double apart = squared_distance(a.coordinates, b.coordinates);
    const double ragged = squared_distance(a.raggedness, b.raggedness);
    return {.of_config = std::exp(
                -0.5 * (apart / square(smoothness_.problem) + ragged / square(smoothness_.ragged))),
            .around = std::exp(-0.5 * apart / square(smoothness_.local))};
}

ConfigLikeness TimeModel::likeness(double squared_steps, double equal_share) const {
    const double alike = std::exp(-0.5 * squared_steps / square(smoothness_.config));
    return {static_cast<float>(square(smoothness_.shared) + square(smoothness_.similar) * alike),
            static_cast<float>(square(smoothness_.values) * equal_share)};
}

ConfigLikeness TimeModel::config_likeness(const ConfigFeatures& a, const ConfigFeatures& b) const {
    const std::size_t parameters = a.size();
    double sum = 0;
    double equal = 0;
    for (std::size_t p = 0; p < parameters; ++p) {
        const double steps = std::fabs(a[p] - b[p]);
        sum += counted_square(steps);
        equal += equal_part(steps, 1 / smoothness_.value);
    }
    return likeness(sum, parameters == 0 ? 1 : equal / static_cast<double>(parameters));
}

// config_likeness() for all measured configs at once, in loops that compilers vectorize.
ConfigLikenesses TimeModel::likeness_to_measured(const ConfigFeatures& config) const {
    const std::size_t count = measured_.size();
    const auto per_step = static_cast<float>(1 / smoothness_.value);
    std::vector<float> sums(count);
    std::vector<float> equal(count, coordinates_.empty() ? 1.0F : 0.0F);
    for (std::size_t p = 0; p < coordinates_.size(); ++p) {
        const auto asked = static_cast<float>(config[p]);
        const float* measured = coordinates_[p].data();
        for (std::size_t m = 0; m < count; ++m) {
            const float steps = std::fabs(asked - measured[m]);
            sums[m] += counted_square(steps);
            equal[m] += equal_part(steps, per_step);
        }
    }
    const auto parameters = static_cast<double>(std::max<std::size_t>(1, coordinates_.size()));
    ConfigLikenesses all{.launch_dependent = std::move(sums),
                         .launch_independent = std::move(equal)};
    for (std::size_t m = 0; m < count; ++m) {
        const auto [launch_dependent, launch_independent] =
            likeness(all.launch_dependent[m], all.launch_independent[m] / parameters);
        all.launch_dependent[m] = launch_dependent;
        all.launch_independent[m] = launch_independent;
    }
    return all;
}

double TimeModel::launch_nearness(std::span<const double, launch_features> a,
                                  std::span<const double, launch_features> b) const {
    return std::exp(-0.5 * squared_distance(a, b) / square(smoothness_.launch));
}

std::array<double, launch_features> TimeModel::launch_of_row(std::size_t row) const {
    std::array<double, launch_features> launch{};
    for (std::size_t f = 0; f < launch.size(); ++f) launch[f] = launches_[f][row];
    return launch;
}

double TimeModel::covariance(const ConfigLikeness& likeness, bool same_config,
                             const ProblemNearness& near_problem, double near_launch) const {
    const double sum = near_problem.of_config *
                       (near_launch * likeness.launch_dependent + likeness.launch_independent);
    return same_config ? sum + own_covariance(near_problem) : sum;
}

// The covariance of one config's own parts at two problems.
double TimeModel::own_covariance(const ProblemNearness& near) const {
    return square(smoothness_.own) * near.of_config + square(smoothness_.around) * near.around;
}

void TimeModel::fit_own() {
    for (OwnRows& own : own_) {
        LowerTriangle covariances(own.rows.size());
        for (std::size_t i = 0; i < own.rows.size(); ++i) {
            for (std::size_t j = 0; j <= i; ++j)
                covariances.row(i)[j] = own_covariance(problem_nearness(
                    problems_[rows_[own.rows[i]].problem], problems_[rows_[own.rows[j]].problem]));
            covariances.row(i)[i] += square(smoothness_.noise);
        }
        own.factor = cholesky_factor(std::move(covariances));
    }
}

void TimeModel::fit(const std::vector<Timing>& timings) {
    for (const Timing& timing : timings)
        weights_.push_back(std::log2(timing.ns) - log2_time_at_peak(timing.launch, timing.peaks));
    for (const double distance : weights_) offset_ += distance / static_cast<double>(rows_.size());
    for (double& distance : weights_) distance -= offset_;
    LowerTriangle covariances(rows_.size());
    std::vector<double> near_launch;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        nearness(launches_, launch_of_row(i), smoothness_.launch, near_launch);
        for (std::size_t j = 0; j <= i; ++j)
            covariances.row(i)[j] =
                covariance(likeness_[rows_[j].config][row.measured], rows_[j].config == row.config,
                           problem_nearness(problems_[rows_[j].problem], problems_[row.problem]),
                           near_launch[j]);
        covariances.row(i)[i] += square(smoothness_.noise);
    }
    factor_ = cholesky_factor(std::move(covariances));
    solve_lower(factor_, weights_);
    solve_upper(factor_, weights_);
}

// Moves a problem far outside of the measured range to its border, where the model knows most.
ProblemFeatures TimeModel::within_known(ProblemFeatures problem) const {
    constexpr double beyond = 2;
    for (std::size_t i = 0; i < problem.coordinates.size(); ++i) {
        const auto coordinate = [i](const ProblemFeatures& known) { return known.coordinates[i]; };
        const auto [least, most] = std::ranges::minmax_element(problems_, {}, coordinate);
        double& asked = problem.coordinates[i];
        asked = std::clamp(asked, coordinate(*least) - beyond, coordinate(*most) + beyond);
    }
    return problem;
}

TimeModel::ProblemPredictor::ProblemPredictor(const TimeModel& model,
                                              const ProblemFeatures& problem)
    : model_(model) {
    const ProblemFeatures asked = model.within_known(problem);
    for (const ProblemFeatures& known : model.problems_)
        near_.push_back(model.problem_nearness(known, asked));
    covariance_.resize(model.rows_.size());
    weights_.resize(model.measured_.size());
    for (std::size_t i = 0; i < model.rows_.size(); ++i) {
        const Row& row = model.rows_[i];
        row_weights_.push_back(near_[row.problem].of_config * model.weights_[i]);
        weights_[row.measured] += row_weights_.back();
    }
}

std::size_t TimeModel::ProblemPredictor::add(ConfigFeatures config) {
    added_likeness_.push_back(model_.likeness_to_measured(config));
    added_.push_back(std::move(config));
    return model_.configs_.size() + added_.size() - 1;
}

const ConfigFeatures& TimeModel::ProblemPredictor::point(std::size_t config) const {
    const std::size_t known = model_.configs_.size();
    return config < known ? model_.configs_[config] : added_[config - known];
}

const ConfigLikenesses& TimeModel::ProblemPredictor::likeness_to_known(std::size_t config) const {
    const std::size_t known = model_.configs_.size();
    return config < known ? model_.likeness_[config] : added_likeness_[config - known];
}

const std::vector<double>& TimeModel::ProblemPredictor::nearness_of_rows(const Features& launch) {
    nearness(model_.launches_, launch, model_.smoothness_.launch, nearness_);
    return nearness_;
}

// Cached, because many configs have the same geometry.
const std::vector<double>& TimeModel::ProblemPredictor::weights_near(const Features& launch) {
    const auto [entry, fresh] = weights_near_.try_emplace(launch);
    std::vector<double>& weights = entry->second;
    if (!fresh) return weights;
    weights.resize(model_.measured_.size());
    const std::vector<double>& near = nearness_of_rows(launch);
    for (std::size_t i = 0; i < near.size(); ++i)
        weights[model_.rows_[i].measured] += row_weights_[i] * near[i];
    return weights;
}

void TimeModel::ProblemPredictor::correlate(std::size_t config, const LaunchGeometry& launch) {
    const std::vector<double>& nearness = nearness_of_rows(features_of(launch));
    const ConfigLikenesses& likeness = likeness_to_known(config);
    for (std::size_t i = 0; i < covariance_.size(); ++i) {
        const Row& row = model_.rows_[i];
        covariance_[i] = model_.covariance(likeness[row.measured], row.config == config,
                                           near_[row.problem], nearness[i]);
    }
}

// The prior covariance of two configs on this problem.
double TimeModel::ProblemPredictor::covariance(const ConfigLaunch& a, const ConfigLaunch& b) const {
    const bool same = a.config == b.config;
    return model_.covariance(model_.config_likeness(point(a.config), point(b.config)), same, {},
                             model_.launch_nearness(features_of(a.launch), features_of(b.launch)));
}

/// Null for a config that was never timed.
const TimeModel::OwnRows* TimeModel::ProblemPredictor::own_rows(std::size_t config) const {
    const bool is_known = config < model_.number_.size();
    const std::size_t number = is_known ? model_.number_[config] : not_measured;
    return number == not_measured ? nullptr : &model_.own_[number];
}

// The mean of the config's own part, from its own measurements.
double TimeModel::ProblemPredictor::own_part(std::size_t config) const {
    const OwnRows* own = own_rows(config);
    if (!own) return 0;
    double sum = 0;
    for (const std::size_t row : own->rows)
        sum += model_.own_covariance(near_[model_.rows_[row].problem]) * model_.weights_[row];
    return sum;
}

// The sum over all rows of their covariance times their weight. All rows of a measured config have
// the same likeness to this config, so their weights were added up before.
double TimeModel::ProblemPredictor::mean(std::size_t config, const LaunchGeometry& launch,
                                         const DevicePeaks& peaks) {
    const std::vector<double>& near = weights_near(features_of(launch));
    const ConfigLikenesses& likeness = likeness_to_known(config);
    const double launch_dependent = dot(likeness.launch_dependent.data(), near.data(), near.size());
    const double launch_independent =
        dot(likeness.launch_independent.data(), weights_.data(), weights_.size());
    return log2_time_at_peak(launch, peaks) + model_.offset_ + launch_dependent +
           launch_independent + own_part(config);
}

Prediction TimeModel::ProblemPredictor::predict(std::size_t config, const LaunchGeometry& launch,
                                                const DevicePeaks& peaks) {
    Prediction prediction{.mean = mean(config, launch, peaks),
                          .variance = 0,
                          .variance_weight = model_.variance_weight()};
    correlate(config, launch);
    solve_lower(model_.factor_, covariance_);
    double known = 0;
    for (const double each : covariance_) known += square(each);
    prediction.variance = std::max(0.0, model_.prior_variance() - known);
    return prediction;
}

double TimeModel::ProblemPredictor::least_penalty(std::size_t config) const {
    double variance = model_.own_covariance({});
    if (const OwnRows* own = own_rows(config)) {
        std::vector<double> known;
        for (const std::size_t row : own->rows)
            known.push_back(model_.own_covariance(near_[model_.rows_[row].problem]));
        solve_lower(own->factor, known);
        for (const double each : known) variance -= square(each);
    }
    return model_.variance_weight() * std::max(0.0, variance);
}

JointPrediction TimeModel::ProblemPredictor::joint(std::span<const ConfigLaunch> configs,
                                                   const DevicePeaks& peaks) {
    JointPrediction joint{.means = {},
                          .covariance = LowerTriangle(configs.size()),
                          .noise = model_.smoothness_.noise};
    std::vector<std::vector<double>> known;  // per config: covariance with the measurements
    for (std::size_t i = 0; i < configs.size(); ++i) {
        joint.means.push_back(mean(configs[i].config, configs[i].launch, peaks));
        correlate(configs[i].config, configs[i].launch);
        known.push_back(covariance_);
        solve_lower(model_.factor_, known.back());
        for (std::size_t j = 0; j <= i; ++j)
            joint.covariance.row(i)[j] =
                covariance(configs[i], configs[j]) -
                std::inner_product(known[i].begin(), known[i].end(), known[j].begin(), 0.0);
    }
    return joint;
}

}  // namespace hone::prediction
