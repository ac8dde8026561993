// SPDX-License-Identifier: MIT
// The fifth question: which parameters determine the time, alone or in pairs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reports/evidence/observations.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

constexpr std::size_t min_configs = 24;    // with fewer, a fraction of variance is a guess
constexpr std::size_t max_configs = 3000;  // more do not change a digit that is shown
constexpr std::size_t plotted_pairs = 2;

// For each device, kernel and precision the problem with the most trials.
std::vector<const KernelResults*> results_to_explain(const Evidence& evidence) {
    std::map<std::tuple<std::string, std::string, std::string>, const KernelResults*> most;
    for (const KernelResults& results : evidence.kernel_results) {
        const KernelResults*& kept =
            most[{results.kernel_name, results.key.precision, results.device}];
        if (!kept || results.successful().size() > kept->successful().size()) kept = &results;
    }
    std::vector<const KernelResults*> all;
    for (const auto& [key, results] : most)
        if (results->successful().size() >= min_configs) all.push_back(results);
    return all;
}

struct Explained {
    const KernelResults* results;
    Observations observed;
    Importance shares;
};

Part parameters_part(const Evidence& evidence, const std::vector<Explained>& all) {
    Part part{.title = "Parameters",
              .note =
                  "The share of the variance of log(time) that one parameter explains alone "
                  "(functional analysis of variance, fANOVA): exact where every combination was "
                  "measured, else of a random forest that is fitted to the trials.",
              .table = {{{"kernel"},
                         {"precision"},
                         {"device"},
                         {"parameter"},
                         {"share", Align::right},
                         {"configs", Align::right},
                         {"by"}}},
              .chart = {{"kind", "importance"}, {"rows", ChartSpec::array()}}};
    for (const Explained& one : all) {
        std::vector<std::size_t> order(one.shares.single.size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        std::ranges::stable_sort(order, std::greater{},
                                 [&](std::size_t p) { return one.shares.single[p]; });
        for (const std::size_t p : order) {
            const double share = one.shares.single[p];
            part.table.rows.push_back({one.results->kernel_name,
                                       one.results->key.precision,
                                       evidence.label(*one.results),
                                       one.observed.names[p],
                                       {human::percent(share), share},
                                       {human::count(std::int64_t(one.observed.values.size())),
                                        one.observed.values.size()},
                                       one.shares.exact ? "all combinations" : "a forest"});
            part.chart["rows"].push_back(
                {{"panel", one.results->kernel_name + " " + one.results->key.precision},
                 {"device", evidence.label(*one.results)},
                 {"case", one.results->key.words()},
                 {"parameter", one.observed.names[p]},
                 {"share", share}});
        }
    }
    return part;
}

// The mean speed of each pair of levels, relative to the best: the data of a heat map.
ChartSpec heatmap(const Evidence& evidence, const Explained& one, const Importance::Pair& pair) {
    struct Sum {
        double logs = 0;
        int count = 0;
    };
    std::map<std::pair<std::size_t, std::size_t>, Sum> cells;
    for (std::size_t row = 0; row < one.observed.values.size(); ++row) {
        const auto& levels = one.observed.configs[row];
        Sum& cell = cells[{levels[pair.a], levels[pair.b]}];
        cell.logs += one.observed.values[row];
        ++cell.count;
    }
    const double best = *std::ranges::min_element(one.observed.values);
    ChartSpec drawn{{"panel", one.results->kernel_name + " " + one.results->key.precision},
                    {"device", evidence.label(*one.results)},
                    {"a", one.observed.names[pair.a]},
                    {"b", one.observed.names[pair.b]},
                    {"levels_a", one.observed.levels[pair.a]},
                    {"levels_b", one.observed.levels[pair.b]},
                    {"share", pair.share},
                    {"cells", ChartSpec::array()}};
    for (const auto& [at, cell] : cells)
        drawn["cells"].push_back({one.observed.levels[pair.a][at.first],
                                  one.observed.levels[pair.b][at.second],
                                  std::exp(best - cell.logs / cell.count), cell.count});
    return drawn;
}

Part pairs_part(const Evidence& evidence, const std::vector<Explained>& all) {
    Part part{
        .title = "Interactions of two parameters",
        .note =
            "The share of the variance that two parameters explain together, beyond what "
            "each explains alone. The maps show the two strongest interactions of each kernel "
            "and device: the geometric mean of the speed with these two values, as a share of "
            "the best.",
        .table = {{{"kernel"}, {"precision"}, {"device"}, {"parameters"}, {"share", Align::right}}},
        .chart = {{"kind", "heats"}, {"rows", ChartSpec::array()}}};
    for (const Explained& one : all)
        for (std::size_t i = 0; i < std::min(plotted_pairs, one.shares.pairs.size()); ++i) {
            const Importance::Pair& pair = one.shares.pairs[i];
            part.table.rows.push_back(
                {one.results->kernel_name,
                 one.results->key.precision,
                 evidence.label(*one.results),
                 fmt::format("{} × {}", one.observed.names[pair.a], one.observed.names[pair.b]),
                 {human::percent(pair.share), pair.share}});
            part.chart["rows"].push_back(heatmap(evidence, one, pair));
        }
    return part;
}

std::string importance_answer(const std::vector<Explained>& all) {
    if (all.empty())
        return fmt::format("This needs at least {} configs of one kernel that ran correctly.",
                           min_configs);
    std::string words;
    std::map<std::string, bool> mentioned;
    for (const Explained& one : all) {
        if (one.shares.single.empty() || mentioned[one.results->kernel_name]) continue;
        mentioned[one.results->kernel_name] = true;
        std::map<std::string, double> sums;
        for (const Explained& other : all)
            for (std::size_t p = 0; p < other.shares.single.size(); ++p)
                if (other.results->kernel_name == one.results->kernel_name)
                    sums[other.observed.names[p]] += other.shares.single[p];
        const auto most = std::ranges::max_element(sums, {}, [](auto& s) { return s.second; });
        words += fmt::format("{}{} matters most for {}", words.empty() ? "" : "; ", most->first,
                             one.results->kernel_name);
    }
    return words + ".";
}

}  // namespace

Section importance_section(const Evidence& evidence) {
    std::vector<Explained> all;
    for (const KernelResults* results : results_to_explain(evidence)) {
        Observations observed = observations_of(*results, max_configs);
        Importance shares = importance(observed);
        if (!shares.single.empty())
            all.push_back({results, std::move(observed), std::move(shares)});
    }
    Section section;
    section.answer = importance_answer(all);
    if (all.empty()) return section;
    section.parts.push_back(parameters_part(evidence, all));
    section.parts.push_back(pairs_part(evidence, all));
    return section;
}

}  // namespace hone
