// SPDX-License-Identifier: MIT
#include "tuner/cli/inspect/config_verdicts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

#include "db/model/ids.hpp"
#include "db/model/probe.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/catalog/default_config.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/inspect/why_view.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/devices/host_device.hpp"
#include "tuner/evaluation/pruner.hpp"

namespace hone::cli {
namespace {

KernelContext context_of(const po::variables_map& given) {
    std::vector<Space> spaces = spaces_given(given, "which kernel?");
    if (spaces.size() > 1) {
        std::vector<std::string> names;
        for (const Space& space : spaces) names.push_back(space.name);
        throw Error(Exit::usage,
                    fmt::format("'{}' is a routine, not a kernel", word_of(given, "kernel")),
                    fmt::format("its kernels: {}", fmt::join(names, ", ")));
    }
    const std::vector<Problem> problems = problems_given(given, spaces);
    if (problems.size() > 1) throw Error(Exit::usage, "--size: only one problem is allowed");
    LocalDevice device = spaces.front().program && given.count("device") == 0
                             ? host_device()
                             : select_device(word_of(given, "device"));
    Names known = known_names(device.device, problems.front());
    return {std::move(device), std::move(spaces.front()), problems.front(), std::move(known)};
}

// The selected config ---------------------------------------------------------------------------

using ValueIndices = std::map<std::size_t, std::uint16_t>;  // by parameter

ValueIndices values_given(const po::variables_map& given, const Space& space) {
    ValueIndices indices;
    if (given.count("config") == 0) return indices;
    std::vector<std::string> names;
    for (const Parameter& parameter : space.parameters) names.push_back(parameter.name);
    for (const auto& [name, value] : read_names(word_of(given, "config"), "the config")) {
        const auto p = space.index_of(name);
        if (!p)
            throw Error(Exit::usage,
                        fmt::format("{} has no parameter '{}'{}", space.name, name,
                                    did_you_mean(name, names)),
                        fmt::format("its parameters: {}", fmt::join(names, ", ")));
        indices[*p] = value_index(space.parameters[*p], value);
    }
    return indices;
}

// Constraints that give these parameters the given values.
std::vector<Constraint> value_constraints(const Space& space, const ValueIndices& indices) {
    std::vector<Constraint> all;
    for (const auto& [p, index] : indices) {
        const auto& [name, values] = space.parameters[p];
        const bool is_word = std::holds_alternative<std::string>(values[index]);
        const std::string_view quote = is_word ? "\"" : "";
        const std::string text =
            fmt::format("{0} == {1}{2}{1}", name, quote, hone::text(values[index]));
        all.push_back({text, Expression::parse(text)});
    }
    return all;
}

Config with_values(Config config, const ValueIndices& indices) {
    for (const auto& [p, index] : indices) config[p] = index;
    return config;
}

// Completes the given values with those of the nearest legal config to the ladder's last step. If
// no legal config has the given values, it takes the last step itself.
Config completed(const KernelContext& context, const ValueIndices& indices) {
    const Candidates all(context.space, context.known);
    const std::vector<Config> ladder = ladder_configs(context.space, context.problem.precision);
    const auto own = default_config(kernel_of(context.space).source, context.space);
    const Config first = own.value_or(Config(context.space.parameters.size(), 0));
    const Config usual = all.empty() || ladder.empty() ? first : ladder.back();
    const std::vector<Constraint> also = value_constraints(context.space, indices);
    const Candidates legal(context.space, context.known, also);
    if (const auto nearest = legal.nearest(with_values(usual, indices))) return *nearest;
    return with_values(all.nearest(usual).value_or(usual), indices);
}

// Verdicts of constraints and rules ----------------------------------------------------------

std::vector<BrokenConstraint> broken_constraints(const KernelContext& context,
                                                 const Config& config) {
    Names values;
    for (std::size_t p = 0; p < config.size(); ++p)
        values[context.space.parameters[p].name] = context.space.parameters[p].values[config[p]];
    std::vector<BrokenConstraint> all;
    for (const auto& [reason, must_hold, kind] : context.space.constraints) {
        const Number given = must_hold.number(lookup_in(values, context.known));
        if (!given.truthy())
            all.push_back({reason, must_hold.text(), given.exists() ? "" : given.text()});
    }
    return all;
}

void refuse_sizes(const KernelContext& context) {
    const std::string fault = sizes_past_device(context.space, context.problem, context.known);
    if (!fault.empty()) throw Error(Exit::usage, fault, "name smaller sizes with --size");
}

BuildResult build(const po::variables_map& given, const KernelContext& context, const Plan& plan,
                  Depth depth, std::optional<RunResult>& run) {
    if (depth == Depth::run) refuse_sizes(context);
    const MeasureOptions options = measure_options(given);
    refuse_redefined_parameters(options, {context.space});
    RemoteBench bench(bench_setup(options, context.device, context.space, context.problem),
                      options.timeouts);
    BuildResult built = bench.build(plan);
    if (built.outcome == Outcome::ok && depth == Depth::run) {
        constexpr SamplingLimits once{.min_samples = 1, .max_samples = 1, .min_ns = 0};
        run = bench.run(plan.config, once);
    }
    return built;
}

// The fastest stored result of this kernel for this problem, and the device's measured peaks.
struct Measured {
    MeasuredPeaks peaks;
    double best_ns = 0;
};

Measured measured(Store& store, const KernelContext& context) {
    const std::string device = id_of(context.device.device);
    const std::string problem = problem_text(context.problem);
    const std::string source = kernel_of(context.space).source;
    const auto kernels = store.kernels();
    Measured found;
    Plan best;
    for (const Best& each : store.bests({.device = device,
                            .kernel = context.space.name,
                            .routine = context.problem.routine,
                            .precision = context.problem.precision})) {
        const double ns = each.trial.time.median;
        const bool is_faster = found.best_ns == 0 || ns < found.best_ns;
        const bool is_same =
            each.key.problem == problem && kernels.at(each.key.kernel).source == source;
        if (!is_same || !is_faster) continue;
        found.best_ns = ns;
        best.flops = each.trial.flops;
        best.bytes = each.trial.bytes;
        found.peaks = measured_peaks(store, each.key);
    }
    if (found.best_ns > 0) raise_roofline(found.peaks, best, found.best_ns);
    return found;
}

void apply_all_rules(const po::variables_map& given, const KernelContext& context,
                     ConfigVerdicts& result) {
    const auto store = open_stored(given);
    const Measured known = store ? measured(*store, context) : Measured{};
    const BenchSetup setup =
        bench_setup(measure_options(given), context.device, context.space, context.problem);
    const Pruner pruner(setup, store
                                   ? stored_facts(context.space, *store,
                                                  id_of(context.device.device), id_of(setup.kernel))
                                   : StoredFacts{});
    const auto built = result.build ? std::span<const KernelBuildInfo>(result.build->built)
                                    : std::span<const KernelBuildInfo>();
    result.verdicts = pruner.verdicts(result.plan, built, known.peaks, known.best_ns);
}

ConfigVerdicts verdicts_for(const po::variables_map& given, const KernelContext& context,
                            Depth depth) {
    ConfigVerdicts result;
    result.config = completed(context, values_given(given, context.space));
    result.constraints = broken_constraints(context, result.config);
    try {
        result.plan = make_plan(context.space, result.config, context.known);
    } catch (const Error& error) {
        result.no_plan = error.what();
        return result;
    }
    if (depth != Depth::rules) result.build = build(given, context, result.plan, depth, result.run);
    apply_all_rules(given, context, result);
    return result;
}

}  // namespace

Exit judge_config(const po::variables_map& given, Depth depth) {
    const KernelContext what = context_of(given);
    const ConfigVerdicts result = verdicts_for(given, what, depth);
    if (is_on(given, "json"))
        print_verdicts_json(what, result);
    else
        print_verdicts(what, result);
    const bool wrong = result.run && result.run->outcome != Outcome::ok;
    return wrong || result.decision() == RuleVerdict::Decision::rejected ? Exit::no : Exit::done;
}

}  // namespace hone::cli
