// SPDX-License-Identifier: MIT
// `hone replay`: runs strategies on a recorded space, without a device.
#include <fmt/format.h>

#include <array>

#include "reports/text/quantity.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/inspect/replay_view.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/replay/replay.hpp"

namespace hone::cli {
namespace {

constexpr std::string_view every_strategy = "all";

void declare_replay(po::options_description& options) {
    auto add = options.add_options();
    add("space", single_value("FILE"),
        "a recorded space: CSV, T4, a Kernel Tuner cache, hone's database");
    add("strategy", single_value("NAME"), "the strategy to run, or all; by default auto");
    add("budget,n", single_value("N")->default_value("200"), "trials in each repeat");
    add("repeat", single_value("N")->default_value("100"),
        "number of repeats, each with another seed");
    add("seed", single_value("S")->default_value("1"), "the seed of the first repeat");
    add("transfer-from", repeated_value("FILE"),
        "recorded spaces of the same kernel that the strategy may learn from");
    add("json", po::bool_switch(), "print JSON");
}

std::vector<TransferTrials> transfer_given(const po::variables_map& given,
                                           const RecordedSpace& recorded) {
    std::vector<TransferTrials> all;
    for (const std::string& file : words_of(given, "transfer-from")) {
        for (const RecordedSpace& other : read_recorded_spaces(file)) {
            all.push_back(other.times_for(recorded.space));
            if (all.back().empty())
                throw Error(Exit::usage, fmt::format("{}: recorded with another kernel", file),
                            "a strategy can only learn from the same parameters in the same order");
        }
    }
    return all;
}

std::vector<std::string> strategies_given(const po::variables_map& given) {
    const std::string name = word_of(given, "strategy");
    if (name.empty()) return {std::string(strategies()[0].name)};
    if (name != every_strategy) return {name};
    std::vector<std::string> names;
    for (const StrategyKind& kind : strategies()) names.emplace_back(kind.name);
    return names;
}

std::size_t at_least_one(const po::variables_map& given, const char* option) {
    const auto name = fmt::format("--{}", option);
    const std::int64_t count = read_count(word_of(given, option), name);
    if (count > 0) return static_cast<std::size_t>(count);
    throw Error(Exit::usage, fmt::format("{} must be 1 or more", name));
}

Exit run_replay(const po::variables_map& given) {
    if (given.count("space") == 0)
        throw Error(Exit::usage, "name a file with a recorded space",
                    "a database of hone is one, too; `hone db info` prints its path");
    const std::size_t budget = at_least_one(given, "budget");
    const std::size_t repeats = at_least_one(given, "repeat");
    const auto seed = static_cast<std::uint64_t>(read_count(word_of(given, "seed"), "--seed"));
    std::vector<ReplayTable> tables;
    for (const RecordedSpace& recorded : read_recorded_spaces(word_of(given, "space"))) {
        if (recorded.fastest() == std::numeric_limits<double>::infinity()) continue;
        ReplayTable table(recorded, budget);
        const auto known = transfer_given(given, recorded);
        for (const std::string& strategy : strategies_given(given))
            table.add(strategy, replay({recorded, known, strategy, budget}, seed, repeats));
        tables.push_back(std::move(table));
    }
    if (tables.empty())
        throw Error(Exit::usage, word_of(given, "space") + ": no config has a time");
    print_replays(tables, is_on(given, "json"));
    return Exit::done;
}

std::vector<std::string> strategy_names() {
    std::vector<std::string> names{std::string(every_strategy)};
    for (const StrategyKind& kind : strategies()) names.emplace_back(kind.name);
    return names;
}

constexpr std::array<std::string_view, 1> replay_words{"space"};
constexpr std::array replay_allowed_values{AllowedValues{"strategy", strategy_names}};

}  // namespace

const Command replay_command{
    .name = "replay",
    .synopsis = "FILE [options]",
    .summary = "run search strategies on a recorded space, without a device",
    .details =
        R"(A recorded space has the measured time of each of its configs. A strategy searches it many times;
each time that it asks for is looked up. Printed are the mean and the quartiles of the share of the
optimum (the best time of the space over the best time found) after a number of trials; the same
after a number of seconds, where the recording has the cost of trials; and the aggregate score of the
published methodology, where 0 is random search and 1 is the optimum at once.

  hone replay gemm_on_a_gpu.csv.gz
  hone replay gemm_on_a_gpu.csv.gz --strategy all --repeat 50
  hone replay cache.json --strategy simulated_annealing --budget 100 --seed 7
  hone replay one_gpu.csv --transfer-from another_gpu.csv --transfer-from a_third.csv

A file is a database of hone, an export of one, T4, a Kernel Tuner cache, or CSV with a column for
each parameter, then status, time_ms and, where known, compile_ms and bench_ms. It may be compressed
with gzip. An index.json beside a CSV may have its kernel and constraints.
)",
    .declare = declare_replay,
    .words = replay_words,
    .run = run_replay,
    .allowed_values = replay_allowed_values,
};

}  // namespace hone::cli
