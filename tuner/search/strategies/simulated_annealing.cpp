// SPDX-License-Identifier: MIT
// From neighbor to neighbor: to a better one always, to a worse one the less likely the worse it is
// and the colder it has become. Frozen, it begins again where it was best.
#include <cmath>
#include <limits>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

// Temperatures are shares of the time where it stands: at first 1.5 times as slow is taken now and
// then, at the end nothing that a clock can tell from better.
constexpr double hot = 0.5;
constexpr double cold = 0.001;
constexpr double cooling = 0.95;

class SimulatedAnnealing : public Walk {
  public:
    explicit SimulatedAnnealing(const Ground& ground) : Walk(ground) {}

  private:
    Config wanted() override { return here_.empty() ? anywhere() : beside(here_); }

    void found(const Config& config, double time) override {
        if (time < best_time_) {
            best_ = config;
            best_time_ = time;
        }
        if (here_.empty() ? std::isfinite(time) : accepts(time)) {
            here_ = config;
            here_time_ = time;
        }
        if (here_.empty()) return;
        temperature_ *= cooling;
        if (temperature_ > cold) return;
        temperature_ = hot;
        here_ = best_;
        here_time_ = best_time_;
    }

    bool accepts(double time) {
        const double worse = time / here_time_ - 1;
        return worse <= 0 || random().real() < std::exp(-worse / temperature_);
    }

    Config here_, best_;
    double here_time_ = std::numeric_limits<double>::infinity();
    double best_time_ = std::numeric_limits<double>::infinity();
    double temperature_ = hot;
};

}  // namespace

std::unique_ptr<Strategy> make_simulated_annealing(const Ground& ground) {
    return std::make_unique<SimulatedAnnealing>(ground);
}

}  // namespace hone
