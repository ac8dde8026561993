// SPDX-License-Identifier: MIT
// Textbook Bayesian optimization: an even start, then the config with the largest expected
// improvement under a Gaussian process on the logarithm of the time, over the parameters alone. A
// failure counts as the slowest time so far.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "tuner/search/model/surrogate.hpp"
#include "tuner/search/strategies/proposal_queue.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

constexpr std::size_t bayes_initial_samples = 15;

class BayesOpt : public Strategy {
  public:
    explicit BayesOpt(const SearchProblem& problem)
        : problem_(problem),
          random_(problem.seed),
          surrogate_(problem_, FeatureSet::parameters),
          proposals_(problem_) {}

    std::optional<Config> ask() override {
        const bool starts = proposals_.size() < bayes_initial_samples || !surrogate_.is_trained();
        return proposals_.next(surrogate_, starts ? surrogate_.farthest_from_asked(random_)
                                                  : surrogate_.argmax_expected_improvement());
    }

    void tell(const Config& config, std::optional<double> nanoseconds) override {
        if (!nanoseconds && !slowest_) return failed_first_.push_back(config);
        const double value = nanoseconds ? std::log(*nanoseconds) : *slowest_;
        slowest_ = std::max(slowest_.value_or(value), value);
        surrogate_.tell(config, value);
        for (const Config& failed : std::exchange(failed_first_, {}))
            surrogate_.tell(failed, *slowest_);
    }

    bool recall(const Config& config, std::optional<double> nanoseconds) override {
        if (!proposals_.recall(config)) return false;
        tell(config, nanoseconds);
        return true;
    }

    void skip(const Config& config) override { surrogate_.skip(config); }

  private:
    SearchProblem problem_;
    Random random_;
    Surrogate surrogate_;
    ProposalQueue proposals_;
    std::optional<double> slowest_;
    std::vector<Config> failed_first_;  // until the first time determines their value
};

}  // namespace

std::unique_ptr<Strategy> make_bayes_opt(const SearchProblem& problem) {
    return std::make_unique<BayesOpt>(problem);
}

}  // namespace hone
