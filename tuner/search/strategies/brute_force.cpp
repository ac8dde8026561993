// SPDX-License-Identifier: MIT
// Tries every candidate once, in order.
#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

class BruteForce : public Strategy {
  public:
    explicit BruteForce(const SearchProblem& problem) : candidates_(problem.candidates) {}

    std::optional<Config> ask() override {
        if (candidates_.count() && next_ >= *candidates_.count()) return std::nullopt;
        return candidates_.at(next_++);
    }
    void tell(const Config& /*config*/, std::optional<double> /*nanoseconds*/) override {}

  private:
    const Candidates& candidates_;
    Index next_ = 0;
};

}  // namespace

std::unique_ptr<Strategy> make_brute_force(const SearchProblem& problem) {
    return std::make_unique<BruteForce>(problem);
}

}  // namespace hone
