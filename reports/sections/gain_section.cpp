// SPDX-License-Identifier: MIT
// The third question: the distribution of the times that tuning tried, and the ladder of classic
// steps with the gain of each.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/evidence/config_times.hpp"
#include "reports/evidence/ladder_results.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

constexpr std::size_t plotted_points = 120;  // of a curve; the tables count all trials

std::vector<double> sorted_times(const KernelResults& results) {
    std::vector<double> times;  // one per config
    for (const auto& [config, time] : config_times(results))
        if (time.ok()) times.push_back(time.ns);
    std::ranges::sort(times);
    return times;
}

double best_time(const KernelResults& results, const std::vector<double>& times) {
    return results.best ? results.best->time.median : times.front();
}

double share_within(const std::vector<double>& times, double limit_ns) {
    const auto end = std::ranges::upper_bound(times, limit_ns);
    return static_cast<double>(end - times.begin()) / static_cast<double>(times.size());
}

double geometric_mean(const std::vector<double>& factors) {
    double sum = 0;
    for (const double factor : factors) sum += std::log(factor);
    return std::exp(sum / static_cast<double>(factors.size()));
}

Cell gain_cell(double slow, double fast) {
    if (slow <= 0 || fast <= 0) return {};
    return {fmt::format("{:.2f} ×", slow / fast), slow / fast};
}

ChartSpec landscape_curve(const Evidence& evidence, const KernelResults& results,
                          const std::vector<double>& times) {
    ChartSpec points = ChartSpec::array();
    const double best = best_time(results, times);
    const std::size_t drawn = std::min(plotted_points, times.size());
    for (std::size_t i = 0; i < drawn; ++i) {
        const std::size_t at = drawn == 1 ? 0 : i * (times.size() - 1) / (drawn - 1);
        const double rank =
            times.size() == 1 ? 0 : static_cast<double>(at) / static_cast<double>(times.size() - 1);
        points.push_back({rank, best / times[at]});
    }
    ChartSpec one{{"device", evidence.label(results)},
                  {"panel", results.key.family()},
                  {"case", results.key.words()},
                  {"kernel", results.kernel_name},
                  {"count", times.size()},
                  {"best_ns", best},
                  {"points", points}};
    if (results.defaults) one["defaults"] = best / results.defaults->time.median;
    return one;
}

Row landscape_row(const Evidence& evidence, const KernelResults& results,
                  const std::vector<double>& times) {
    const double middle = times[times.size() / 2];
    const double best = best_time(results, times);
    const double near = share_within(times, 1.05 * best);
    return {results.key.words(),
            evidence.label(results),
            results.kernel_name,
            {human::count(static_cast<std::int64_t>(times.size())), times.size()},
            {human::time(best), best},
            gain_cell(results.defaults ? results.defaults->time.median : 0, best),
            gain_cell(middle, best),
            gain_cell(times.back(), best),
            {human::percent(near), near}};
}

// One curve for each device and family stays legible: that of the problem with the most configs.
bool has_more_configs(const ChartSpec& a, const ChartSpec& b) {
    return a.at("count") > b.at("count");
}

Part landscape_part(const Evidence& evidence) {
    Part part{.title = "The distribution of configs",
              .note =
                  "All configs that ran correctly, the fastest first; each speed is a share of the "
                  "best. Above 100 % a config was faster when it was tried, which is measured "
                  "quickly, than the best in its last measurement. The dot is the kernel's default "
                  "config. The chart shows, for each device, "
                  "the problem with the most configs. \"Over the middle\" is the speedup of the "
                  "best config over the median one.",
              .table = {{{"problem"},
                         {"device"},
                         {"kernel"},
                         {"configs", Align::right},
                         {"best", Align::right, "ns"},
                         {"over defaults", Align::right},
                         {"over the middle", Align::right},
                         {"over the worst", Align::right},
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

// Adds the steps of one ladder: to the table, and to the rows of a chart.
struct LadderRows {
    const Evidence& evidence;
    const KernelResults& results;
    Table& table;
    ChartSpec chart = ChartSpec::array();
    double first = 0, before = 0, fastest = 0;  // ns; 0 until known

    void add(const std::string& step, const TrialSummary& trial) {
        const double time = trial.ok() ? trial.time.median : 0;
        if (first == 0) first = time;
        if (time > 0 && (fastest == 0 || time < fastest)) fastest = time;
        table.rows.push_back({results.key.words(), evidence.label(results), results.kernel_name,
                              step,
                              time > 0 ? Cell(human::time(time), time)
                                       : Cell::nothing(std::string(failure_words(trial.outcome))),
                              gain_cell(before, time), gain_cell(first, fastest)});
        if (time > 0) draw(step, time);
    }

  private:
    void draw(const std::string& step, double time) {
        chart.push_back({{"device", evidence.label(results)},
                         {"kernel", results.kernel_name},
                         {"case", results.key.words()},
                         {"step", step},
                         {"time", human::time(time)},
                         {"gain", before > 0 ? before / time : 1},
                         {"all", first / time},
                         {"fastest", first / fastest}});
        before = time;
    }
};

// Adds each ladder run to the table; the chart shows each device's and kernel's largest problem.
void add_ladder(const Evidence& evidence, const KernelResults& results, Part& part,
                std::map<std::pair<std::string, std::string>, ChartSpec>& ladders) {
    LadderRows rows{evidence, results, part.table};
    for (const LadderStepResult& step :
         ladder_results(results, evidence.kernels.at(results.kernel).space))
        rows.add(step.name, *step.trial);
    if (rows.chart.empty()) return;
    if (results.best) rows.add("the tuned best", *results.best);
    ladders[{results.key.family() + results.kernel_name, results.device}] = rows.chart;
}

Part ladder_part(const Evidence& evidence) {
    Part part{
        .title = "The ladder",
        .note =
            "Named steps from a plain kernel to a tuned one, each added to those before it, and "
            "the tuned best. A step below 1 × over the last is slower on this device; the best so "
            "far, over the first, is what one would keep. `hone ladder` measures the steps, and "
            "makes one that is "
            "faster than the tuned best the new best.",
        .table = {{{"problem"},
                   {"device"},
                   {"kernel"},
                   {"step"},
                   {"time", Align::right, "ns"},
                   {"over the last", Align::right},
                   {"best so far", Align::right}}},
        .chart = {{"kind", "ladders"}, {"rows", ChartSpec::array()}}};
    std::map<std::pair<std::string, std::string>, ChartSpec> ladders;
    for (const KernelResults& results : evidence.kernel_results)
        add_ladder(evidence, results, part, ladders);
    for (const auto& [key, rows] : ladders)
        for (const ChartSpec& row : rows) part.chart["rows"].push_back(row);
    return part;
}

std::string gain_answer(const Evidence& evidence) {
    std::vector<double> gains;
    std::size_t without = 0;
    for (const KernelResults* results : evidence.fastest_results()) {
        if (results->defaults && results->defaults->time.median > 0)
            gains.push_back(results->defaults->time.median / results->best->time.median);
        else
            ++without;
    }
    if (gains.empty() && without == 0) return "No config has run correctly yet.";
    if (gains.empty()) return "No winner's kernel has a time of its default config.";
    const auto [least, most] = std::ranges::minmax(gains);
    std::string words = fmt::format(
        "The best config is {:.2f} times as fast as its kernel's defaults{}.",
        geometric_mean(gains),
        gains.size() == 1
            ? " on one problem"
            : fmt::format(" in the geometric mean of {} problems, between {:.2f} and {:.2f} times",
                          gains.size(), least, most));
    if (without > 0) words += fmt::format(" For {} the defaults were not measured.", without);
    return words;
}

}  // namespace

Section gain_section(const Evidence& evidence) {
    Section section;
    Part landscapes = landscape_part(evidence);
    Part ladders = ladder_part(evidence);
    section.answer = gain_answer(evidence);
    if (!landscapes.table.rows.empty()) section.parts.push_back(std::move(landscapes));
    if (!ladders.table.rows.empty()) section.parts.push_back(std::move(ladders));
    return section;
}

}  // namespace hone
