// SPDX-License-Identifier: MIT
// A Gaussian process over the times of one kernel: how far each measurement was from the time that
// its launch geometry says, as a smooth function of problem, geometry and config. It tells the
// expected time of a config on a problem that nobody timed, and how unsure it is.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "db/estimate/cholesky.hpp"
#include "db/estimate/launch_model.hpp"

namespace hone::prediction {

/// A config as a point: one coordinate for each parameter, near values near to each other.
using ConfigPoint = std::vector<double>;
/// A problem as a point: log2 of its sizes, and what else it differs in.
using ProblemPoint = std::vector<double>;

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

/// How quickly what was measured at one point stops telling anything about another.
struct Smoothness {
    double problem = 4;    // doublings of sizes
    double launch = 2.5;   // doublings of the launch features
    double config = 2;     // steps of parameters
    double shared = 0.5;   // standard deviation in log2: of what all configs have in common,
    double similar = 0.5;  // what similar configs have in common,
    double own = 0.4;      // what belongs to one config alone,
    double noise = 0.05;   // and of a measurement
};

class TimeModel {
  public:
    TimeModel(std::vector<ConfigPoint> configs, std::vector<ProblemPoint> problems,
              const std::vector<Timing>& timings, const Smoothness& smoothness = {});

    /// Predictions for one problem.
    class At {
      public:
        At(const TimeModel& model, const ProblemPoint& problem);
        /// The mean alone is quick; the variance takes a system of equations.
        double mean(std::size_t config, const LaunchGeometry& launch, const DevicePeaks& peaks);
        Prediction predict(std::size_t config, const LaunchGeometry& launch,
                           const DevicePeaks& peaks);

      private:
        void correlate(std::size_t config, const LaunchGeometry& launch);

        const TimeModel& model_;
        std::vector<double> near_;  // for each problem of the model, how near it is
        std::vector<double> covariance_;
    };

    std::size_t timings() const { return rows_.size(); }
    std::size_t configs() const { return configs_.size(); }
    /// The most by which uncertainty can lengthen an expected time, in log2.
    double most_doubt() const;

  private:
    struct Row {
        std::size_t config, problem;
        std::array<double, launch_features> launch;
    };
    double doubt() const;
    ProblemPoint within_known(ProblemPoint problem) const;
    double prior_variance() const;
    double problem_nearness(const ProblemPoint& a, const ProblemPoint& b) const;
    double config_likeness(std::size_t a, std::size_t b) const;
    double covariance(const Row& row, std::size_t config, double near,
                      std::span<const double, launch_features> launch) const;
    void fit(const std::vector<Timing>& timings);

    Smoothness smoothness_;
    std::vector<ConfigPoint> configs_;
    std::vector<ProblemPoint> problems_;
    std::vector<float> likeness_;  // of each two configs
    std::vector<Row> rows_;
    double offset_ = 0;            // of all measurements from the peaks, in log2
    std::vector<double> weights_;  // of the rows
    LowerTriangle factor_{0};
};

}  // namespace hone::prediction
