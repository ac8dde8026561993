// SPDX-License-Identifier: MIT
// Iterated local search. It starts from an even sample and moves from the best config to its first
// better neighbor. At a local optimum it restarts from the best unexplored config, or from a random
// one. Every config is asked for once.
#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>

#include "tuner/search/strategy.hpp"

namespace hone {
namespace {

class GreedyIls : public Strategy {
  public:
    explicit GreedyIls(const SearchProblem& problem)
        : candidates_(problem.candidates),
          random_(problem.seed),
          random_order_(make_random_sample(problem)) {
        for (Config& config : candidates_.sample(initial_samples, problem.seed + 1))
            queue_.push_back(std::move(config));
    }

    std::optional<Config> ask() override {
        for (;;) {
            while (!queue_.empty()) {
                Config config = std::move(queue_.front());
                queue_.pop_front();
                if (asked_.insert(config).second) return config;
            }
            if (!restart()) break;
        }
        // Every neighborhood has been searched; the rest comes in random order.
        while (auto config = random_order_->ask()) {
            if (asked_.insert(*config).second) return config;
        }
        return std::nullopt;
    }

    void tell(const Config& config, std::optional<double> nanoseconds) override {
        if (!nanoseconds) return;
        times_.emplace(*nanoseconds, config);
        if (*nanoseconds >= current_ns_ || !climbing_) return;
        // A better config becomes the current one: its neighbors come first.
        move_to(config, *nanoseconds);
    }

  private:
    static constexpr std::size_t initial_samples = 20;

    void move_to(const Config& config, double nanoseconds) {
        climbing_ = true;
        current_ns_ = nanoseconds;
        explored_.insert(config);
        queue_.clear();
        add_shuffled(candidates_.neighbors(config, Neighborhood::adjacent));
        add_shuffled(candidates_.neighbors(config, Neighborhood::repaired));
        add_shuffled(candidates_.neighbors(config, Neighborhood::hamming));
    }

    void add_shuffled(std::vector<Config> configs) {
        for (std::size_t i = configs.size(); i > 1; --i) {
            std::swap(configs[i - 1], configs[static_cast<std::size_t>(random_.below(i))]);
        }
        for (Config& config : configs) {
            if (!asked_.contains(config)) queue_.push_back(std::move(config));
        }
    }

    // Restarts from the best config whose neighbors are unexplored, unless it is far slower than
    // the best.
    bool restart() {
        for (const auto& [nanoseconds, config] : times_) {
            if (nanoseconds > 2 * times_.begin()->first) break;
            if (explored_.contains(config)) continue;
            move_to(config, nanoseconds);
            return true;
        }
        return false;
    }

    const Candidates& candidates_;
    Random random_;
    std::unique_ptr<Strategy> random_order_;
    std::deque<Config> queue_;
    std::set<Config> asked_;
    std::set<Config> explored_;
    std::multimap<double, Config> times_;
    bool climbing_ = false;
    double current_ns_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::unique_ptr<Strategy> make_greedy_ils(const SearchProblem& problem) {
    return std::make_unique<GreedyIls>(problem);
}

}  // namespace hone
