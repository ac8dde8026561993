// SPDX-License-Identifier: MIT
// The default strategy: it starts with the author's guess and evenly spread configs, or with
// transfer from other devices; then it maximizes the expected improvement of a Gaussian process on
// the speed, alternately over the whole pool and over the neighbors of the best. A failure has
// speed 0.
#include "tuner/search/model/surrogate.hpp"
#include "tuner/search/strategies/proposal_queue.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

// An even start shows where fast configs are; a longer one would be spent on slow ones.
constexpr std::size_t auto_initial_samples = 10;
// An improvement needs some times to improve on.
constexpr std::size_t min_timed = 3;

class Auto : public Strategy {
  public:
    explicit Auto(const SearchProblem& problem)
        : problem_(problem),
          random_(problem.seed),
          surrogate_(problem_, FeatureSet::all),
          proposals_(problem_) {}

    std::optional<Config> ask() override { return proposals_.next(surrogate_, choose()); }

    void tell(const Config& config, std::optional<double> nanoseconds) override {
        if (nanoseconds) {
            if (timed_++ == 0) unit_ = *nanoseconds;
            if (!best_ || *nanoseconds < best_->second) best_ = {config, *nanoseconds};
        }
        surrogate_.tell(config, nanoseconds ? value_of(*nanoseconds) : 0);
    }

    std::optional<ExpectedGain> expected_gain() override {
        constexpr double worthwhile = 1.01;
        if (!best_ || !surrogate_.is_trained() || timed_ < min_timed) return std::nullopt;
        const double best = value_of(best_->second);
        return ExpectedGain{surrogate_.probability_of_improvement(worthwhile * best),
                            best / surrogate_.min_predicted()};
    }

  private:
    // Speed instead of time: it separates the fast configs, and all slow ones are near 0.
    double value_of(double nanoseconds) const { return -unit_ / nanoseconds; }

    std::optional<std::size_t> choose() {
        if (!surrogate_.pool().has_transfer()) {
            if (problem_.initial_guess && proposals_.size() == 0)
                return surrogate_.indices({*problem_.initial_guess}).front();
            if (is_exploring()) return surrogate_.farthest_from_asked(random_);
        }
        if (best_ && turn_++ % 2 == 1)
            if (const auto near = surrogate_.argmax_expected_improvement(neighbors())) return near;
        return surrogate_.argmax_expected_improvement();
    }

    bool is_exploring() const {
        return proposals_.size() < auto_initial_samples || timed_ < min_timed ||
               !surrogate_.is_trained();
    }

    std::vector<std::size_t> neighbors() {
        std::vector<Config> near =
            problem_.candidates.neighbors(best_->first, Neighborhood::hamming);
        for (Config& each : problem_.candidates.neighbors(best_->first, Neighborhood::repaired))
            near.push_back(std::move(each));
        std::erase_if(near, [&](const Config& each) { return proposals_.contains(each); });
        return surrogate_.indices(near);
    }

    SearchProblem problem_;
    Random random_;
    Surrogate surrogate_;
    ProposalQueue proposals_;
    std::optional<std::pair<Config, double>> best_;
    double unit_ = 1;
    std::size_t timed_ = 0;
    std::size_t turn_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_auto(const SearchProblem& problem) {
    return std::make_unique<Auto>(problem);
}

}  // namespace hone
