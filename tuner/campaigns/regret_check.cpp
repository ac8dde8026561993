// SPDX-License-Identifier: MIT
// If answer and best belong to one kernel they are timed interleaved, else alternately; the faster
// of repeated times counts, so that a disturbance is not taken for a loss.
#include "tuner/campaigns/regret_check.hpp"

#include <algorithm>
#include <set>

#include "db/lookup/tuned.hpp"
#include "tuner/campaigns/campaign_run.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/planning/size_sampling.hpp"

namespace hone {
namespace {

// The range of the tuned sizes, for each extent.
std::vector<Bounds> bounds_of(const std::vector<DeviceProblem>& targets,
                              const std::vector<Extent>& extents) {
    std::vector<Bounds> bounds;
    for (const auto& [name, usual] : extents) {
        const auto size = [&, &of = name](const DeviceProblem& target) {
            return std::get<Number>(target.problem.arguments.at(of)).numerator();
        };
        const auto [least, most] = std::ranges::minmax(targets, {}, size);
        bounds.push_back({size(least), size(most)});
    }
    return bounds;
}

// Draws sizes without stored results, each once. They have the layouts that were tuned, each in
// proportion to its number of tuned sizes.
std::vector<Problem> draw_problems(const RegretOptions& options, const Space& space,
                                   const std::vector<DeviceProblem>& targets) {
    const std::vector<Extent> named = extents_of(space);
    std::set<std::string> known;
    for (const DeviceProblem& target : targets) known.insert(problem_text(target.problem));
    const std::size_t enough = 2 * (options.count + known.size());
    std::vector<Problem> problems;
    for (const Extents& extents :
         random_sizes(bounds_of(targets, named), enough, options.tune.measure.seed)) {
        if (problems.size() == options.count) break;
        Problem problem = targets[problems.size() * targets.size() / options.count].problem;
        for (std::size_t e = 0; e < named.size(); ++e)
            problem.arguments.insert_or_assign(named[e].first, Number(extents[e]));
        if (known.insert(problem_text(problem)).second) problems.push_back(std::move(problem));
    }
    return problems;
}

/// Configs of one kernel, each with the variable that receives its time.
struct ConfigsToTime {
    std::vector<Config> configs;
    std::vector<double*> times;

    void add(const Space& space, const std::string& text, double& ns) {
        const auto config = config_from(space, text);
        if (!config) return;
        configs.push_back(*config);
        times.push_back(&ns);
    }
};

// The lower of several times counts.
void time_configs(CampaignRun& run, const ConfigsToTime& wanted) {
    constexpr std::size_t rounds = 41;
    const auto timed = run.time_correct(wanted.configs, Purpose::transfer, rounds);
    for (std::size_t i = 0; i < wanted.configs.size(); ++i) {
        const auto found = timed.find(wanted.configs[i]);
        if (found == timed.end()) continue;
        const double ns = found->second.time.median;
        double& known = *wanted.times[i];
        known = known == 0 ? ns : std::min(known, ns);
    }
}

void compare(const RegretOptions& options, const LocalDevice& device,
             const std::vector<Space>& spaces, const TunedKernel& answered,
             const ProblemResult& result, const Campaign& campaign, SizeRegret& regret) {
    const auto* best = result.best();
    const bool one_kernel = !best || best->first.setup.space.name == answered.kernel;
    const std::size_t turns = one_kernel ? 1 : 2;
    for (std::size_t i = 0; i < turns * spaces.size(); ++i) {
        const Space& space = spaces[i % spaces.size()];
        ConfigsToTime wanted;
        if (answered.kernel == space.name)
            wanted.add(space, canonical(answered.config), regret.answered_ns);
        if (best && best->first.setup.space.name == space.name)
            wanted.add(space, best->second.best->config, regret.best_ns);
        if (wanted.configs.empty()) continue;
        CampaignRun run(campaign, bench_setup(options.tune.measure, device, space, result.problem),
                        options.tune.measure, "regret", options.command(space, result.problem));
        time_configs(run, wanted);
        run.finish();
    }
}

SizeRegret regret_at(const RegretOptions& options, const LocalDevice& device,
                     const std::vector<Space>& spaces, Tuned& tuned, const Problem& problem,
                     const Campaign& campaign) {
    const TunedKernel& answered =
        tuned.find(options.what, device.device, problem.precision, settings_of(problem),
                   Rewriting::yes);  // as hone::gemm and hone::Launches do
    const std::string what =
        answered ? answered.kernel + "  " + joined(answered.config) : answered.reason;
    SizeRegret regret{problem, std::string(text(answered.match)), what};
    const ProblemResult result = tune_problem(options.tune, {device}, spaces, problem, campaign);
    for (const auto& [task, kernel] : result.results) regret.tried += kernel.tried;
    if (!campaign.stop) compare(options, device, spaces, answered, result, campaign, regret);
    return regret;
}

}  // namespace

std::vector<SizeRegret> check_regret(const RegretOptions& options, const LocalDevice& device,
                                     const std::vector<Space>& spaces, const CrossTimings& tuned,
                                     const Campaign& campaign,
                                     const std::function<void(const SizeRegret&)>& on_size) {
    Tuned before({campaign.store.connection().file()});  // before any of the sizes is tuned
    before.trust_databases();
    std::vector<SizeRegret> losses;
    for (const Problem& problem : draw_problems(options, spaces.front(), tuned.targets)) {
        if (campaign.stop) break;
        losses.push_back(regret_at(options, device, spaces, before, problem, campaign));
        on_size(losses.back());
    }
    return losses;
}

}  // namespace hone
