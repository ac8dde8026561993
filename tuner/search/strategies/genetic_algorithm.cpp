// SPDX-License-Identifier: MIT
// Generations: children take each value from one of two parents, now and then one is changed, and
// what comes out illegal becomes the nearest legal one. Parents are the better of two that are
// drawn; the best ones live on.
#include <algorithm>

#include "tuner/search/strategies/trajectory.hpp"

namespace hone {
namespace {

constexpr std::size_t generation_size = 20;
// The first of a generation survive it.
constexpr std::size_t elite = 2;
// One value in so many is changed.
constexpr int mutation = 10;

class GeneticAlgorithm : public Walk {
  public:
    explicit GeneticAlgorithm(const Ground& ground) : Walk(ground) {}

  private:
    using Member = std::pair<double, Config>;

    Config wanted() override { return parents_.empty() ? anywhere() : child(); }

    void found(const Config& config, double time) override {
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
            if (random().below(mutation) == 0)
                child[p] = static_cast<std::uint16_t>(random().below(values(p)));
        }
        return legal(child);
    }

    std::vector<Member> parents_;   // the best first
    std::vector<Member> children_;  // of the next generation, so far
};

}  // namespace

std::unique_ptr<Strategy> make_genetic_algorithm(const Ground& ground) {
    return std::make_unique<GeneticAlgorithm>(ground);
}

}  // namespace hone
