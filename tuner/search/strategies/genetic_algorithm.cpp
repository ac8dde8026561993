// SPDX-License-Identifier: MIT
// Genetic algorithm. Children take each value from one of two parents, some values mutate, and an
// illegal child becomes the nearest legal one. Parents are chosen by tournament; the elite
// survives.
#include <algorithm>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

constexpr std::size_t generation_size = 20;
// The number of best members that survive a generation.
constexpr std::size_t elite = 2;
// One in this number of values mutates.
constexpr int mutation_one_in = 10;

class GeneticAlgorithm : public TrajectoryStrategy {
  public:
    explicit GeneticAlgorithm(const SearchProblem& problem) : TrajectoryStrategy(problem) {}

  private:
    using Member = std::pair<double, Config>;

    Config propose() override { return parents_.empty() ? random_config() : child(); }

    void observe(const Config& config, double time) override {
        children_.emplace_back(time, config);
        if (children_.size() < generation_size) return;
        children_.insert(
            children_.end(), parents_.begin(),
            parents_.begin() + static_cast<std::ptrdiff_t>(std::min(elite, parents_.size())));
        std::sort(children_.begin(), children_.end());
        children_.erase(std::unique(children_.begin(), children_.end()), children_.end());
        parents_ = std::move(children_);
        children_.clear();
    }

    const Config& parent() {
        const auto draw = [&] { return static_cast<std::size_t>(random().below(parents_.size())); };
        return parents_[std::min(draw(), draw())].second;
    }

    Config child() {
        Config child = parent();
        const Config& other = parent();
        for (std::size_t p = 0; p < parameters(); ++p) {
            if (random().below(2) == 0) child[p] = other[p];
            if (random().below(mutation_one_in) == 0)
                child[p] = static_cast<std::uint16_t>(random().below(values(p)));
        }
        return nearest_legal(child);
    }

    std::vector<Member> parents_;   // the best first
    std::vector<Member> children_;  // of the next generation so far
};

}  // namespace

std::unique_ptr<Strategy> make_genetic_algorithm(const SearchProblem& problem) {
    return std::make_unique<GeneticAlgorithm>(problem);
}

}  // namespace hone
