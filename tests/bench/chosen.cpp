// SPDX-License-Identifier: MIT
// The quality of the measurement: small spaces are searched exhaustively, and then each config is
// timed again for seconds, side by side. The fastest of them and the config that a run chose are
// timed once more among themselves: among many others a config may be some percent slower or faster
// than among few. The minimum of many times is biased low, so one half of the times decides which
// config is the fastest, and the other half gives its time.
// Run as: chosen [DEVICE=0] [SECONDS=10]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <memory>

#include "reports/text/quantity.hpp"
#include "spaces/formats/read_space.hpp"
#include "tests/folder.hpp"
#include "tuner/campaigns/tune_problem.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/quantities.hpp"

using namespace hone;

namespace {

struct SmallSpace {
    const char *kernel, *size, *where;
};

constexpr std::array<SmallSpace, 5> small_spaces{{
    {"reduction_tree", "n=1048576", R"(TREE == "SEQUENTIAL" && UNROLL == 4 && WG == 16 && V >= 8)"},
    {"reduction_tree", "n=65536", R"(TREE == "SEQUENTIAL" && V == 8 && PER_UNIT == 4 && WG <= 32)"},
    {"reduction_last", "n=4194304",
     R"(WG == 16 && V == 8 && FINISH == "COUNT" && PER_UNIT == 4 && ONE_SUM == 0 && SHUFFLE == 0 &&
        L1_NO_ALLOCATE == 0)"},
    {"gemm_tile", "M=256,N=256,K=256",
     "WGM == 8 && WGN == 8 && BK == 16 && TM == 4 && TN == 8 && KU == 1 && VM == 1 && PADA == 0 && "
     "PADB == 0 && SPREAD == 0 && VN == 4"},
    {"gemm_panel", "M=256,N=256,K=256",
     "DEPTH == 256 && TM == 6 && VN == 8 && KU == 1 && PACK_A == 0 && AHEAD == 0 && PANELS == 1 && "
     "TILES <= 2"},
}};

/// The bench in this process: nothing here crashes.
class OwnBench final : public EvaluatorBench {
  public:
    explicit OwnBench(const BenchSetup& setup) : bench_(setup) {}

    void open() override {}
    BuildResult build(const Plan& plan) override { return bench_.build(plan); }
    RunResult run(const Config& config, const SamplingLimits& limits) override {
        return bench_.run(config, limits, [] {});
    }
    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double most_ns) override {
        return bench_.time_interleaved(configs, rounds, most_ns, [] {});
    }
    RunResult run_size_check(const Plan& plan, const Problem& problem) override {
        return bench_.run_size_check(plan, problem);
    }
    Samples reference(int /*repeats*/, double /*longest*/, std::string& why) override {
        why = "not asked for";
        return {};
    }
    const std::string& reference_fault() const override { return no_fault_; }
    const std::string& checked_with() const override { return checked_with_; }

  private:
    Bench bench_;
    std::string no_fault_, checked_with_ = bench_.checked_with();
};

using TimeOfConfig = std::map<std::string, double>;

/// Every config that ran correctly.
std::vector<Config> right_configs(const Task& task, Store& store, const Run& run) {
    std::vector<Config> configs;
    for (const Trial& trial : store.trials(run.id)) {
        if (trial.outcome != Outcome::ok) continue;
        const auto config = config_from(task.setup.space, trial.config);
        if (config && std::ranges::find(configs, *config) == configs.end())
            configs.push_back(*config);
    }
    return configs;
}

/// Timed again by turns until the seconds are over.
TimeOfConfig times_again(const Task& task, const std::vector<Config>& configs, double seconds) {
    Bench bench(task.setup);
    std::map<std::string, Samples> samples;
    constexpr std::size_t at_once = 24;  // programs that a bench keeps
    constexpr std::size_t most_rounds = 100000;
    const std::size_t groups = (configs.size() + at_once - 1) / at_once;
    const double group_ns = seconds / static_cast<double>(groups) * 1e9;
    for (std::size_t from = 0; from < configs.size(); from += at_once) {
        const std::vector<Config> group(
            configs.begin() + std::ptrdiff_t(from),
            configs.begin() + std::ptrdiff_t(std::min(from + at_once, configs.size())));
        for (const Config& config : group)
            bench.build(make_plan(task.setup.space, config, known_names(task.setup)));
        const auto results = bench.time_interleaved(group, most_rounds, group_ns, [] {});
        for (std::size_t i = 0; i < group.size(); ++i)
            samples[config_text(task.setup.space, group[i])] = results[i].samples;
    }
    TimeOfConfig times;
    for (const auto& [config, all] : samples)
        if (!all.empty()) times.emplace(config, median_interval(all).median);
    return times;
}

/// The chosen config and the fastest of the other timed ones.
std::vector<Config> fastest_of(const Task& task, const std::vector<Config>& configs,
                               const TimeOfConfig& times, const std::string& chosen) {
    constexpr std::size_t most = 6;
    const auto time_of = [&](const Config& config) {
        const std::string text = config_text(task.setup.space, config);
        return text == chosen ? 0 : times.at(text);
    };
    std::vector<Config> sorted;
    std::ranges::copy_if(configs, std::back_inserter(sorted), [&](const Config& config) {
        return times.contains(config_text(task.setup.space, config));
    });
    std::ranges::sort(sorted, {}, time_of);
    sorted.resize(std::min(sorted.size(), most));
    return sorted;
}

struct ByOtherHalf {
    double chosen_ns, fastest_ns;
};

/// Times of the second half; the fastest is chosen by the first half.
ByOtherHalf compare(const std::string& chosen, const TimeOfConfig& first,
                    const TimeOfConfig& second) {
    const auto fastest =
        std::ranges::min_element(first, {}, [](const auto& each) { return each.second; });
    return {second.at(chosen), second.at(fastest->first)};
}

/// Printed immediately, since all of them take minutes.
void print_row(std::string_view kernel, std::string_view problem, std::string_view configs,
               std::string_view chosen, std::string_view fastest, std::string_view loss) {
    fmt::print("{:<15} {:<19} {:>7}  {:>8}  {:>8}  {:>9}\n", kernel, problem, configs, chosen,
               fastest, loss);
    std::fflush(stdout);
}

/// The chosen config's time over the fastest one's; empty if none was chosen.
std::optional<double> loss(const SmallSpace& small, const LocalDevice& device, double seconds) {
    const test::Folder folder;
    Store store(folder / "chosen.db");
    const std::atomic<bool> stop = false;
    const Space space = read_space(find_space(small.kernel));
    const Problem problem = make_problem(space, "", cli::read_names(small.size, "the size"));
    TuneOptions options;
    options.strategy = "brute_force";
    options.measure.make_bench = [](const BenchSetup& setup, const Timeouts& /*limits*/) {
        return std::make_unique<OwnBench>(setup);
    };
    options.where = [&](const Space& /*space*/) {
        return std::vector<Constraint>{{small.where, Expression::parse(small.where)}};
    };
    options.max_evals = 1000;
    const ProblemResult tuned = tune_problem(options, {device}, {space}, problem, {store, stop});
    const auto* best = tuned.best();
    if (best == nullptr || !best->second.best) {
        fmt::print(stderr, "{} {}: no config ran\n", small.kernel, small.size);
        return std::nullopt;
    }
    const auto& [task, result] = *best;
    const std::vector<Config> configs = right_configs(task, store, result.run);
    const TimeOfConfig all = times_again(task, configs, seconds / 2);
    const std::vector<Config> few = fastest_of(task, configs, all, result.best->config);
    const TimeOfConfig first = times_again(task, few, seconds / 2);
    const TimeOfConfig second = times_again(task, few, seconds / 2);
    const ByOtherHalf there = compare(result.best->config, first, second);
    const ByOtherHalf back = compare(result.best->config, second, first);
    const double lost =
        std::sqrt(there.chosen_ns / there.fastest_ns * back.chosen_ns / back.fastest_ns) - 1;
    print_row(small.kernel, small.size, std::to_string(configs.size()),
              human::time((there.chosen_ns + back.chosen_ns) / 2),
              human::time((there.fastest_ns + back.fastest_ns) / 2),
              fmt::format("{:.2f} %", 100 * lost));
    return lost;
}

}  // namespace

int main(int count, char** words) try {
    ::setenv("POCL_AFFINITY", "1", 0);  // as workers have it
    const auto devices = all_devices();
    const std::size_t number = count > 1 ? std::stoul(words[1]) : 0;
    const double seconds = count > 2 ? std::stod(words[2]) : 10;
    if (number >= devices.size()) throw Error(Exit::environment, "there is no such device");
    print_row("kernel", "problem", "configs", "chosen", "fastest", "loss");
    double sum = 0;
    double worst = 0;
    std::size_t spaces = 0;
    for (const SmallSpace& small : small_spaces) {
        const auto lost = loss(small, devices[number], seconds);
        if (!lost) continue;
        ++spaces;
        sum += *lost;
        worst = std::max(worst, *lost);
    }
    if (spaces == 0) throw Error(Exit::environment, "no config ran correctly");
    fmt::print("mean {:.2f} %, worst {:.2f} %\n", 100 * sum / static_cast<double>(spaces),
               100 * worst);
    return 0;
} catch (const Error& error) {
    fmt::print(stderr, "chosen: {}\n", error.what());
    return static_cast<int>(error.exit());
}
