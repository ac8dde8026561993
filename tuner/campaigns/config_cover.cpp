// SPDX-License-Identifier: MIT
// Tries all sets of one config, of two and of three. The result is exact, and fast for the usual
// number of tuned problems. If a size has too many sets, the best set of the previous size is
// extended by one config.
#include "tuner/campaigns/config_cover.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <tuple>

namespace hone {
namespace {

constexpr double unserved = 16;  // times the best, for a problem that no config of the set can run
constexpr std::size_t max_sets = 500'000;

class CoverSearch {
  public:
    CoverSearch(const TimeMatrix& times, double within)
        : best_(best_times(times)), within_(within) {
        for (const auto& row : times) {
            auto& slow = slowdowns_.emplace_back();
            for (std::size_t p = 0; p < row.size(); ++p)
                slow.push_back(row[p] > 0 ? row[p] / best_[p] : unserved);
        }
    }

    std::size_t configs() const { return slowdowns_.size(); }
    std::size_t problems() const { return best_.size(); }

    ConfigCover evaluate(const std::vector<std::size_t>& set) const {
        ConfigCover cover{set, 0, 0};
        for (std::size_t p = 0; p < problems(); ++p) {
            double least = unserved;
            for (const std::size_t config : set) least = std::min(least, slowdowns_[config][p]);
            cover.covered += least <= 1 + within_;
            cover.mean += std::log(least);
        }
        cover.mean =
            std::exp(cover.mean / static_cast<double>(std::max<std::size_t>(1, problems())));
        return cover;
    }

  private:
    std::vector<double> best_;
    double within_;
    TimeMatrix slowdowns_;
};

bool better(const ConfigCover& a, const ConfigCover& b) {
    return std::tuple(a.covered, -a.mean) > std::tuple(b.covered, -b.mean);
}

double sets_of(std::size_t n, std::size_t k) {
    double count = 1;
    for (std::size_t i = 0; i < k; ++i)
        count *= static_cast<double>(n - i) / static_cast<double>(i + 1);
    return count;
}

/// Returns the best of all sets of this size.
ConfigCover best_set(const CoverSearch& covering, std::size_t size) {
    std::vector<std::size_t> set(size);
    for (std::size_t i = 0; i < size; ++i) set[i] = i;
    ConfigCover best = covering.evaluate(set);
    for (;;) {
        std::size_t last = size;
        while (last > 0 && set[last - 1] == covering.configs() - size + last - 1) --last;
        if (last == 0) return best;
        ++set[last - 1];
        for (std::size_t i = last; i < size; ++i) set[i] = set[i - 1] + 1;
        if (const ConfigCover one = covering.evaluate(set); better(one, best)) best = one;
    }
}

/// Returns the best set that extends `by` by one config.
ConfigCover extended(const CoverSearch& covering, const ConfigCover& by) {
    ConfigCover best = by;
    for (std::size_t config = 0; config < covering.configs(); ++config) {
        if (std::ranges::find(by.configs, config) != by.configs.end()) continue;
        std::vector<std::size_t> set = by.configs;
        set.push_back(config);
        if (const ConfigCover one = covering.evaluate(set); better(one, best)) best = one;
    }
    std::ranges::sort(best.configs);
    return best;
}

}  // namespace

std::vector<double> best_times(const TimeMatrix& times) {
    if (times.empty()) return {};
    std::vector<double> best(times[0].size(), std::numeric_limits<double>::infinity());
    for (const auto& row : times)
        for (std::size_t p = 0; p < row.size(); ++p)
            if (row[p] > 0) best[p] = std::min(best[p], row[p]);
    return best;
}

ConfigCover smallest_cover(const TimeMatrix& times, double within, std::size_t most) {
    const CoverSearch covering(times, within);
    ConfigCover best;
    for (std::size_t size = 1; size <= std::min(most, covering.configs()); ++size) {
        const bool few = sets_of(covering.configs(), size) <= static_cast<double>(max_sets);
        const ConfigCover one = few ? best_set(covering, size) : extended(covering, best);
        if (best.configs.empty() || better(one, best)) best = one;
        if (best.covered == covering.problems()) break;
    }
    return best;
}

std::size_t best_config_for(const TimeMatrix& times, const ConfigCover& cover,
                            std::size_t problem) {
    const auto time = [&](std::size_t config) {
        const double ns = times[config][problem];
        return ns > 0 ? ns : std::numeric_limits<double>::infinity();
    };
    return *std::ranges::min_element(cover.configs, {}, time);
}

}  // namespace hone
