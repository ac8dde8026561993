// SPDX-License-Identifier: MIT
// `hone why`: what constraints and rules say of one config, with their figures.
#include <array>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "db/model/ids.hpp"
#include "db/model/probe.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "tuner/campaigns/ladder_climb.hpp"
#include "tuner/cli/inspect/why_view.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

void declare_why(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", one("KERNEL|FILE"), "the kernel");
    add("config", one("NAME=VALUE,…"), "the config; what it leaves open is as on the last rung");
    declare_problem(options);
    add("build", po::bool_switch(), "build it, and ask the rules that judge what was built, too");
    add("build-timeout", one("TIME")->default_value("60s"), "the longest that the build may take");
    add("build-options", one("OPTIONS"),
        "more for the OpenCL compiler; HONE_BUILD_OPTIONS where not given");
    add("db", one("FILE"),
        "the database, which knows what was probed; HONE_DB, then the user's own where not given");
    add("json", po::bool_switch(), "the answer as JSON");
}

Case case_of(const po::variables_map& given) {
    std::vector<Space> spaces = spaces_given(given, "which kernel?");
    if (spaces.size() > 1) {
        std::vector<std::string> names;
        for (const Space& space : spaces) names.push_back(space.name);
        throw Error(Exit::usage, fmt::format("'{}' is a routine", word_of(given, "kernel")),
                    fmt::format("Say one of its kernels: {}.", fmt::join(names, ", ")));
    }
    const std::vector<Problem> problems = problems_given(given, spaces);
    if (problems.size() > 1) throw Error(Exit::usage, "--size: one problem at a time");
    Found device = select_device(word_of(given, "device"));
    Names known = known_of(device.device, problems.front());
    return {std::move(device), std::move(spaces.front()), problems.front(), std::move(known)};
}

// The config that is meant ----------------------------------------------------------------------

using Choices = std::map<std::size_t, std::uint16_t>;  // parameter: place of its value

Choices choices_given(const po::variables_map& given, const Space& space) {
    Choices choices;
    if (given.count("config") == 0) return choices;
    std::vector<std::string> names;
    for (const Parameter& parameter : space.parameters) names.push_back(parameter.name);
    for (const auto& [name, value] : read_names(word_of(given, "config"), "the config")) {
        const auto p = space.index_of(name);
        if (!p)
            throw Error(Exit::usage,
                        fmt::format("{} has no parameter '{}'{}", space.name, name,
                                    did_you_mean(name, names)),
                        fmt::format("It has {}.", fmt::join(names, ", ")));
        choices[*p] = place_of(space.parameters[*p], value);
    }
    return choices;
}

// That each of these parameters has the value that was said.
std::vector<Constraint> demands(const Space& space, const Choices& choices) {
    std::vector<Constraint> all;
    for (const auto& [p, place] : choices) {
        const auto& [name, values] = space.parameters[p];
        const bool is_word = std::holds_alternative<std::string>(values[place]);
        const std::string_view quote = is_word ? "\"" : "";
        const std::string text =
            fmt::format("{0} == {1}{2}{1}", name, quote, hone::text(values[place]));
        all.push_back({text, Expression::parse(text)});
    }
    return all;
}

Config with(Config config, const Choices& choices) {
    for (const auto& [p, place] : choices) config[p] = place;
    return config;
}

// What was said, completed by the legal config nearest to the ladder's last rung; where no legal
// config says so, by that rung's own.
Config completed(const Case& asked, const Choices& choices) {
    const Candidates all(asked.space, asked.known);
    const std::vector<Config> rungs = climbed(asked.space, asked.problem.precision);
    const Config usual =
        all.empty() || rungs.empty() ? Config(asked.space.parameters.size(), 0) : rungs.back();
    const std::vector<Constraint> also = demands(asked.space, choices);
    const Candidates legal(asked.space, asked.known, also);
    if (const auto nearest = legal.nearest(with(usual, choices))) return *nearest;
    return with(all.nearest(usual).value_or(usual), choices);
}

// What is said of it ----------------------------------------------------------------------------

std::vector<Broken> broken(const Case& asked, const Config& config) {
    Names values;
    for (std::size_t p = 0; p < config.size(); ++p)
        values[asked.space.parameters[p].name] = asked.space.parameters[p].values[config[p]];
    std::vector<Broken> all;
    for (const auto& [reason, must_hold] : asked.space.constraints)
        if (!must_hold.number(lookup_in(values, asked.known)).truthy())
            all.push_back({reason, must_hold.text()});
    return all;
}

BuildResult build(const po::variables_map& given, const Case& asked, const Config& config) {
    RemoteBench bench(make_setup(given, asked.device, asked.space, asked.problem),
                      limits_given(given));
    return bench.build(config);
}

// Of the local memory a kernel may declare, where a database knows it.
std::int64_t probed_local_memory(const po::variables_map& given, const Found& device) {
    const auto store = open_stored(given);
    if (!store) return 0;
    const auto probe = store->probe(id_of(device.device), std::string(probes::local_memory_limit));
    return probe ? static_cast<std::int64_t>(probe->value) : 0;
}

void judge_all(const po::variables_map& given, const Case& asked, Reasons& reasons) {
    const Question question{.device = asked.device.device,
                            .plan = reasons.plan,
                            .architecture = architecture_of(asked.device.device),
                            .requirement = requirement_of(asked.space, asked.known),
                            .hints = read_hints(asked.space, reasons.plan, asked.known),
                            .built = reasons.build ? std::span<const Built>(reasons.build->built)
                                                   : std::span<const Built>(),
                            .roof = {},
                            .best_ns = 0,
                            .local_limit = probed_local_memory(given, asked.device)};
    const bool is_built = !question.built.empty();
    for (const Rule& rule : rules())
        if (is_built || rule.stage == Rule::Stage::before_build)
            reasons.verdicts.emplace_back(&rule, judge(rule, question));
}

Reasons reasons_for(const po::variables_map& given, const Case& asked) {
    Reasons reasons;
    reasons.config = completed(asked, choices_given(given, asked.space));
    reasons.constraints = broken(asked, reasons.config);
    try {
        reasons.plan = make_plan(asked.space, reasons.config, asked.known);
    } catch (const Error& error) {
        reasons.no_plan = error.what();
        return reasons;
    }
    if (is_on(given, "build")) reasons.build = build(given, asked, reasons.config);
    judge_all(given, asked, reasons);
    return reasons;
}

Exit run_why(const po::variables_map& given) {
    const Case what = case_of(given);
    const Reasons reasons = reasons_for(given, what);
    if (is_on(given, "json"))
        print_reasons_json(what, reasons);
    else
        print_reasons(what, reasons);
    return reasons.ruling() == Verdict::Ruling::rejected ? Exit::no : Exit::done;
}

constexpr std::array<std::string_view, 2> why_words{"kernel", "config"};
constexpr std::array why_choices{Choice{"kernel", known_words, true},
                             Choice{"precision", known_precisions}};

}  // namespace

extern const Command why_command;
const Command why_command{
    .name = "why",
    .synopsis = "KERNEL|FILE [NAME=VALUE,…] [options]",
    .summary = "tell what the rules say of one config, with their figures",
    .details =
        "Says which constraints of the space do not hold for a config, and what each rule finds: "
        "hard rules reject what the device cannot run, soft ones put off what looks slow. A rule "
        "that does not apply here, or whose figures nobody knows, has no verdict and says why.\n"
        "\n"
        "Values that are not given are those of the legal config that is nearest to the last rung "
        "of the space's ladder. --build builds the config in a process of its own and asks the "
        "rules that need what the compiler made of it: registers, spills, the kernel's own "
        "limits.\n"
        "\n"
        "  hone why reduction_tree WG=1024,V=4\n"
        "  hone why gemm_tile \"WGM=16,WGN=16,TM=8,TN=8\" --size M=4096,N=4096,K=4096 --build\n"
        "  hone why gemm_tile WGM=32,WGN=32 --precision f64 --json\n"
        "\n"
        "It ends with 1 for a config that would not be tried, with 0 for one that would be, if "
        "put off.\n",
    .declare = declare_why,
    .words = why_words,
    .run = run_why,
    .choices = why_choices,
};

}  // namespace hone::cli
