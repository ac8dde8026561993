// SPDX-License-Identifier: MIT
// Each problem is one run of each kernel: the configs are checked one after the other, and the
// correct ones are timed interleaved.
#include "tuner/campaigns/cross_timing.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "spaces/candidates/candidates.hpp"

#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/store_text.hpp"

namespace hone {
namespace {

// The config of the best in one of these spaces, also if it was stored with an older version of the
// space.
std::optional<ConfigOfKernel> config_of(const std::vector<Space>& spaces, const Best& best) {
    const auto space = std::ranges::find_if(
        spaces, [&](const Space& each) { return is_named(each, best.kernel); });
    if (space == spaces.end()) return std::nullopt;
    const auto config = config_from(*space, best.trial.config);
    return config ? std::optional(ConfigOfKernel{&*space, *config}) : std::nullopt;
}

// Returns the fastest best of each problem. An empty precision becomes that of the first best.
std::map<std::string, Best> fastest_bests(Store& store, const std::vector<Space>& spaces,
                                          const LocalDevice& device, std::string& precision) {
    std::map<std::string, Best> fastest;
    for (const Best& best : store.bests({id_of(device.device), {}, {}, precision})) {
        if (!config_of(spaces, best)) continue;
        if (precision.empty()) precision = best.key.precision;
        if (best.key.precision != precision) continue;
        const auto [entry, is_new] = fastest.try_emplace(best.key.problem, best);
        if (!is_new && best.trial.time.median < entry->second.trial.time.median)
            entry->second = best;
    }
    return fastest;
}

// One kernel and one problem: a part of a column.
struct ColumnPart {
    const Space& space;
    const DeviceProblem& target;
    std::size_t column;
};

// The rows of the matrix with configs of the kernel that are legal for the problem.
std::vector<std::size_t> rows_for(const ColumnPart& part, const CrossTimings& tuned,
                                  const Evaluator& evaluator) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < tuned.configs.size(); ++row) {
        const auto& [of, config] = tuned.configs[row];
        if (of == &part.space && is_legal(part.space, config, evaluator.known()) &&
            evaluator.can_run(config))
            rows.push_back(row);
    }
    return rows;
}

std::vector<Config> configs_of(const CrossTimings& tuned, const std::vector<std::size_t>& rows) {
    std::vector<Config> configs;
    for (const std::size_t row : rows) configs.push_back(tuned.configs[row].config);
    return configs;
}

void measure(CampaignRun& run, const ColumnPart& part, const CrossTimings& tuned,
             TimeMatrix& times) {
    constexpr std::size_t rounds = 15;
    const std::vector<std::size_t> rows = rows_for(part, tuned, run.evaluator());
    const auto timed = run.time_correct(configs_of(tuned, rows), Purpose::transfer, rounds);
    for (const std::size_t row : rows) {
        const auto found = timed.find(tuned.configs[row].config);
        if (found != timed.end()) times[row][part.column] = found->second.time.median;
    }
}

}  // namespace

CrossTimings tuned_problems(Store& store, const std::vector<Space>& spaces,
                            const std::vector<LocalDevice>& devices, std::string precision) {
    CrossTimings tuned;
    std::set<ConfigOfKernel> known;
    for (const LocalDevice& device : devices) {
        for (const auto& [problem, best] : fastest_bests(store, spaces, device, precision)) {
            const ConfigOfKernel choice = *config_of(spaces, best);
            tuned.targets.push_back({&device, problem_from(*choice.space, best.key), best.key});
            if (known.insert(choice).second) tuned.configs.push_back(choice);
        }
    }
    return tuned;
}

TimeMatrix time_all(const MeasureOptions& options, const std::vector<Space>& spaces,
                    const CrossTimings& tuned, const CommandText& command,
                    const Campaign& campaign) {
    TimeMatrix times(tuned.configs.size(), std::vector<double>(tuned.targets.size()));
    for (std::size_t column = 0; column < tuned.targets.size() && !campaign.stop; ++column) {
        const auto& [device, problem, key] = tuned.targets[column];
        campaign.on_step({.number = column + 1,
                          .total = tuned.targets.size(),
                          .kernel = {},
                          .device = device->device.name,
                          .problem = problem,
                          .configs = tuned.configs.size()});
        for (const Space& space : spaces) {
            if (campaign.stop || unmet_requirement(space, *device, problem)) continue;
            CampaignRun run(campaign, bench_setup(options, *device, space, problem), options,
                            "cover", command(space, problem));
            measure(run, {space, tuned.targets[column], column}, tuned, times);
            run.finish();
        }
    }
    return times;
}

}  // namespace hone
