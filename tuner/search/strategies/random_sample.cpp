// SPDX-License-Identifier: MIT
// Candidates in random order, each once: the baseline of all strategies.
#include <set>

#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

class RandomSample : public Strategy {
  public:
    explicit RandomSample(const SearchProblem& problem)
        : candidates_(problem.candidates), random_(problem.seed) {
        if (candidates_.count() && !candidates_.empty())
            order_.emplace(*candidates_.count(), problem.seed);
    }

    std::optional<Config> ask() override {
        if (candidates_.empty()) return std::nullopt;
        if (order_) {
            if (next_ >= *candidates_.count()) return std::nullopt;
            return candidates_.at((*order_)[next_++]);
        }
        // With too many candidates to enumerate, repetitions are unlikely and skipped.
        for (;;) {
            Config config = candidates_.draw(random_);
            if (asked_.insert(config).second) return config;
        }
    }
    void tell(const Config& /*config*/, std::optional<double> /*nanoseconds*/) override {}

  private:
    const Candidates& candidates_;
    Random random_;
    std::optional<Shuffle> order_;
    Index next_ = 0;
    std::set<Config> asked_;
};

}  // namespace

std::unique_ptr<Strategy> make_random_sample(const SearchProblem& problem) {
    return std::make_unique<RandomSample>(problem);
}

}  // namespace hone
