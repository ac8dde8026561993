// SPDX-License-Identifier: MIT
// Options that a command does not declare keep their defaults.
#include "tuner/cli/options/campaign_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "db/sqlite/environment.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/options/command_text.hpp"
#include "tuner/cli/options/objective_option.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/shard_option.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/search/strategy.hpp"
#include "tuner/trace/program_text.hpp"

namespace hone::cli {
namespace {

// `option` is the name without dashes: "max-evals".
std::optional<std::size_t> count_given(const po::variables_map& given, const std::string& option) {
    if (given.count(option) == 0) return std::nullopt;
    return static_cast<std::size_t>(read_count(word_of(given, option.c_str()), "--" + option));
}

// `what` is counted: "config".
std::optional<std::size_t> positive_count_given(const po::variables_map& given,
                                                const std::string& option, std::string_view what,
                                                const std::string& hint) {
    const auto count = count_given(given, option);
    if (count == std::size_t{0})
        throw Error(Exit::usage, fmt::format("--{}: at least one {} is needed", option, what),
                    hint);
    return count;
}

std::optional<bool> cold_given(const po::variables_map& given) {
    const std::string cache = word_of(given, "cache");
    return cache == "cold" || cache == "warm" ? std::optional(cache == "cold") : std::nullopt;
}

}  // namespace

void declare_search(po::options_description& options) {
    auto add = options.add_options();
    add("strategy", single_value("NAME"), "the search strategy; default: auto");
    add("max-evals,n", single_value("N"), "try at most N configs, those of earlier runs included");
    add("time-limit,t", single_value("TIME"),
        "tune a problem for at most this long, its final round included, such as 90s, 10m or 1h; "
        "without a limit the search ends when little more gain is expected, and after 5m at most");
    add("target", single_value("SHARE"),
        "end the search at this share of the expected optimum, such as 95%");
}

std::vector<std::string> strategy_names() {
    std::vector<std::string> names;
    for (const StrategyKind& kind : strategies()) names.emplace_back(kind.name);
    return names;
}

MeasureOptions measure_options(const po::variables_map& given) {
    MeasureOptions options;
    options.seed = count_given(given, "seed").value_or(1);
    options.cold = cold_given(given);
    options.build_options = given.count("build-options") != 0
                                ? word_of(given, "build-options")
                                : environment_variable("HONE_BUILD_OPTIONS");
    if (given.count("build-timeout") != 0) options.timeouts = timeouts_given(given);
    return options;
}

TuneOptions tune_options(const po::variables_map& given) {
    TuneOptions options;
    options.measure = measure_options(given);
    options.strategy = word_of(given, "strategy");
    options.objective = objective_given(given);
    options.max_evals = positive_count_given(given, "max-evals", "config",
                                             "`hone best` shows what is known without a trial");
    if (given.count("time-limit") != 0)
        options.time_limit = read_duration(word_of(given, "time-limit"), "--time-limit");
    if (given.count("target") != 0)
        options.target = read_share(word_of(given, "target"), "--target");
    options.audit = count_given(given, "audit").value_or(0);
    options.transfer = word_of(given, "transfer") != "off";
    options.resume = !is_on(given, "fresh");
    options.forced = is_on(given, "force");
    if (given.count("where") != 0)
        options.where = [given](const Space& space) { return restrictions(space, given); };
    if (given.count("shard") != 0) options.shard = read_shard(word_of(given, "shard"));
    options.command = problem_command(
        given, "tune", given.count("shard") != 0 ? " --shard " + text(options.shard) : "");
    return options;
}

TransferOptions transfer_options(const po::variables_map& given, const std::vector<Space>& spaces) {
    TransferOptions options;
    options.measure = measure_options(given);
    options.precision = word_of(given, "precision");
    if (given.count("size") + given.count("sizes") != 0)
        options.problems = problems_given(given, spaces);
    options.command = problem_command(given, "tune", " --transfer");
    return options;
}

CoverOptions cover_options(const po::variables_map& given) {
    return {.measure = measure_options(given),
            .within = read_percentage(word_of(given, "within"), "--within"),
            .most_configs = *positive_count_given(given, "max", "config", "use --max 6"),
            .command = kernel_command(given, "cover")};
}

LadderOptions ladder_options(const po::variables_map& given) {
    return {.measure = measure_options(given), .command = problem_command(given, "ladder")};
}

// The conditions are those of the stored bests. A stored space does not have a file.
RecheckOptions recheck_options(const po::variables_map& given) {
    MeasureOptions measure;
    measure.timeouts = timeouts_given(given);
    return {.measure = measure,
            .spaces = current_spaces(word_of(given, "kernel")),
            .what = word_of(given, "kernel"),
            .precision = word_of(given, "precision"),
            .trust_databases = is_on(given, "trust-databases"),
            .command = [](const Space& space, const Problem& problem) {
                return fmt::format("hone check {} --precision {}", space.name, problem.precision);
            }};
}

RegretOptions regret_options(const po::variables_map& given) {
    return {.tune = tune_options(given),
            .what = stored_name(word_of(given, "kernel")),
            .count = *positive_count_given(given, "count", "size", "use --count 20"),
            .command = kernel_command(given, "regret")};
}

void refuse_redefined_parameters(const MeasureOptions& options, const std::vector<Space>& spaces) {
    const BuildOptions build = parse_build_options(options.build_options);
    for (const Space& space : spaces)
        for (const auto& define : build.defines)
            if (std::ranges::find(space.parameters, define.first, &Parameter::name) !=
                space.parameters.end())
                throw Error(Exit::usage,
                            fmt::format("the build options define {}, a parameter of {}",
                                        define.first, space.name),
                            fmt::format("leave it out of them: --where '{} == VALUE' tunes with "
                                        "one value",
                                        define.first));
}

}  // namespace hone::cli
