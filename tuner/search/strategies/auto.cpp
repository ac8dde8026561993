// SPDX-License-Identifier: MIT
// What hone takes when nobody says: the author's hunch and an even start, or what was fast
// elsewhere; then a Gaussian process on the speed that says which choice promises most, by turns
// among all and among the neighbors of the best. A choice that fails is a choice of speed 0.
#include "tuner/search/model/surrogate.hpp"
#include "tuner/search/strategies/proposal_queue.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

// An even start shows where the fast ones lie; more of it is spent on slow ones.
constexpr std::size_t auto_even_start = 10;
// Where nothing ran yet there is nothing to improve on.
constexpr std::size_t least_timed = 3;

class Auto : public Strategy {
  public:
    explicit Auto(const Ground& ground)
        : ground_(ground),
          random_(ground.seed),
          surrogate_(ground_, Sight::everything),
          asked_(ground_) {}

    std::optional<Config> ask() override { return asked_.next(surrogate_, choose()); }

    void tell(const Config& config, std::optional<double> nanoseconds) override {
        if (nanoseconds) {
            if (timed_++ == 0) unit_ = *nanoseconds;
            if (!best_ || *nanoseconds < best_->second) best_ = {config, *nanoseconds};
        }
        surrogate_.tell(config, nanoseconds ? value_of(*nanoseconds) : 0);
    }

    std::optional<Outlook> outlook() override {
        constexpr double worthwhile = 1.01;
        if (!best_ || !surrogate_.has_an_idea() || timed_ < least_timed) return std::nullopt;
        const double best = value_of(best_->second);
        return Outlook{surrogate_.chance_to_beat(worthwhile * best),
                       best / surrogate_.lowest_expected()};
    }

  private:
    // Speed rather than time: it tells the fast ones apart, and all slow ones are near 0 alike.
    double value_of(double nanoseconds) const { return -unit_ / nanoseconds; }

    std::optional<std::size_t> choose() {
        if (!surrogate_.pool().has_leads()) {
            if (ground_.hunch && asked_.size() == 0)
                return surrogate_.places({*ground_.hunch}).front();
            if (looks_around()) return surrogate_.least_known(random_);
        }
        if (best_ && turn_++ % 2 == 1)
            if (const auto near = surrogate_.most_promising(neighbors())) return near;
        return surrogate_.most_promising();
    }

    bool looks_around() const {
        return asked_.size() < auto_even_start || timed_ < least_timed || !surrogate_.has_an_idea();
    }

    std::vector<std::size_t> neighbors() {
        std::vector<Config> near =
            ground_.candidates.neighbors(best_->first, Neighborhood::hamming);
        for (Config& each : ground_.candidates.neighbors(best_->first, Neighborhood::repaired))
            near.push_back(std::move(each));
        std::erase_if(near, [&](const Config& each) { return asked_.contains(each); });
        return surrogate_.places(near);
    }

    Ground ground_;
    Random random_;
    Surrogate surrogate_;
    Offered asked_;
    std::optional<std::pair<Config, double>> best_;
    double unit_ = 1;
    std::size_t timed_ = 0;
    std::size_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_auto(const Ground& ground) {
    return std::make_unique<Auto>(ground);
}

}  // namespace hone
