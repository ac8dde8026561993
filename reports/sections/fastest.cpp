// SPDX-License-Identifier: MIT
// The first question: for each routine, precision and size, the best time of each device, compared
// with the default config and CLBlast.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "reports/evidence/roofline.hpp"
#include "reports/sections/device_ranking.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

// The speedup over another time: "1.92".
Cell times_as_fast(double other_ns, double best_ns) {
    if (other_ns <= 0 || best_ns <= 0) return {};
    return {fmt::format("{:.2f} ×", other_ns / best_ns), other_ns / best_ns};
}

Cell rate_cell(const TrialSummary& best) {
    if (best.flops <= 0 && best.bytes <= 0) return {};
    const bool arithmetic = is_arithmetic(best.flops, best.bytes);
    return {rate(best.flops, best.bytes, best.time.median),
            (arithmetic ? best.flops : best.bytes) / (best.time.median * 1e-9)};
}

Row row_of(const Evidence& evidence, const Roofs& roofs, const KernelResults& results) {
    const TrialSummary& best = *results.best;
    const RoofShare roof = roofs.share(results, best);
    return {results.key.words(),
            evidence.label(results),
            results.kernel_name,
            {with_spread(best.time), best.time.median},
            rate_cell(best),
            times_as_fast(results.defaults ? results.defaults->time.median : 0, best.time.median),
            times_as_fast(results.reference ? results.reference->time.median : 0, best.time.median),
            roof.known() ? Cell{human::percent(roof.share), roof.share} : Cell{},
            roof.limit == Limit::unknown ? Cell{} : Cell{words_of_limit(roof.limit)},
            results.verified ? "hone" : "imported",
            config_words(best.config)};
}

// The name of a problem's size: "M = N = K" if they are equal, otherwise their mean.
std::string extents_words(const ProblemKey& key) {
    std::vector<std::string> names;
    bool equal = true;
    const auto arguments = stored_json(key.problem);
    if (!arguments.is_object()) return "";
    for (const auto& [name, value] : arguments.items()) {
        if (!value.is_number() || value.get<double>() <= 1) continue;
        names.push_back(name);
        equal = equal && std::abs(value.get<double>() - key.size()) < 1e-3;
    }
    return equal ? fmt::format("{}", fmt::join(names, " = "))
                 : fmt::format("geometric mean of {}", fmt::join(names, ", "));
}

ChartSpec point_of(const Evidence& evidence, const KernelResults& results) {
    const TrialSummary& best = *results.best;
    const bool has_rate = best.flops > 0 || best.bytes > 0;
    const bool arithmetic = is_arithmetic(best.flops, best.bytes);
    const double amount = !has_rate ? 1 : arithmetic ? best.flops : best.bytes;
    const auto per_second = [&](double ns) { return ns > 0 ? amount / (ns * 1e-9) : 0; };
    ChartSpec point{{"device", evidence.label(results)},
                    {"panel", results.key.family()},
                    {"unit", !has_rate    ? "1/s"
                             : arithmetic ? "FLOP/s"
                                          : "B/s"},
                    {"case", results.key.words()},
                    {"kernel", results.kernel_name},
                    {"size", results.key.size()},
                    {"extents", extents_words(results.key)},
                    {"rate", per_second(best.time.median)},
                    {"low", per_second(best.time.high)},
                    {"high", per_second(best.time.low)},
                    {"time", with_spread(best.time)}};
    if (results.reference) point["reference"] = per_second(results.reference->time.median);
    if (results.defaults) point["defaults"] = per_second(results.defaults->time.median);
    return point;
}

std::string fastest_answer(const std::vector<const KernelResults*>& winners,
                           const Evidence& evidence) {
    if (winners.empty())
        return evidence.kernel_results.empty()
                   ? "Nothing has been tuned yet."
                   : "No trial has a time, so there is nothing to compare yet.";
    const std::string& any = evidence.label(*winners.front());
    if (evidence.devices.size() == 1)
        return fmt::format("{} has results for {} problem{}.", any, winners.size(),
                           winners.size() == 1 ? "" : "s");
    const auto fastest = fastest_device(evidence);
    if (!fastest) return "No problem was tuned on two devices.";
    if (fastest->wins == 0)
        return fmt::format("No difference on any of the {} problems that several devices have.",
                           fastest->problems);
    return fmt::format("{} is fast{} on {} of the {} problems that several devices have.",
                       fastest->label, evidence.devices.size() == 2 ? "er" : "est", fastest->wins,
                       fastest->problems);
}

}  // namespace

Section fastest_section(const Evidence& evidence) {
    const std::vector<const KernelResults*> winners = evidence.fastest_results();
    Section section;
    section.answer = fastest_answer(winners, evidence);
    if (winners.empty()) return section;
    Part part{
        .title = "The best config of each device",
        .note =
            "A time is a median with half the width of its 95 % interval. \"Over defaults\" "
            "and \"over CLBlast\" are the speedups over the kernel's default config and "
            "over CLBlast, which is made for GPUs. \"Of limit\" is the share of what limits "
            "the problem, as `hone probe` measured it: the bandwidth of memory or of the cache "
            "that holds the problem, or the rate of vector or matrix units. The share is "
            "empty where that was not probed, or where results exceed the probe.",
        .table = {{{"problem"},
                   {"device"},
                   {"kernel"},
                   {"time", Align::right, "ns"},
                   {"rate", Align::right, "per_s"},
                   {"over defaults", Align::right},
                   {"over CLBlast", Align::right},
                   {"of limit", Align::right},
                   {"limit"},
                   {"measured by"},
                   {"config"}}},
        .chart = {{"kind", "rates"}, {"rows", ChartSpec::array()}},
        .main = true};
    const Roofs roofs(evidence);
    for (const KernelResults* results : winners) {
        part.table.rows.push_back(row_of(evidence, roofs, *results));
        part.chart["rows"].push_back(point_of(evidence, *results));
    }
    section.parts.push_back(std::move(part));
    return section;
}

}  // namespace hone
