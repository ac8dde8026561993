// SPDX-License-Identifier: MIT
// Calibration of the default strategy on recorded spaces: how often a config that is more than 1 %
// faster existed, by the probability that the strategy stated after every trial. Then the same at
// the trial at which the search would have stopped, and at which a target would have ended it.
// Without transfer, and with it.
// Run as: calibration FOLDER|FILE... [repeats=50] [budget=200]
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reports/text/table.hpp"
#include "tests/bench/recordings.hpp"
#include "tuner/replay/replay.hpp"

using namespace hone;

namespace {

constexpr double worthwhile = 1.01;

// The states of searches with a stated probability below `upper` that are not in the bin before.
struct Bin {
    double upper;
    std::size_t states = 0, improvable = 0;
    double stated = 0;
};

// Runs that a target ended: their number, their trials, and how many had reached this share.
struct Target {
    double share;
    std::size_t ended = 0, trials = 0, reached = 0;
    std::size_t needed = 0;  // trials after which the runs that reached it had done so
};

struct Calibration {
    std::array<Bin, 8> bins{{{0.01}, {0.03}, {0.08}, {0.15}, {0.3}, {0.5}, {0.8}, {1.01}}};
    std::array<Target, 3> targets{{{0.9}, {0.95}, {0.99}}};
    std::size_t runs = 0, stops = 0, near = 0, trials_to_stop = 0;

    void add(const RecordedSpace& recorded, const ReplayResult& run) {
        const auto improvable = [&](std::size_t trial) {
            return run.best[trial] > worthwhile * recorded.fastest();
        };
        for (std::size_t trial = 0; trial < run.chances.size(); ++trial)
            if (const auto chance = run.chances[trial]) add(*chance, improvable(trial));
        for (Target& target : targets) add(target, recorded, run);
        ++runs;
        if (!run.would_stop) return;
        ++stops;
        trials_to_stop += *run.would_stop;
        if (!improvable(*run.would_stop - 1)) ++near;
    }

  private:
    static void add(Target& target, const RecordedSpace& recorded, const ReplayResult& run) {
        const auto end = std::ranges::find_if(run.sure_shares,
                                              [&](double sure) { return sure >= target.share; });
        if (end == run.sure_shares.end()) return;
        const auto near = std::ranges::find_if(
            run.best, [&](double best) { return target.share * best <= recorded.fastest(); });
        const auto trial = end - run.sure_shares.begin();
        ++target.ended;
        target.trials += static_cast<std::size_t>(trial) + 1;
        if (near - run.best.begin() > trial) return;
        ++target.reached;
        target.needed += static_cast<std::size_t>(near - run.best.begin()) + 1;
    }

    void add(double chance, bool improvable) {
        Bin& bin =
            *std::ranges::find_if(bins, [&](const Bin& each) { return chance < each.upper; });
        ++bin.states;
        bin.stated += chance;
        if (improvable) ++bin.improvable;
    }
};

Cell percent(double share) {
    return {fmt::format("{:.1f} %", 100 * share), share};
}

Cell count(std::size_t number) {
    return {fmt::format("{}", number), static_cast<double>(number)};
}

double share(double part, std::size_t whole) {
    return whole == 0 ? 0 : part / static_cast<double>(whole);
}

std::size_t mean(std::size_t sum, std::size_t of) {
    return of == 0 ? 0 : sum / of;
}

void add_rows(const std::string& name, const Calibration& found, Table& chances, Table& stops,
              Table& targets) {
    for (const Bin& bin : found.bins)
        chances.rows.push_back({name, percent(std::min(bin.upper, 1.0)), count(bin.states),
                                percent(share(bin.stated, bin.states)),
                                percent(share(static_cast<double>(bin.improvable), bin.states))});
    stops.rows.push_back({name, count(found.runs), count(found.stops),
                          count(mean(found.trials_to_stop, found.stops)),
                          percent(share(static_cast<double>(found.near), found.stops))});
    for (const Target& each : found.targets)
        targets.rows.push_back({name, percent(each.share), count(each.ended),
                                count(mean(each.trials, each.ended)),
                                count(mean(each.needed, each.reached)),
                                percent(share(static_cast<double>(each.reached), each.ended))});
}

Calibration calibrate(const std::vector<RecordedSpace>& spaces, const BenchOptions& options,
                      bool transfer) {
    const std::string strategy(strategies()[0].name);
    Calibration found;
    for (const RecordedSpace& recorded : spaces) {
        auto known =
            transfer ? recordings_of_others(recorded, spaces) : std::vector<TransferTrials>{};
        if (transfer && known.empty()) continue;
        for (const ReplayResult& run :
             replay({recorded, std::move(known), strategy, options.budget}, 1, options.repeats))
            found.add(recorded, run);
    }
    return found;
}

}  // namespace

int main(int count, char** words) try {
    const BenchOptions options = read_bench_options(count, words);
    Table chances{{{"search"},
                   {"stated below", Align::right},
                   {"states", Align::right},
                   {"stated", Align::right},
                   {"a faster config existed", Align::right}}};
    Table stops{{{"search"},
                 {"runs", Align::right},
                 {"stopped", Align::right},
                 {"after", Align::right},
                 {"within 1 % of the optimum", Align::right}}};
    Table targets{{{"search"},
                   {"target", Align::right},
                   {"ended by it", Align::right},
                   {"after", Align::right},
                   {"had reached it after", Align::right},
                   {"reached", Align::right}}};
    for (const bool transfer : {false, true})
        add_rows(transfer ? "with transfer" : "without transfer",
                 calibrate(options.spaces, options, transfer), chances, stops, targets);
    fmt::print("{}\n{}\n{}", as_text(chances), as_text(stops), as_text(targets));
    return 0;
} catch (const Error& error) {
    fmt::print(stderr, "calibration: {}\n", error.what());
    return static_cast<int>(error.exit());
}
