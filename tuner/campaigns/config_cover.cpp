// SPDX-License-Identifier: MIT
// All sets of one config, of two, of three: exact, and quick for what a person would tune. Where
// the sets of a size are too many, the best set of the size before is extended by one config.
#include "tuner/campaigns/config_cover.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

namespace hone {
namespace {

constexpr double unserved = 16;  // times the best, where a set serves a problem not at all
constexpr std::size_t most_sets = 500'000;

class CoverSearch {
  public:
    CoverSearch(const Times& times, double within) : best_(best_of(times)), within_(within) {
        for (const auto& row : times) {
            auto& slow = slowdowns_.emplace_back();
            for (std::size_t p = 0; p < row.size(); ++p)
                slow.push_back(row[p] > 0 ? row[p] / best_[p] : unserved);
        }
    }

    std::size_t configs() const { return slowdowns_.size(); }
    std::size_t problems() const { return best_.size(); }

    CoverChoice judged(const std::vector<std::size_t>& set) const {
        CoverChoice choice{set, 0, 0};
        for (std::size_t p = 0; p < problems(); ++p) {
            double least = unserved;
            for (const std::size_t config : set) least = std::min(least, slowdowns_[config][p]);
            choice.covered += least <= 1 + within_;
            choice.mean += std::log(least);
        }
        choice.mean =
            std::exp(choice.mean / static_cast<double>(std::max<std::size_t>(1, problems())));
        return choice;
    }

  private:
    std::vector<double> best_;
    double within_;
    Times slowdowns_;
};

bool better(const CoverChoice& a, const CoverChoice& b) {
    return std::tuple(a.covered, -a.mean) > std::tuple(b.covered, -b.mean);
}

double sets_of(std::size_t n, std::size_t k) {
    double count = 1;
    for (std::size_t i = 0; i < k; ++i)
        count *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    return count;
}

/// The best of all sets of this size.
CoverChoice best_set(const CoverSearch& covering, std::size_t size) {
    std::vector<std::size_t> set(size);
    for (std::size_t i = 0; i < size; ++i) set[i] = i;
    CoverChoice best = covering.judged(set);
    for (;;) {
        std::size_t last = size;
        while (last > 0 && set[last - 1] == covering.configs() - size + last - 1) --last;
        if (last == 0) return best;
        ++set[last - 1];
        for (std::size_t i = last; i < size; ++i) set[i] = set[i - 1] + 1;
        if (const CoverChoice one = covering.judged(set); better(one, best)) best = one;
    }
}

/// The best set that has one config more.
CoverChoice extended(const CoverSearch& covering, const CoverChoice& by) {
    CoverChoice best = by;
    for (std::size_t config = 0; config < covering.configs(); ++config) {
        if (std::ranges::find(by.configs, config) != by.configs.end()) continue;
        std::vector<std::size_t> set = by.configs;
        set.push_back(config);
        if (const CoverChoice one = covering.judged(set); better(one, best)) best = one;
    }
    std::ranges::sort(best.configs);
    return best;
}

}  // namespace

std::vector<double> best_of(const Times& times) {
    if (times.empty()) return {};
    std::vector<double> best(times[0].size(), std::numeric_limits<double>::infinity());
    for (const auto& row : times)
        for (std::size_t p = 0; p < row.size(); ++p)
            if (row[p] > 0) best[p] = std::min(best[p], row[p]);
    return best;
}

CoverChoice smallest_cover(const Times& times, double within, std::size_t most) {
    const CoverSearch covering(times, within);
    CoverChoice best;
    for (std::size_t size = 1; size <= std::min(most, covering.configs()); ++size) {
        const bool few = sets_of(covering.configs(), size) <= static_cast<double>(most_sets);
        const CoverChoice one = few ? best_set(covering, size) : extended(covering, best);
        if (best.configs.empty() || better(one, best)) best = one;
        if (best.covered == covering.problems()) break;
    }
    return best;
}

std::size_t server_of(const Times& times, const CoverChoice& choice, std::size_t problem) {
    const auto time = [&](std::size_t config) {
        const double ns = times[config][problem];
        return ns > 0 ? ns : std::numeric_limits<double>::infinity();
    };
    return *std::ranges::min_element(choice.configs, {}, time);
}

}  // namespace hone
