// SPDX-License-Identifier: MIT
// `hone why`: which constraints and rules a config violates, with their figures.
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "db/model/ids.hpp"
#include "db/model/probe.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/cli/inspect/why_view.hpp"
#include "tuner/cli/options/campaign_options.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

void declare_why(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("KERNEL|FILE"), "the kernel");
    add("config", single_value("NAME=VALUE,…"),
        "the config; parameters left out have the values of the last ladder step");
    declare_problem(options);
    add("build", po::bool_switch(),
        "build it, and apply the rules that need the built kernel, too");
    add("build-timeout", single_value("TIME")->default_value("60s"), "time limit of the build");
    add("build-options", single_value("OPTIONS"),
        "more options for the OpenCL compiler; by default HONE_BUILD_OPTIONS");
    add("db", single_value("FILE"),
        "the database with the probed limits; by default HONE_DB, else hone/hone.db of the user's "
        "data");
    add("json", po::bool_switch(), "print JSON");
}

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
    LocalDevice device = select_device(word_of(given, "device"));
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

// Constraints that these parameters have the given values.
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

// The given values, completed from the legal config nearest to the ladder's last step; where no
// legal config has them, from that step itself.
Config completed(const KernelContext& context, const ValueIndices& indices) {
    const Candidates all(context.space, context.known);
    const std::vector<Config> ladder = ladder_configs(context.space, context.problem.precision);
    const Config usual =
        all.empty() || ladder.empty() ? Config(context.space.parameters.size(), 0) : ladder.back();
    const std::vector<Constraint> also = value_constraints(context.space, indices);
    const Candidates legal(context.space, context.known, also);
    if (const auto nearest = legal.nearest(with_values(usual, indices))) return *nearest;
    return with_values(all.nearest(usual).value_or(usual), indices);
}

// What constraints and rules say of it ----------------------------------------------------------

std::vector<BrokenConstraint> broken_constraints(const KernelContext& context,
                                                 const Config& config) {
    Names values;
    for (std::size_t p = 0; p < config.size(); ++p)
        values[context.space.parameters[p].name] = context.space.parameters[p].values[config[p]];
    std::vector<BrokenConstraint> all;
    for (const auto& [reason, must_hold] : context.space.constraints)
        if (!must_hold.number(lookup_in(values, context.known)).truthy())
            all.push_back({reason, must_hold.text()});
    return all;
}

BuildResult build(const po::variables_map& given, const KernelContext& context, const Plan& plan) {
    const MeasureOptions options = measure_options(given);
    RemoteBench bench(bench_setup(options, context.device, context.space, context.problem),
                      options.timeouts);
    return bench.build(plan);
}

// The local memory limit of a kernel, where a database has it.
std::int64_t probed_local_memory(const po::variables_map& given, const LocalDevice& device) {
    const auto store = open_stored(given);
    if (!store) return 0;
    const auto probe = store->probe(id_of(device.device), std::string(probes::local_memory_limit));
    return probe ? static_cast<std::int64_t>(probe->value) : 0;
}

void apply_all_rules(const po::variables_map& given, const KernelContext& context,
                     ConfigVerdicts& result) {
    const RuleInput input{.device = context.device.device,
                          .plan = result.plan,
                          .architecture = architecture_of(context.device.device),
                          .requirement = requirement_of(context.space, context.known),
                          .hints = read_hints(context.space, result.plan, context.known),
                          .built = result.build
                                       ? std::span<const KernelBuildInfo>(result.build->built)
                                       : std::span<const KernelBuildInfo>(),
                          .peaks = {},
                          .best_ns = 0,
                          .local_limit = probed_local_memory(given, context.device)};
    const bool is_built = !input.built.empty();
    for (const Rule& rule : rules())
        if (is_built || rule.stage == Rule::Stage::before_build)
            result.verdicts.emplace_back(&rule, apply_rules(rule, input));
}

ConfigVerdicts verdicts_for(const po::variables_map& given, const KernelContext& context) {
    ConfigVerdicts result;
    result.config = completed(context, values_given(given, context.space));
    result.constraints = broken_constraints(context, result.config);
    try {
        result.plan = make_plan(context.space, result.config, context.known);
    } catch (const Error& error) {
        result.no_plan = error.what();
        return result;
    }
    if (is_on(given, "build")) result.build = build(given, context, result.plan);
    apply_all_rules(given, context, result);
    return result;
}

Exit run_why(const po::variables_map& given) {
    const KernelContext what = context_of(given);
    const ConfigVerdicts result = verdicts_for(given, what);
    if (is_on(given, "json"))
        print_verdicts_json(what, result);
    else
        print_verdicts(what, result);
    return result.decision() == Verdict::Decision::rejected ? Exit::no : Exit::done;
}

constexpr std::array<std::string_view, 2> why_words{"kernel", "config"};
constexpr std::array why_allowed_values{AllowedValues{"kernel", known_words, true},
                                        AllowedValues{"precision", known_precisions}};

}  // namespace

extern const Command why_command;
const Command why_command{
    .name = "why",
    .synopsis = "KERNEL|FILE [NAME=VALUE,…] [options]",
    .summary = "show why a config is tried, deferred or rejected",
    .details =
        R"(Shows which constraints of the space a config violates, and the verdict of each rule with its
figures. A hard rule rejects a config that the device cannot run. A soft rule defers a config that is
probably slow; deferred configs are tried last. A rule that does not apply has no verdict and says
why.

Parameters that are not given have the values of the legal config that is nearest to the last step of
the space's ladder (its named steps from a plain kernel to a tuned one). --build builds the config in
a separate process and applies the rules that need the built kernel: registers, spills, its limits.

  hone why reduction_tree WG=1024,V=4
  hone why gemm_tile "WGM=16,WGN=16,TM=8,TN=8" --size M=4096,N=4096,K=4096 --build
  hone why gemm_tile WGM=32,WGN=32 --precision f64 --json

The exit code is 1 when the config is rejected, and 0 when it is legal or deferred.
)",
    .declare = declare_why,
    .words = why_words,
    .run = run_why,
    .allowed_values = why_allowed_values,
};

}  // namespace hone::cli
