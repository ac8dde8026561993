// SPDX-License-Identifier: MIT
// Candidates in random order, each once: what every other strategy has to beat.
#include <set>

#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

class RandomSample : public Strategy {
  public:
    explicit RandomSample(const Ground& ground)
        : candidates_(ground.candidates), random_(ground.seed) {
        if (candidates_.count() && !candidates_.empty())
            order_.emplace(*candidates_.count(), ground.seed);
    }

    std::optional<Config> ask() override {
        if (candidates_.empty()) return std::nullopt;
        if (order_) {
            if (next_ >= *candidates_.count()) return std::nullopt;
            return candidates_.at((*order_)[next_++]);
        }
        // Too many to number: a repetition is as good as impossible, and is looked for all the
        // same.
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

std::unique_ptr<Strategy> make_random_sample(const Ground& ground) {
    return std::make_unique<RandomSample>(ground);
}

}  // namespace hone
