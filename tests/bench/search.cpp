// SPDX-License-Identifier: MIT
// How fast strategies approach the optimum of recorded spaces: one table of the mean share of the
// optimum over repeats, a line for each strategy and space, and their means; then the default
// strategy again with the recordings of the same kernel on all other devices.
// Run as: search FOLDER|FILE... [strategies=a,b] [repeats=50] [budget=200]
#include <fmt/format.h>

#include <array>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tests/bench/recordings.hpp"
#include "tuner/replay/strategy_score.hpp"

using namespace hone;

namespace {

constexpr std::array<std::size_t, 5> looks{10, 25, 50, 100, 200};

struct Line {
    std::array<double, looks.size()> shares{};
    double score = 0, own_ns = 0, stop = 0, stop_share = 0;

    void add(const Line& other, double weight) {
        for (std::size_t l = 0; l < looks.size(); ++l) shares[l] += weight * other.shares[l];
        score += weight * other.score;
        own_ns += weight * other.own_ns;
        stop += weight * other.stop;
        stop_share += weight * other.stop_share;
    }
    Row row(const std::string& strategy, const std::string& space) const {
        const auto cell = [](double value, int digits) {
            return Cell(fmt::format("{:.{}f}", value, digits), value);
        };
        Row row{strategy, space};
        for (const double each : shares) row.push_back(cell(each, 4));
        row.push_back(cell(score, 3));
        row.emplace_back(human::time(own_ns), own_ns);
        row.push_back(cell(stop, 0));
        row.push_back(cell(stop_share, 4));
        return row;
    }
};

Line line_of(const RecordedSpace& recorded, const std::vector<ReplayResult>& all) {
    Line line;
    const double each = 1 / static_cast<double>(all.size());
    for (std::size_t l = 0; l < looks.size(); ++l)
        line.shares[l] = shares_after(recorded, all, looks[l]).mean;
    line.score = score(recorded, all);
    for (const ReplayResult& one : all) {
        const std::size_t stop = one.would_stop.value_or(one.best.size());
        line.own_ns += each * 1e9 * one.strategy_seconds / static_cast<double>(one.best.size());
        line.stop += each * static_cast<double>(stop);
        line.stop_share += each * recorded.fastest() / one.best[stop - 1];
    }
    return line;
}

void measure(const BenchOptions& bench, const std::string& strategy, bool transfer, Table& table) {
    Line mean;
    std::vector<Line> lines;
    const std::string name = transfer ? strategy + " + elsewhere" : strategy;
    for (const RecordedSpace& recorded : bench.spaces) {
        const auto known =
            transfer ? recordings_of_others(recorded, bench.spaces) : std::vector<TransferTrials>{};
        if (transfer && known.empty()) continue;
        lines.push_back(
            line_of(recorded, replay({recorded, known, strategy, bench.budget}, 1, bench.repeats)));
        table.rows.push_back(lines.back().row(name, recorded.name));
    }
    for (const Line& line : lines) mean.add(line, 1 / static_cast<double>(lines.size()));
    if (!lines.empty()) table.rows.push_back(mean.row(name, "mean"));
}

}  // namespace

int main(int count, char** words) try {
    const BenchOptions bench = read_bench_options(count, words);
    Table table{{{"strategy"}, {"space"}}};
    for (const std::size_t look : looks)
        table.columns.push_back({fmt::format("{}", look), Align::right});
    for (const char* title : {"score", "own time a trial", "stops after", "with"})
        table.columns.push_back({title, Align::right});
    for (const std::string& strategy : bench.strategies) measure(bench, strategy, false, table);
    measure(bench, std::string(strategies()[0].name), true, table);
    fmt::print("{}", as_text(table));
    return 0;
} catch (const Error& error) {
    fmt::print(stderr, "search: {}\n", error.what());
    return static_cast<int>(error.exit());
}
