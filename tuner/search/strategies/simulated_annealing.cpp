// SPDX-License-Identifier: MIT
// Simulated annealing: it always moves to a better neighbor, and to a worse one with a probability
// that falls with the temperature. When it is cold, it restarts from the best.
#include <cmath>
#include <limits>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

// Temperatures are relative to the current time. At first a config that is 1.5 times as slow is
// sometimes accepted; at the end none that is measurably slower.
constexpr double initial_temperature = 0.5;
constexpr double final_temperature = 0.001;
constexpr double cooling = 0.95;

class SimulatedAnnealing : public TrajectoryStrategy {
  public:
    explicit SimulatedAnnealing(const SearchProblem& problem) : TrajectoryStrategy(problem) {}

  private:
    Config propose() override {
        return current_.empty() ? random_config() : random_neighbor(current_);
    }

    void observe(const Config& config, double time) override {
        if (time < best_time_) {
            best_ = config;
            best_time_ = time;
        }
        if (current_.empty() ? std::isfinite(time) : accepts(time)) {
            current_ = config;
            current_time_ = time;
        }
        if (current_.empty()) return;
        temperature_ *= cooling;
        if (temperature_ > final_temperature) return;
        temperature_ = initial_temperature;
        current_ = best_;
        current_time_ = best_time_;
    }

    bool accepts(double time) {
        const double worse = time / current_time_ - 1;
        return worse <= 0 || random().real() < std::exp(-worse / temperature_);
    }

    Config current_, best_;
    double current_time_ = std::numeric_limits<double>::infinity();
    double best_time_ = std::numeric_limits<double>::infinity();
    double temperature_ = initial_temperature;
};

}  // namespace

std::unique_ptr<Strategy> make_simulated_annealing(const SearchProblem& problem) {
    return std::make_unique<SimulatedAnnealing>(problem);
}

}  // namespace hone
