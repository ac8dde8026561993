// SPDX-License-Identifier: MIT
// Iterated local search: an even sample to begin with, then from the best known config to its
// neighbors, moving as soon as one is better; where none is, a jump to the best of the sample's
// rest or a random place, and on. Every config is asked once.
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
    explicit GreedyIls(const Ground& ground)
        : candidates_(ground.candidates),
          random_(ground.seed),
          everything_(make_random_sample(ground)) {
        for (Config& config : candidates_.sample(first_sample, ground.seed + 1))
            queue_.push_back(std::move(config));
    }

    std::optional<Config> ask() override {
        for (;;) {
            while (!queue_.empty()) {
                Config config = std::move(queue_.front());
                queue_.pop_front();
                if (asked_.insert(config).second) return config;
            }
            if (!start_next_round()) break;
        }
        // Every neighborhood has been seen; what is left comes in random order.
        while (auto config = everything_->ask()) {
            if (asked_.insert(*config).second) return config;
        }
        return std::nullopt;
    }

    void tell(const Config& config, std::optional<double> nanoseconds) override {
        if (!nanoseconds) return;
        times_.emplace(*nanoseconds, config);
        if (*nanoseconds >= here_ns_ || !climbing_) return;
        // Better than where the search stands: its neighbors come before the rest of the old ones.
        stand_at(config, *nanoseconds);
    }

  private:
    static constexpr std::size_t first_sample = 20;

    void stand_at(const Config& config, double nanoseconds) {
        climbing_ = true;
        here_ns_ = nanoseconds;
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

    // The best config whose neighbors have not been looked at, but none hopelessly slow.
    bool start_next_round() {
        for (const auto& [nanoseconds, config] : times_) {
            if (nanoseconds > 2 * times_.begin()->first) break;
            if (explored_.contains(config)) continue;
            stand_at(config, nanoseconds);
            return true;
        }
        return false;
    }

    const Candidates& candidates_;
    Random random_;
    std::unique_ptr<Strategy> everything_;
    std::deque<Config> queue_;
    std::set<Config> asked_;
    std::set<Config> explored_;
    std::multimap<double, Config> times_;
    bool climbing_ = false;
    double here_ns_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::unique_ptr<Strategy> make_greedy_ils(const Ground& ground) {
    return std::make_unique<GreedyIls>(ground);
}

}  // namespace hone
