// SPDX-License-Identifier: MIT
// Particle swarm optimization: each particle moves, attracted by its own best position and by the
// swarm's best. Its config is the nearest legal one.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

constexpr std::size_t swarm_size = 15;
// The constriction coefficients of Clerc and Kennedy.
constexpr double inertia = 0.7298;
constexpr double attraction = 1.4962;

class Pso : public TrajectoryStrategy {
  public:
    explicit Pso(const SearchProblem& problem)
        : TrajectoryStrategy(problem), particles_(swarm_size) {}

  private:
    struct Particle {
        std::vector<double> at, speed;
        Config best;
        double best_time = std::numeric_limits<double>::infinity();
    };

    Config propose() override {
        const std::size_t index = next_particle_;
        next_particle_ = (next_particle_ + 1) % swarm_size;
        Config config =
            particles_[index].best.empty() ? start(particles_[index]) : move(particles_[index]);
        proposed_by_[config] = index;
        return config;
    }

    void observe(const Config& config, double time) override {
        const auto proposed = proposed_by_.find(config);
        if (proposed == proposed_by_.end()) return;
        Particle& particle = particles_[proposed->second];
        if (particle.best.empty() || time < particle.best_time) {
            particle.best = config;
            particle.best_time = time;
        }
        if (best_.empty() || time < best_time_) {
            best_ = config;
            best_time_ = time;
        }
    }

    Config start(Particle& particle) {
        Config config = random_config();
        particle.at.assign(config.begin(), config.end());
        particle.speed.assign(config.size(), 0);
        return config;
    }

    Config move(Particle& particle) {
        Config config;
        for (std::size_t p = 0; p < parameters(); ++p) {
            const double own = particle.best[p] - particle.at[p];
            const double common = best_[p] - particle.at[p];
            particle.speed[p] = inertia * particle.speed[p] + attraction * random().real() * own +
                                attraction * random().real() * common;
            const double last = static_cast<double>(values(p)) - 1;
            particle.at[p] = std::clamp(particle.at[p] + particle.speed[p], 0.0, last);
            config.push_back(static_cast<std::uint16_t>(std::lround(particle.at[p])));
        }
        return nearest_legal(config);
    }

    std::vector<Particle> particles_;
    std::size_t next_particle_ = 0;
    std::map<Config, std::size_t> proposed_by_;  // the last particle that proposed a config
    Config best_;
    double best_time_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::unique_ptr<Strategy> make_pso(const SearchProblem& problem) {
    return std::make_unique<Pso>(problem);
}

}  // namespace hone
