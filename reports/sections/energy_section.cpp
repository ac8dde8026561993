// SPDX-License-Identifier: MIT
// Time and energy of configs under sustained load: the front of time against energy, on which no
// config is both faster and cheaper, and the work per joule.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "reports/evidence/sustained_words.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"

namespace hone {
namespace {

/// A config and its kernel.
struct Point {
    const KernelResults* results;
    const LoadPoint* load;

    double ns() const { return load->sustained.run_ns; }
    double joules() const { return load->sustained.joules; }
};

/// All configs of one problem on one device, the fastest under load first.
using Points = std::vector<Point>;

std::vector<Points> points_by_problem(const Evidence& evidence) {
    std::vector<Points> all;
    for (const KernelResults& results : evidence.kernel_results) {
        if (results.under_load.empty()) continue;
        const bool same = !all.empty() && all.back()[0].results->key == results.key &&
                          all.back()[0].results->device == results.device;
        if (!same) all.emplace_back();
        for (const LoadPoint& load : results.under_load) all.back().push_back({&results, &load});
    }
    for (Points& points : all) std::ranges::sort(points, {}, &Point::ns);
    return all;
}

/// The configs that need less energy than every faster one.
Points front_of(const Points& points) {
    Points front;
    for (const Point& point : points)
        if (point.joules() > 0 && (front.empty() || point.joules() < front.back().joules()))
            front.push_back(point);
    return front;
}

Row row_of(const Evidence& evidence, const Point& point) {
    Row row{point.results->key.words(), evidence.label(*point.results), point.results->kernel_name};
    std::ranges::move(load_cells(*point.load), std::back_inserter(row));
    return row;
}

// A point of the chart, on the front or off it.
ChartSpec mark_of(const Evidence& evidence, const Point& point, bool on_front) {
    const LoadPoint& load = *point.load;
    return {{"device", evidence.label(*point.results)},
            {"family", point.results->key.family()},
            {"case", point.results->key.words()},
            {"kernel", point.results->kernel_name},
            {"seconds", point.ns() * 1e-9},
            {"joules", point.joules()},
            {"work", work_per_joule(load.flops, load.bytes, point.joules())},
            {"config", config_words(load.config)},
            {"front", on_front}};
}

Part part(std::string title, std::string note) {
    Part part{.title = std::move(title),
              .note = std::move(note),
              .table = {{{"problem"}, {"device"}, {"kernel"}}},
              .chart = {}};
    std::ranges::move(load_columns(), std::back_inserter(part.table.columns));
    return part;
}

/// The mean of logarithms, as a factor.
struct Mean {
    double sum = 0;
    std::size_t count = 0;

    void add(double factor) {
        sum += std::log(factor);
        ++count;
    }
    double factor() const { return count > 0 ? std::exp(sum / static_cast<double>(count)) : 1; }
};

std::string answer_of(const std::vector<Points>& problems) {
    Mean slower;
    Mean energy;
    Mean time;
    for (const Points& points : problems) {
        slower.add(points[0].ns() / points[0].load->after_pauses_ns);
        const Points front = front_of(points);
        if (front.empty()) continue;
        energy.add(front.back().joules() / front.front().joules());
        time.add(front.back().ns() / front.front().ns());
    }
    std::string words = fmt::format(
        "Under sustained load the fastest config takes {:.2f} times as long as after pauses in the "
        "geometric mean of {} problem{}.",
        slower.factor(), slower.count, slower.count == 1 ? "" : "s");
    if (energy.count == 0) return words + " No energy was measured.";
    return words + fmt::format(
                       " The config that needs the least energy takes {:.2f} times the energy of "
                       "the fastest and {:.2f} times its time.",
                       energy.factor(), time.factor());
}

// The chart's rows are those of the table, in the same order; configs off the front follow.
Part front_part(const Evidence& evidence, const std::vector<Points>& problems) {
    Part front = part("The front of time against energy",
                      "No other config that was measured is both faster and cheaper. Times, energy "
                      "and power are means over seconds of runs without a gap; `hone tune "
                      "--objective energy` measures them. The chart shows, of each routine, the "
                      "problem with the most configs; every dot is a config, and the line is the "
                      "front.");
    ChartSpec on_front = ChartSpec::array();
    ChartSpec others = ChartSpec::array();
    for (const Points& points : problems) {
        const Points best = front_of(points);
        for (const Point& point : best) {
            front.table.rows.push_back(row_of(evidence, point));
            on_front.push_back(mark_of(evidence, point, true));
        }
        for (const Point& point : points)
            if (point.joules() > 0 &&
                std::ranges::find(best, point.load, &Point::load) == best.end())
                others.push_back(mark_of(evidence, point, false));
    }
    on_front.insert(on_front.end(), others.begin(), others.end());
    front.chart = {{"kind", "fronts"}, {"rows", std::move(on_front)}};
    return front;
}

}  // namespace

Section energy_section(const Evidence& evidence) {
    Section section;
    const std::vector<Points> problems = points_by_problem(evidence);
    if (problems.empty()) return section;
    section.answer = answer_of(problems);
    Part front = front_part(evidence, problems);
    if (!front.table.rows.empty()) section.parts.push_back(std::move(front));
    Part all = part("All configs under sustained load", "");
    all.collapsed = true;
    for (const Points& points : problems)
        for (const Point& point : points) all.table.rows.push_back(row_of(evidence, point));
    section.parts.push_back(std::move(all));
    return section;
}

}  // namespace hone
