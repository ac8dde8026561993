// SPDX-License-Identifier: MIT
// Differential evolution: each member in turn is tried with some values moved by what two others
// differ by, from the best one; the better of both stays (best/1/bin).
#include <algorithm>
#include <cmath>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

constexpr std::size_t agents = 15;
// How much of a difference is taken, and how often a value takes it.
constexpr double step = 0.7;
constexpr double often = 0.7;

class DiffEvo : public Walk {
  public:
    explicit DiffEvo(const Ground& ground) : Walk(ground) {}

  private:
    Config wanted() override { return members_.size() < agents ? anywhere() : trial(); }

    void found(const Config& config, double time) override {
        if (members_.size() < agents) {
            members_.emplace_back(time, config);
            return;
        }
        auto& member = members_[turn_];
        turn_ = (turn_ + 1) % agents;
        if (time <= member.first) member = {time, config};
    }

    std::size_t anyone() { return static_cast<std::size_t>(random().below(agents)); }

    Config trial() {
        Config moved = members_[turn_].second;
        const Config& best = std::min_element(members_.begin(), members_.end())->second;
        const Config& one = members_[anyone()].second;
        const Config& other = members_[anyone()].second;
        const auto sure = static_cast<std::size_t>(random().below(parameters()));
        for (std::size_t p = 0; p < parameters(); ++p) {
            if (p != sure && random().real() >= often) continue;
            const double to = best[p] + step * (static_cast<double>(one[p]) - other[p]);
            const double last = static_cast<double>(values(p)) - 1;
            moved[p] = static_cast<std::uint16_t>(std::lround(std::clamp(to, 0.0, last)));
        }
        return legal(moved);
    }

    std::vector<std::pair<double, Config>> members_;
    std::size_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_diff_evo(const Ground& ground) {
    return std::make_unique<DiffEvo>(ground);
}

}  // namespace hone
