// SPDX-License-Identifier: MIT
// Candidates in random order, each once: what every other strategy has to beat.
#include <set>

#include "tuner/strategy.hpp"

namespace hone {
namespace {

class RandomSample : public Strategy {
  public:
    RandomSample(const Candidates& candidates, std::uint64_t seed)
        : candidates_(candidates), random_(seed) {
        if (candidates.count() && !candidates.empty()) order_.emplace(*candidates.count(), seed);
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

std::unique_ptr<Strategy> make_random_sample(const Candidates& candidates, std::uint64_t seed) {
    return std::make_unique<RandomSample>(candidates, seed);
}

}  // namespace hone
