// SPDX-License-Identifier: MIT
// Compares the configs of one related precision by their measured or expected times there.
#include "tuner/planning/fast_in_related.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "db/recipe/config_check.hpp"
#include "db/recipe/variables.hpp"
#include "tuner/planning/likely_bests.hpp"
#include "tuner/planning/untimed_configs.hpp"

namespace hone {
namespace {

using namespace lookup;

/// One kernel version with the problem in the precision that is asked for.
class UntimedInPrecision {
  public:
    UntimedInPrecision(const ConfigRanking& ranking, const VersionProblem& problem)
        : recipe_(ranking.catalog().versions[problem.version].recipe),
          problem_(problem),
          twin_key_(recipe_),
          known_(timed_twins(ranking.times_of(problem, DeviceSimilarity::board), twin_key_,
                             problem.point)) {}

    /// Adds the configs that are about as fast as the fastest of all kernels in the related
    /// precision, which takes `fastest_there`.
    void add(const ConfigRanking& related, double fastest_there, std::vector<FastInRelated>& all) {
        const auto& problems = related.version_problems();
        const auto there = std::ranges::find(problems, problem_.version, &VersionProblem::version);
        if (there == problems.end()) return;
        const KernelTimes& times = related.times_of(*there, DeviceSimilarity::board);
        for (const auto& [number, expected] :
             times.expected_times(recipe_, there->point, there->variables, looked_at)) {
            const ModelConfig& config = times.configs()[number];
            const TimedProblem* timed = config.timing_of(there->point);
            const double behind = (timed ? std::log2(timed->ns) : expected) - fastest_there;
            const TunedRow& row = config.row;
            if (behind <= about_as_fast && can_run(row) &&
                known_.insert(twin_key_.of(row.parameters)).second)
                all.push_back({problem_.version, row.config, behind});
        }
    }

  private:
    static constexpr std::size_t looked_at = 12;

    bool can_run(const TunedRow& row) const {
        std::vector<Number> variables = problem_.variables;
        std::ranges::copy(row.parameters, variables.begin());
        return may_run(recipe_, variables);
    }

    const Recipe& recipe_;
    const VersionProblem& problem_;
    TwinKey twin_key_;
    std::set<TwinKey::Key> known_;
};

}  // namespace

std::vector<FastInRelated> fast_in_related(const ConfigRanking& ranking,
                                           std::span<const ConfigRanking> related,
                                           std::size_t most) {
    std::vector<UntimedInPrecision> versions;
    for (const VersionProblem& problem : ranking.version_problems())
        if (ranking.catalog().versions[problem.version].newest)
            versions.emplace_back(ranking, problem);
    std::vector<FastInRelated> all;
    for (const ConfigRanking& there : related) {
        const double fastest_there = expected_fastest(there);
        if (!std::isfinite(fastest_there)) continue;  // no config can run
        for (UntimedInPrecision& version : versions) version.add(there, fastest_there, all);
    }
    std::ranges::stable_sort(all, {}, &FastInRelated::behind);
    all.resize(std::min(most, all.size()));
    return all;
}

}  // namespace hone
