// SPDX-License-Identifier: MIT
// Times the configs, chooses a set and stores it.
#include "tuner/campaigns/problem_cover.hpp"

#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

std::vector<CoverRow> rows_of(const CoverResult& result, Store& store) {
    const auto& [tuned, times, cover] = result;
    const std::vector<double> best = best_times(times);
    std::vector<CoverRow> rows;
    for (const std::size_t c : cover.configs) {
        const auto& [space, config] = tuned.configs[c];
        for (std::size_t p = 0; p < tuned.targets.size(); ++p)
            if (times[c][p] > 0)
                rows.push_back({.device = tuned.targets[p].key.device,
                                .kernel = store.add(kernel_of(*space)),
                                .precision = tuned.targets[p].key.precision,
                                .config = config_text(*space, config),
                                .problem = tuned.targets[p].key.problem,
                                .median_ns = times[c][p],
                                .best_ns = best[p]});
    }
    return rows;
}

}  // namespace

CoverResult cover_problems(const CoverOptions& options, const std::vector<Space>& spaces,
                           const CrossTimings& tuned, const Campaign& campaign) {
    CoverResult result{
        tuned, time_all(options.measure, spaces, tuned, options.command, campaign), {}};
    if (campaign.stop) return result;
    result.cover = smallest_cover(result.times, options.within, options.most_configs);
    campaign.store.set_cover(spaces.front().routine, rows_of(result, campaign.store));
    return result;
}

}  // namespace hone
