// SPDX-License-Identifier: MIT
// Prints fractions of the optimum with their quartiles, one row for each number of trials, then the
// score of each strategy.
#include "tuner/cli/inspect/replay_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "reports/text/quantity.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/replay/strategy_score.hpp"

namespace hone::cli {
namespace {

constexpr std::array<std::size_t, 5> trial_counts{10, 25, 50, 100, 200};

Cell share(double value) {
    return {fmt::format("{:.3f}", value), value};
}

// The mean search time after which this number of trials is done; rows are labeled with it.
double mean_seconds(const std::vector<ReplayResult>& all, std::size_t trials) {
    double sum = 0;
    for (const ReplayResult& one : all)
        if (!one.seconds.empty()) sum += one.seconds[std::min(trials, one.seconds.size()) - 1];
    return sum / static_cast<double>(all.size());
}

Row row_of(const std::string& strategy, Cell trials, Cell seconds, const ShareStats& shares) {
    return {strategy,          std::move(trials),    std::move(seconds), share(shares.mean),
            share(shares.low), share(shares.median), share(shares.high)};
}

// The mean trial at which the search would have converged, and the fraction of the optimum by then.
struct StopSummary {
    double trials = 0, share = 0;
};
StopSummary stop_of(const RecordedSpace& recorded, const std::vector<ReplayResult>& all) {
    StopSummary stop;
    for (const ReplayResult& one : all) {
        const std::size_t at = one.would_stop.value_or(one.best.size());
        stop.trials += static_cast<double>(at) / static_cast<double>(all.size());
        if (at > 0)
            stop.share += recorded.fastest() / one.best[at - 1] / static_cast<double>(all.size());
    }
    return stop;
}

}  // namespace

ReplayTable::ReplayTable(const RecordedSpace& recorded, std::size_t budget)
    : recorded_(recorded),
      title_(
          fmt::format("{}: {} configs, {} timed", recorded.name,
                      human::count(static_cast<std::int64_t>(recorded.results.size())),
                      human::count(std::ranges::count_if(
                          recorded.results,
                          [](const auto& each) { return each.second.nanoseconds.has_value(); })))),
      looks_{{{"strategy"},
              {"trials", Align::right},
              {"seconds", Align::right},
              {"mean", Align::right},
              {"quarter", Align::right},
              {"median", Align::right},
              {"three quarters", Align::right}}},
      scores_{{{"strategy"},
               {"score", Align::right},
               {"own time a trial", Align::right, "ns"},
               {"stops after", Align::right},
               {"with", Align::right}}} {
    for (const std::size_t look : trial_counts)
        if (look <= budget) trials_.push_back(look);
    if (trials_.empty()) trials_.push_back(budget);
}

void ReplayTable::add(const std::string& strategy, const std::vector<ReplayResult>& all) {
    for (const std::size_t trials : trials_)
        looks_.rows.push_back(row_of(strategy, {fmt::format("{}", trials), trials}, {},
                                     shares_after(recorded_, all, trials)));
    for (const std::size_t trials : trials_) {
        const double seconds = mean_seconds(all, trials);
        if (seconds > 0)
            looks_.rows.push_back(row_of(strategy, {}, {fmt::format("{:.1f}", seconds), seconds},
                                         shares_within(recorded_, all, seconds)));
    }
    double own = 0;
    std::size_t count = 0;
    for (const ReplayResult& one : all) {
        own += one.strategy_seconds;
        count += one.best.size();
    }
    const double own_ns = own * 1e9 / static_cast<double>(std::max<std::size_t>(count, 1));
    const StopSummary stop = stop_of(recorded_, all);
    scores_.rows.push_back({strategy,
                            share(score(recorded_, all)),
                            {human::time(own_ns), own_ns},
                            {fmt::format("{:.0f}", stop.trials), stop.trials},
                            share(stop.share)});
}

void print_replays(const std::vector<ReplayTable>& tables, bool as_json) {
    if (!as_json) {
        for (const ReplayTable& table : tables)
            put("{}\n\n{}\n{}\n", table.title(), as_text(table.looks()), as_text(table.scores()));
        return;
    }
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    for (const ReplayTable& table : tables)
        all.push_back({{"space", table.title()},
                       {"shares", nlohmann::ordered_json::parse(hone::as_json(table.looks()))},
                       {"scores", nlohmann::ordered_json::parse(hone::as_json(table.scores()))}});
    put("{}\n", all.dump(2));
}

}  // namespace hone::cli
