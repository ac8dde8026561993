// SPDX-License-Identifier: MIT
// Differential evolution (best/1/bin). Each member in turn competes with a trial config: some
// values come from the best member plus a scaled difference of two random members. The better of
// both stays.
#include <algorithm>
#include <cmath>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

constexpr std::size_t agents = 15;
// The differential weight and the crossover probability.
constexpr double differential_weight = 0.7;
constexpr double crossover_rate = 0.7;

class DiffEvo : public TrajectoryStrategy {
  public:
    explicit DiffEvo(const SearchProblem& problem) : TrajectoryStrategy(problem) {}

  private:
    Config propose() override { return members_.size() < agents ? random_config() : trial(); }

    void observe(const Config& config, double time) override {
        if (members_.size() < agents) {
            members_.emplace_back(time, config);
            return;
        }
        auto& member = members_[next_member_];
        next_member_ = (next_member_ + 1) % agents;
        if (time <= member.first) member = {time, config};
    }

    std::size_t random_member() { return static_cast<std::size_t>(random().below(agents)); }

    Config trial() {
        Config moved = members_[next_member_].second;
        const Config& best = std::min_element(members_.begin(), members_.end())->second;
        const Config& one = members_[random_member()].second;
        const Config& other = members_[random_member()].second;
        const auto sure = static_cast<std::size_t>(random().below(parameters()));
        for (std::size_t p = 0; p < parameters(); ++p) {
            if (p != sure && random().real() >= crossover_rate) continue;
            const double to =
                best[p] + differential_weight * (static_cast<double>(one[p]) - other[p]);
            const double last = static_cast<double>(values(p)) - 1;
            moved[p] = static_cast<std::uint16_t>(std::lround(std::clamp(to, 0.0, last)));
        }
        return nearest_legal(moved);
    }

    std::vector<std::pair<double, Config>> members_;
    std::size_t next_member_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_diff_evo(const SearchProblem& problem) {
    return std::make_unique<DiffEvo>(problem);
}

}  // namespace hone
