// SPDX-License-Identifier: MIT
// A Gaussian process over the times of one kernel: how far each measurement was from the time that
// its launch geometry says, as a smooth function of problem, geometry and config. It tells the
// expected time of a config on a problem that nobody timed, and how unsure it is.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "db/estimate/cholesky.hpp"
#include "db/estimate/launch_model.hpp"

namespace hone::prediction {

/// A config as a point: one coordinate for each parameter, near values near to each other.
using ConfigPoint = std::vector<double>;
/// A problem as a point.
struct ProblemPoint {
    std::vector<double> coordinates;  // log2 of its sizes, and what else it differs in
    std::vector<double>
        raggedness;  // of each size: 0 where whole vectors divide it, to 1 for an odd one

    bool operator==(const ProblemPoint&) const = default;
};

/// One measurement.
struct Timing {
    std::size_t config = 0, problem = 0;  // indices into the points
    LaunchGeometry launch;
    DevicePeaks peaks;  // of the device that it was measured on
    double ns = 0;
};

/// log2 of nanoseconds.
struct Prediction {
    double mean = 0, variance = 0;
    double doubt = 1;  // what a unit of variance costs

    /// log2 of the time to count with: of two configs with the same mean the surer one is faster.
    double expected() const { return mean + doubt * variance; }
};

/// One config, as it would be launched.
struct ConfigLaunch {
    std::size_t config = 0;  // index into the points
    LaunchGeometry launch;
};

/// Predictions for several configs of one problem: how unsure each is, and what they have in common.
struct JointPrediction {
    std::vector<double> means;  // log2 of nanoseconds
    LowerTriangle covariance{0};
    double noise = 0;  // standard deviation of a measurement
};

/// How quickly what was measured at one point stops telling anything about another. Chosen on products that
/// H100s (f16, 160 sizes; f32 and f64, 40 each) and H200s (f32, 16; f16, 64; bf16, 64; f64, 36) measured, for
/// the least time of what is told and for the least error of the estimate; then on what 20 sizes tell of 24 others
/// and 43 sizes of each of them, of H200s (f16, f32, f64) and of 16 cores (f32), two runs each.
struct Smoothness {
    double problem = 3.3;  // doublings of sizes
    double ragged = 1.8;   // from whole sizes to odd ones
    double launch = 9;     // doublings of the launch features
    double config = 2.2;   // steps of all parameters together
    double value = 0.9;    // steps of one parameter
    double local = 0.5;    // doublings of sizes, for what one config has around one problem
    double shared = 0.06;  // standard deviation in log2: of what all configs have in common,
    double similar = 0.5;  // what similar configs have in common,
    double values = 0.48;  // what configs with equal values of some parameters have in common,
    double own = 0.25;     // what belongs to one config alone,
    double around = 0.33;  // what belongs to one config around one problem,
    double noise = 0.1;    // and of a measurement
};

/// How much is learned from one problem about another: of a config, and of what it has around one size alone.
struct ProblemNearness {
    double of_config = 1, around = 1;
};

/// What two configs have in common, as covariances, but for what belongs to a config alone.
struct ConfigLikeness {
    float common = 0;  // where their launches are alike
    float steady = 0;  // whatever their launches
};
/// Of one config with several.
struct ConfigLikenesses {
    std::vector<float> common, steady;

    ConfigLikeness operator[](std::size_t i) const { return {common[i], steady[i]}; }
};

class TimeModel {
    struct OwnRows;

  public:
    TimeModel(std::vector<ConfigPoint> configs, std::vector<ProblemPoint> problems,
              const std::vector<Timing>& timings, const Smoothness& smoothness = {});

    /// Predictions for one problem.
    class At {
      public:
        At(const TimeModel& model, const ProblemPoint& problem);
        /// A config that was never timed; its index from then on.
        std::size_t add(ConfigPoint config);
        /// The mean alone is quick; the variance takes a system of equations.
        double mean(std::size_t config, const LaunchGeometry& launch, const DevicePeaks& peaks);
        Prediction predict(std::size_t config, const LaunchGeometry& launch,
                           const DevicePeaks& peaks);
        /// The least by which uncertainty lengthens the time of a config, in log2: what it has of its own is
        /// told by its own measurements alone, as if all the rest were known. This is quick, too.
        double least_doubt(std::size_t config) const;
        /// All of them together; takes a system of equations for each.
        JointPrediction joint(std::span<const ConfigLaunch> configs, const DevicePeaks& peaks);

      private:
        using Features = std::array<double, launch_features>;
        void correlate(std::size_t config, const LaunchGeometry& launch);
        const std::vector<double>& nearness_of_rows(const Features& launch);
        const std::vector<double>& weights_near(const Features& launch);
        const OwnRows* own_rows(std::size_t config) const;
        double own_part(std::size_t config) const;
        const ConfigLikenesses& likeness_to_known(std::size_t config) const;
        double covariance(const ConfigLaunch& a, const ConfigLaunch& b) const;
        const ConfigPoint& point(std::size_t config) const;

        const TimeModel& model_;
        std::vector<ConfigPoint> added_;
        std::vector<ConfigLikenesses> added_likeness_;  // to each measured config
        std::vector<ProblemNearness> near_;             // each problem of the model
        std::vector<double> row_weights_;               // by how near their problems are
        std::vector<double> weights_;                   // their sums, of each measured config
        std::map<Features, std::vector<double>> weights_near_;  // and by how near a launch is
        std::vector<double> nearness_;  // of the rows to the launch asked last
        std::vector<double> covariance_;
    };

    std::size_t timings() const { return rows_.size(); }
    std::size_t configs() const { return configs_.size(); }
    /// The most by which uncertainty can lengthen an expected time, in log2.
    double most_doubt() const;

  private:
    struct Row {
        std::size_t config, measured, problem;  // config, and its number among the measured ones
    };
    /// The measurements of one config, and the factor of what they have in common of its own.
    struct OwnRows {
        std::vector<std::size_t> rows;
        LowerTriangle factor{0};
    };
    double doubt() const;
    ProblemPoint within_known(ProblemPoint problem) const;
    double prior_variance() const;
    ProblemNearness problem_nearness(const ProblemPoint& a, const ProblemPoint& b) const;
    ConfigLikeness likeness(double squared_steps, double equal_share) const;
    ConfigLikeness config_likeness(const ConfigPoint& a, const ConfigPoint& b) const;
    ConfigLikenesses likeness_to_measured(const ConfigPoint& config) const;
    double launch_nearness(std::span<const double, launch_features> a,
                           std::span<const double, launch_features> b) const;
    std::array<double, launch_features> launch_of_row(std::size_t row) const;
    double covariance(const ConfigLikeness& likeness, bool same_config,
                      const ProblemNearness& near_problem, double near_launch) const;
    double own_covariance(const ProblemNearness& near) const;
    void compare_configs();
    void fit(const std::vector<Timing>& timings);
    void fit_own();

    Smoothness smoothness_;
    std::vector<ConfigPoint> configs_;
    std::vector<ProblemPoint> problems_;
    std::vector<std::size_t> measured_;            // configs
    std::vector<std::vector<float>> coordinates_;  // of the measured ones, parameter by parameter
    std::vector<ConfigLikenesses> likeness_;       // of each config to each measured one
    std::vector<OwnRows> own_;                     // of each measured config
    std::vector<std::size_t> number_;              // of each config among the measured ones
    std::vector<Row> rows_;
    std::array<std::vector<double>, launch_features> launches_;  // of the rows, feature by feature
    double offset_ = 0;            // of all measurements from the peaks, in log2
    std::vector<double> weights_;  // of the rows
    LowerTriangle factor_{0};
};

}  // namespace hone::prediction
