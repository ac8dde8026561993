// SPDX-License-Identifier: MIT
// The covariance of two measurements is the less the farther their problems are, and the less alike their rows
// begin: an odd size is copied or read in other steps than one that whole vectors divide. What all configs of
// the kernel share and what similar configs share fades as well where the launches differ; what
// single parameters bring and what a config has of its own stays. What a config has around one problem
// alone is seen by that problem's neighbors, and is noise to all others.
#include "db/estimate/time_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hone::prediction {
namespace {

double square(double x) {
    return x * x;
}

double squared_distance(std::span<const double> a, std::span<const double> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += square(a[i] - b[i]);
    return sum;
}

}  // namespace

TimeModel::TimeModel(std::vector<ConfigPoint> configs, std::vector<ProblemPoint> problems,
                     const std::vector<Timing>& timings, const Smoothness& smoothness)
    : smoothness_(smoothness), configs_(std::move(configs)), problems_(std::move(problems)) {
    std::map<std::size_t, std::size_t> numbers;  // among the measured ones
    for (const Timing& timing : timings) {
        const auto [number, fresh] = numbers.try_emplace(timing.config, measured_.size());
        if (fresh) measured_.push_back(timing.config);
        rows_.push_back(
            {timing.config, number->second, timing.problem, features_of(timing.launch)});
    }
    for (std::size_t config = 0; config < configs_.size(); ++config)
        for (const std::size_t measured : measured_)
            likeness_.push_back(
                config_likeness(configs_[config], configs_[measured], config == measured));
    fit(timings);
}

// The mean of a log-normal time would count ln(2) / 2 of the variance. Here doubt counts more: of
// what was not tried more is slower than what a search has chosen than is faster. And as long as
// there are few measurements the model itself is in doubt.
double TimeModel::doubt() const {
    constexpr double enough = 1.3;
    constexpr double few = 20;
    return enough + few / static_cast<double>(std::max<std::size_t>(1, rows_.size()));
}

double TimeModel::most_doubt() const {
    return doubt() * prior_variance();
}

double TimeModel::least_doubt_of_untimed() const {
    return doubt() * (square(smoothness_.own) + square(smoothness_.around));
}

double TimeModel::prior_variance() const {
    return square(smoothness_.shared) + square(smoothness_.similar) + square(smoothness_.values) +
           square(smoothness_.own) + square(smoothness_.around);
}

ProblemNearness TimeModel::problem_nearness(const ProblemPoint& a, const ProblemPoint& b) const {
    const double apart = squared_distance(a.coordinates, b.coordinates);
    const double ragged = squared_distance(a.raggedness, b.raggedness);
    return {.of_config = std::exp(
                -0.5 * (apart / square(smoothness_.problem) + ragged / square(smoothness_.ragged))),
            .around = std::exp(-0.5 * apart / square(smoothness_.local))};
}

// A parameter that differs by much differs no more than one that differs by several steps.
ConfigLikeness TimeModel::config_likeness(const ConfigPoint& a, const ConfigPoint& b,
                                          bool same) const {
    constexpr double most = 3;
    const std::size_t parameters = a.size();
    double sum = 0;
    double equal_values = 0;
    for (std::size_t p = 0; p < parameters; ++p) {
        const double steps = std::fabs(a[p] - b[p]);
        sum += square(std::min(most, steps));
        equal_values += std::max(0.0, 1 - steps / smoothness_.value);
    }
    const double alike = std::exp(-0.5 * sum / square(smoothness_.config));
    const double share = parameters == 0 ? 1 : equal_values / static_cast<double>(parameters);
    return {static_cast<float>(square(smoothness_.shared) + square(smoothness_.similar) * alike),
            static_cast<float>(square(smoothness_.values) * share +
                               (same ? square(smoothness_.own) : 0))};
}

double TimeModel::launch_nearness(std::span<const double, launch_features> a,
                                  std::span<const double, launch_features> b) const {
    return std::exp(-0.5 * squared_distance(a, b) / square(smoothness_.launch));
}

double TimeModel::covariance(const ConfigLikeness& likeness, bool same_config,
                             const ProblemNearness& near_problem, double near_launch) const {
    const double sum = near_problem.of_config * (near_launch * likeness.common + likeness.steady);
    return same_config ? sum + square(smoothness_.around) * near_problem.around : sum;
}

void TimeModel::fit(const std::vector<Timing>& timings) {
    for (const Timing& timing : timings)
        weights_.push_back(std::log2(timing.ns) - log2_time_at_peak(timing.launch, timing.peaks));
    for (const double distance : weights_) offset_ += distance / static_cast<double>(rows_.size());
    for (double& distance : weights_) distance -= offset_;
    LowerTriangle covariances(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        for (std::size_t j = 0; j <= i; ++j)
            covariances.row(i)[j] =
                covariance(likeness_[rows_[j].config * measured_.size() + row.measured],
                           rows_[j].config == row.config,
                           problem_nearness(problems_[rows_[j].problem], problems_[row.problem]),
                           launch_nearness(rows_[j].launch, row.launch));
        covariances.row(i)[i] += square(smoothness_.noise);
    }
    factor_ = cholesky_factor(std::move(covariances));
    solve_lower(factor_, weights_);
    solve_upper(factor_, weights_);
}

// Beyond all that was measured a problem is seen as one at the border, where most is known.
ProblemPoint TimeModel::within_known(ProblemPoint problem) const {
    constexpr double beyond = 2;
    for (std::size_t i = 0; i < problem.coordinates.size(); ++i) {
        const auto coordinate = [i](const ProblemPoint& known) { return known.coordinates[i]; };
        const auto [least, most] = std::ranges::minmax_element(problems_, {}, coordinate);
        double& asked = problem.coordinates[i];
        asked = std::clamp(asked, coordinate(*least) - beyond, coordinate(*most) + beyond);
    }
    return problem;
}

TimeModel::At::At(const TimeModel& model, const ProblemPoint& problem) : model_(model) {
    const ProblemPoint asked = model.within_known(problem);
    for (const ProblemPoint& known : model.problems_)
        near_.push_back(model.problem_nearness(known, asked));
    covariance_.resize(model.rows_.size());
}

std::size_t TimeModel::At::add(ConfigPoint config) {
    std::vector<ConfigLikeness>& likeness = added_likeness_.emplace_back();
    for (const std::size_t measured : model_.measured_)
        likeness.push_back(model_.config_likeness(model_.configs_[measured], config, false));
    added_.push_back(std::move(config));
    return model_.configs_.size() + added_.size() - 1;
}

const ConfigPoint& TimeModel::At::point(std::size_t config) const {
    const std::size_t known = model_.configs_.size();
    return config < known ? model_.configs_[config] : added_[config - known];
}

const ConfigLikeness* TimeModel::At::likeness_to_known(std::size_t config) const {
    const std::size_t known = model_.configs_.size();
    return config < known ? &model_.likeness_[config * model_.measured_.size()]
                          : added_likeness_[config - known].data();
}

// Many configs have the same geometry, and each is asked for its mean and for its variance.
const std::vector<double>& TimeModel::At::nearness_of(const Features& launch) {
    const auto [entry, fresh] = near_launches_.try_emplace(launch);
    if (fresh)
        for (const Row& row : model_.rows_)
            entry->second.push_back(model_.launch_nearness(row.launch, launch));
    return entry->second;
}

void TimeModel::At::correlate(std::size_t config, const LaunchGeometry& launch) {
    const std::vector<double>& near_launch = nearness_of(features_of(launch));
    const ConfigLikeness* likeness = likeness_to_known(config);
    for (std::size_t i = 0; i < covariance_.size(); ++i) {
        const Row& row = model_.rows_[i];
        covariance_[i] = model_.covariance(likeness[row.measured], row.config == config,
                                           near_[row.problem], near_launch[i]);
    }
}

// Of two configs on this problem, before anything was measured.
double TimeModel::At::covariance(const ConfigLaunch& a, const ConfigLaunch& b) const {
    const bool same = a.config == b.config;
    return model_.covariance(model_.config_likeness(point(a.config), point(b.config), same), same,
                             {},
                             model_.launch_nearness(features_of(a.launch), features_of(b.launch)));
}

double TimeModel::At::mean(std::size_t config, const LaunchGeometry& launch,
                           const DevicePeaks& peaks) {
    correlate(config, launch);
    double sum = log2_time_at_peak(launch, peaks) + model_.offset_;
    for (std::size_t i = 0; i < covariance_.size(); ++i) sum += covariance_[i] * model_.weights_[i];
    return sum;
}

Prediction TimeModel::At::predict(std::size_t config, const LaunchGeometry& launch,
                                  const DevicePeaks& peaks) {
    Prediction prediction{
        .mean = mean(config, launch, peaks), .variance = 0, .doubt = model_.doubt()};
    solve_lower(model_.factor_, covariance_);
    double known = 0;
    for (const double each : covariance_) known += square(each);
    prediction.variance = std::max(0.0, model_.prior_variance() - known);
    return prediction;
}

JointPrediction TimeModel::At::joint(std::span<const ConfigLaunch> configs,
                                     const DevicePeaks& peaks) {
    JointPrediction joint{.means = {},
                          .covariance = LowerTriangle(configs.size()),
                          .noise = model_.smoothness_.noise};
    std::vector<std::vector<double>> known;  // of each config, by the measurements
    for (std::size_t i = 0; i < configs.size(); ++i) {
        joint.means.push_back(mean(configs[i].config, configs[i].launch, peaks));
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
