// SPDX-License-Identifier: MIT
// The textbook: an even start, then the candidate with the largest expected improvement under a
// Gaussian process on the logarithm of the time, over the parameters alone. A failure counts as the
// slowest time so far.
#include <algorithm>
#include <cmath>

#include "tuner/search/model/surrogate.hpp"
#include "tuner/search/strategies/proposal_queue.hpp"
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

constexpr std::size_t bayes_even_start = 15;

class BayesOpt : public Strategy {
  public:
    explicit BayesOpt(const Ground& ground)
        : ground_(ground),
          random_(ground.seed),
          surrogate_(ground_, Sight::parameters),
          asked_(ground_) {}

    std::optional<Config> ask() override {
        const bool starts = asked_.size() < bayes_even_start || !surrogate_.has_an_idea();
        return asked_.next(surrogate_,
                           starts ? surrogate_.least_known(random_) : surrogate_.most_promising());
    }

    void tell(const Config& config, std::optional<double> nanoseconds) override {
        const double value = nanoseconds ? std::log(*nanoseconds) : slowest_;
        slowest_ = std::max(slowest_, value);
        surrogate_.tell(config, value);
    }

  private:
    Ground ground_;
    Random random_;
    Surrogate surrogate_;
    Offered asked_;
    double slowest_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_bayes_opt(const Ground& ground) {
    return std::make_unique<BayesOpt>(ground);
}

}  // namespace hone
