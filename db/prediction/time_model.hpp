// SPDX-License-Identifier: MIT
// A Gaussian process over the times of one kernel. It models the log2 difference between each
// measurement and the time of its launch geometry as a smooth function of problem, geometry and
// config. It predicts the time of a config on an untimed problem, with its uncertainty.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "db/prediction/cholesky.hpp"
#include "db/prediction/launch_model.hpp"

namespace hone::prediction {

/// A config as a point: one coordinate per parameter; similar values have near coordinates.
using ConfigFeatures = std::vector<double>;
/// A problem as a point.
struct ProblemFeatures {
    std::vector<double> coordinates;  // log2 of its sizes, and its other arguments
    std::vector<double>
        raggedness;  // per size: from 0 if whole vectors divide it, to 1 if it is odd

    bool operator==(const ProblemFeatures&) const = default;
};

/// One measurement.
struct Timing {
    std::size_t config = 0, problem = 0;  // indices into the points
    LaunchGeometry launch;
    DevicePeaks peaks;  // of the device of the measurement
    double ns = 0;
};

/// log2 of nanoseconds.
struct Prediction {
    double mean = 0, variance = 0;
    double variance_weight = 1;  // cost of one unit of variance

    /// log2 of the time to use in comparisons: of two configs with the same mean, the one with the
    /// smaller variance counts as faster.
    double expected() const { return mean + variance_weight * variance; }
};

/// A config with its launch.
struct ConfigLaunch {
    std::size_t config = 0;  // index into the points
    LaunchGeometry launch;
};

/// Predictions for several configs of one problem, with their joint covariance.
struct JointPrediction {
    std::vector<double> means;  // log2 of nanoseconds
    LowerTriangle covariance{0};
    double noise = 0;  // standard deviation of a measurement
};

/// Length scales and deviations: how fast the information of a measurement fades with distance.
/// They were chosen on products measured by H100s (f16, 160 sizes; f32 and f64, 40 each) and H200s
/// (f32, 16; f16, 64; bf16, 64; f64, 36), to minimize the time of the recommended configs and the
/// error of the estimates. Then on predictions for 24 sizes from 20 others, and for each size from
/// the 43 others, of H200s (f16, f32, f64) and of 16 cores (f32), two runs each.
struct Smoothness {
    double problem = 3.3;  // doublings of sizes
    double ragged = 1.8;   // from even to odd sizes
    double launch = 9;     // doublings of the launch features
    double config = 2.2;   // steps of all parameters together
    double value = 0.9;    // steps of one parameter
    double local = 0.5;    // doublings of sizes, for the part per config and problem
    double shared = 0.06;  // standard deviations in log2: the part shared by all configs,
    double similar = 0.5;  // the part shared by similar configs,
    double values = 0.48;  // the part shared by configs with equal parameter values,
    double own = 0.25;     // the part of one config,
    double around = 0.33;  // the part of one config around one problem,
    double noise = 0.1;    // and of a measurement
};

/// How much one problem reveals about another: for the part per config, and for the part per config
/// and problem.
struct ProblemNearness {
    double of_config = 1, around = 1;
};

/// The covariance of two configs, without the parts of a single config.
struct ConfigLikeness {
    float launch_dependent = 0;  // decreases with the difference of the launches
    float launch_independent = 0;
};
/// The likeness of one config to several others.
struct ConfigLikenesses {
    std::vector<float> launch_dependent, launch_independent;

    ConfigLikeness operator[](std::size_t i) const {
        return {launch_dependent[i], launch_independent[i]};
    }
};

class TimeModel {
    struct OwnRows;

  public:
    TimeModel(std::vector<ConfigFeatures> configs, std::vector<ProblemFeatures> problems,
              const std::vector<Timing>& timings, const Smoothness& smoothness = {});

    /// Predictions for one problem.
    class ProblemPredictor {
      public:
        ProblemPredictor(const TimeModel& model, const ProblemFeatures& problem);
        /// Adds a config that was never timed. Returns its index.
        std::size_t add(ConfigFeatures config);
        /// The mean alone is cheap; the variance needs a system of equations.
        double mean(std::size_t config, const LaunchGeometry& launch, const DevicePeaks& peaks);
        Prediction predict(std::size_t config, const LaunchGeometry& launch,
                           const DevicePeaks& peaks);
        /// A lower bound of a config's penalty: of the time that its uncertainty adds, in log2. It
        /// assumes that everything but the config's own part is known. It is cheap, too.
        double least_penalty(std::size_t config) const;
        /// Predicts all configs together; needs a system of equations for each.
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
        const ConfigFeatures& point(std::size_t config) const;

        const TimeModel& model_;
        std::vector<ConfigFeatures> added_;
        std::vector<ConfigLikenesses> added_likeness_;  // to each measured config
        std::vector<ProblemNearness> near_;             // to each problem of the model
        std::vector<double> row_weights_;  // weights times nearness of the rows' problems
        std::vector<double> weights_;      // their sums per measured config
        std::map<Features, std::vector<double>> weights_near_;  // also times that of a launch
        std::vector<double> nearness_;                          // of the rows to the latest launch
        std::vector<double> covariance_;
    };

    std::size_t timings() const { return rows_.size(); }
    std::size_t configs() const { return configs_.size(); }
    /// An upper bound of the penalty of any config: of the time that its uncertainty adds, in log2.
    double most_penalty() const;

  private:
    struct Row {
        std::size_t config, measured, problem;  // config, and its number among the measured ones
    };
    /// The measurements of one config, and the Cholesky factor of the covariance of its own part.
    struct OwnRows {
        std::vector<std::size_t> rows;
        LowerTriangle factor{0};
    };
    double variance_weight() const;
    ProblemFeatures within_known(ProblemFeatures problem) const;
    double prior_variance() const;
    ProblemNearness problem_nearness(const ProblemFeatures& a, const ProblemFeatures& b) const;
    ConfigLikeness likeness(double squared_steps, double equal_share) const;
    ConfigLikeness config_likeness(const ConfigFeatures& a, const ConfigFeatures& b) const;
    ConfigLikenesses likeness_to_measured(const ConfigFeatures& config) const;
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
    std::vector<ConfigFeatures> configs_;
    std::vector<ProblemFeatures> problems_;
    std::vector<std::size_t> measured_;            // configs
    std::vector<std::vector<float>> coordinates_;  // of the measured ones, parameter by parameter
    std::vector<ConfigLikenesses> likeness_;       // of each config to each measured one
    std::vector<OwnRows> own_;                     // per measured config
    std::vector<std::size_t> number_;              // per config: its number among the measured ones
    std::vector<Row> rows_;
    std::array<std::vector<double>, launch_features> launches_;  // of the rows, feature by feature
    double offset_ = 0;            // mean log2 distance of all measurements from the peaks
    std::vector<double> weights_;  // of the rows
    LowerTriangle factor_{0};
};

}  // namespace hone::prediction
