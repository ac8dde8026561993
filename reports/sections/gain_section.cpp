// SPDX-License-Identifier: MIT
// The third question: the distribution of the times that tuning tried, and the ladder of classic
// steps with the gain of each.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "reports/evidence/ladder_results.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

constexpr std::size_t plotted_points = 120;  // of a curve; the tables count all trials

std::vector<double> sorted_times(const KernelResults& results) {
    std::map<std::string, double> fastest;  // a config counts once
    for (const TrialSummary* trial : results.successful()) {
        const auto [at, is_new] = fastest.try_emplace(trial->config, trial->time.median);
        if (!is_new) at->second = std::min(at->second, trial->time.median);
    }
    std::vector<double> times;
    for (const auto& [config, time] : fastest) times.push_back(time);
    std::ranges::sort(times);
    return times;
}

double share_within(const std::vector<double>& times, double factor) {
    const auto end = std::ranges::upper_bound(times, times.front() * factor);
    return static_cast<double>(end - times.begin()) / static_cast<double>(times.size());
}

Cell gain_cell(double slow, double fast) {
    if (slow <= 0 || fast <= 0) return {};
    return {fmt::format("{:.2f} ×", slow / fast), slow / fast};
}

ChartSpec landscape_curve(const Evidence& evidence, const KernelResults& results,
                          const std::vector<double>& times) {
    ChartSpec points = ChartSpec::array();
    const std::size_t drawn = std::min(plotted_points, times.size());
    for (std::size_t i = 0; i < drawn; ++i) {
        const std::size_t at = drawn == 1 ? 0 : i * (times.size() - 1) / (drawn - 1);
        const double rank =
            times.size() == 1 ? 0 : static_cast<double>(at) / static_cast<double>(times.size() - 1);
        points.push_back({rank, times.front() / times[at]});
    }
    ChartSpec one{{"device", evidence.label(results)},
                  {"panel", results.key.family()},
                  {"case", results.key.words()},
                  {"kernel", results.kernel_name},
                  {"count", times.size()},
                  {"best_ns", times.front()},
                  {"points", points}};
    if (results.defaults) one["defaults"] = times.front() / results.defaults->time.median;
    return one;
}

Row landscape_row(const Evidence& evidence, const KernelResults& results,
                  const std::vector<double>& times) {
    const double middle = times[times.size() / 2];
    return {results.key.words(),
            evidence.label(results),
            results.kernel_name,
            {human::count(static_cast<std::int64_t>(times.size())), times.size()},
            {human::time(times.front()), times.front()},
            gain_cell(middle, times.front()),
            gain_cell(times.back(), times.front()),
            gain_cell(results.defaults ? results.defaults->time.median : 0, times.front()),
            {human::percent(share_within(times, 1.05)), share_within(times, 1.05)}};
}

// One curve for each device and family is legible: that of the problem with the most configs.
bool has_more_configs(const ChartSpec& a, const ChartSpec& b) {
    return a.at("count") > b.at("count");
}

Part landscape_part(const Evidence& evidence) {
    Part part{.title = "The distribution of configs",
              .note =
                  "All configs that ran correctly, the fastest first; each speed is a share of the "
                  "best. The dot is the kernel's default config. The chart shows, for each device, "
                  "the problem with the most configs. \"Over the middle\" is the speedup of the "
                  "best config over the median one.",
              .table = {{{"problem"},
                         {"device"},
                         {"kernel"},
                         {"configs", Align::right},
                         {"best", Align::right, "ns"},
                         {"over the middle", Align::right},
                         {"over the worst", Align::right},
                         {"over defaults", Align::right},
                         {"within 5 %", Align::right}}},
              .chart = {{"kind", "landscapes"}, {"rows", ChartSpec::array()}}};
    std::map<std::pair<std::string, std::string>, ChartSpec> curves;
    for (const KernelResults& results : evidence.kernel_results) {
        const std::vector<double> times = sorted_times(results);
        if (times.empty()) continue;
        part.table.rows.push_back(landscape_row(evidence, results, times));
        ChartSpec drawn = landscape_curve(evidence, results, times);
        ChartSpec& kept = curves[{results.key.family(), evidence.label(results)}];
        if (kept.is_null() || has_more_configs(drawn, kept)) kept = std::move(drawn);
    }
    for (auto& [key, drawn] : curves) part.chart["rows"].push_back(std::move(drawn));
    return part;
}

// Adds each ladder run to the table; the chart shows each device's and kernel's largest problem.
void add_ladder(const Evidence& evidence, const KernelResults& results, Part& part,
                std::map<std::pair<std::string, std::string>, ChartSpec>& ladders) {
    const std::vector<LadderStepResult> steps =
        ladder_results(results, evidence.kernels.at(results.kernel).space);
    double first = 0;
    double before = 0;
    ChartSpec rows = ChartSpec::array();
    for (const LadderStepResult& step : steps) {
        const double time = step.trial->ok() ? step.trial->time.median : 0;
        if (first == 0) first = time;
        part.table.rows.push_back({results.key.words(),
                                   evidence.label(results),
                                   results.kernel_name,
                                   step.name,
                                   {human::time(time), time},
                                   gain_cell(before, time),
                                   gain_cell(first, time)});
        if (time <= 0) continue;
        rows.push_back({{"device", evidence.label(results)},
                        {"kernel", results.kernel_name},
                        {"case", results.key.words()},
                        {"step", step.name},
                        {"time", human::time(time)},
                        {"gain", before > 0 ? before / time : 1},
                        {"all", first / time}});
        before = time;
    }
    if (!rows.empty()) ladders[{results.key.family() + results.kernel_name, results.device}] = rows;
}

Part ladder_part(const Evidence& evidence) {
    Part part{.title = "The ladder",
              .note =
                  "Named steps from a plain kernel to a tuned one, each added to those before it. "
                  "`hone ladder` measures them.",
              .table = {{{"problem"},
                         {"device"},
                         {"kernel"},
                         {"step"},
                         {"time", Align::right, "ns"},
                         {"over the last", Align::right},
                         {"over the first", Align::right}}},
              .chart = {{"kind", "ladders"}, {"rows", ChartSpec::array()}}};
    std::map<std::pair<std::string, std::string>, ChartSpec> ladders;
    for (const KernelResults& results : evidence.kernel_results)
        add_ladder(evidence, results, part, ladders);
    for (const auto& [key, rows] : ladders)
        for (const ChartSpec& row : rows) part.chart["rows"].push_back(row);
    return part;
}

std::string gain_answer(const Part& landscapes) {
    if (landscapes.table.rows.empty()) return "No config has run correctly yet.";
    std::vector<double> over_middle;
    for (const Row& row : landscapes.table.rows) over_middle.push_back(std::stod(row[5].exact()));
    std::ranges::sort(over_middle);
    if (over_middle.size() == 1)
        return fmt::format(
            "The best config is {:.2f} times as fast as the median of the tried "
            "configs.",
            over_middle.front());
    return fmt::format(
        "The best config is between {:.2f} and {:.2f} times as fast as the median "
        "of the tried configs.",
        over_middle.front(), over_middle.back());
}

}  // namespace

Section gain_section(const Evidence& evidence) {
    Section section;
    Part landscapes = landscape_part(evidence);
    Part ladders = ladder_part(evidence);
    section.answer = gain_answer(landscapes);
    if (!landscapes.table.rows.empty()) section.parts.push_back(std::move(landscapes));
    if (!ladders.table.rows.empty()) section.parts.push_back(std::move(ladders));
    return section;
}

}  // namespace hone
