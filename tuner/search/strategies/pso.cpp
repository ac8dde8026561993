// SPDX-License-Identifier: MIT
// Particle swarm: each particle flies on, drawn to where it was best itself and to where the swarm
// was; where it is, is the nearest legal choice.
#include <algorithm>
#include <cmath>
#include <limits>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

constexpr std::size_t swarm = 15;
// Clerc and Kennedy's constriction: with these a swarm neither flies apart nor stops too soon.
constexpr double inertia = 0.7298;
constexpr double pull = 1.4962;

class Pso : public Walk {
  public:
    explicit Pso(const Ground& ground) : Walk(ground), particles_(swarm) {}

  private:
    struct Particle {
        std::vector<double> at, speed;
        Config best;
        double best_time = std::numeric_limits<double>::infinity();
    };

    Config wanted() override {
        const std::size_t turn = turn_;
        turn_ = (turn_ + 1) % swarm;
        Config config =
            particles_[turn].best.empty() ? start(particles_[turn]) : fly(particles_[turn]);
        flown_[config] = turn;
        return config;
    }

    void found(const Config& config, double time) override {
        const auto flown = flown_.find(config);
        if (flown == flown_.end()) return;
        Particle& particle = particles_[flown->second];
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
        Config config = anywhere();
        particle.at.assign(config.begin(), config.end());
        particle.speed.assign(config.size(), 0);
        return config;
    }

    Config fly(Particle& particle) {
        Config config;
        for (std::size_t p = 0; p < parameters(); ++p) {
            const double own = particle.best[p] - particle.at[p];
            const double common = best_[p] - particle.at[p];
            particle.speed[p] = inertia * particle.speed[p] + pull * random().real() * own +
                                pull * random().real() * common;
            const double last = static_cast<double>(values(p)) - 1;
            particle.at[p] = std::clamp(particle.at[p] + particle.speed[p], 0.0, last);
            config.push_back(static_cast<std::uint16_t>(std::lround(particle.at[p])));
        }
        return legal(config);
    }

    std::vector<Particle> particles_;
    std::size_t turn_ = 0;
    std::map<Config, std::size_t> flown_;  // who wanted to see a place last
    Config best_;
    double best_time_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::unique_ptr<Strategy> make_pso(const Ground& ground) {
    return std::make_unique<Pso>(ground);
}

}  // namespace hone
