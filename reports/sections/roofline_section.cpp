// SPDX-License-Identifier: MIT
// The second question: the measured peak rates of a device, and how close the best configs come.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "reports/evidence/roofline.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

std::string in_words(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

bool is_sweep(const Probe& probe) {
    return probe.name.ends_with("_sweep");
}

Part peaks_part(const Evidence& evidence) {
    Part part{.title = "Measured peaks of each device",
              .note =
                  "Measured by `hone probe` with its own kernels, in several variants; the fastest "
                  "counts.",
              .table = {{{"device"}, {"probe"}, {"value", Align::right}, {"unit"}, {"how"}}},
              .chart = nullptr};
    for (const std::string& id : evidence.devices_in_order()) {
        const auto probed = evidence.probes.find(id);
        if (probed == evidence.probes.end()) continue;
        for (const Probe& probe : probed->second)
            if (!is_sweep(probe))
                part.table.rows.push_back(
                    {evidence.labels.at(id),
                     in_words(probe.name),
                     {probe.value > 0 ? human::figure(probe.value, probe.unit) : "none",
                      probe.value},
                     probe.unit,
                     probe.value > 0 ? probe.how : probe.message});
    }
    return part;
}

ChartSpec lines_of(const Evidence& evidence, const std::string& id,
                   const std::vector<Probe>& probes) {
    ChartSpec lines = ChartSpec::array();
    std::set<std::string> precisions;
    for (const KernelResults& results : evidence.kernel_results)
        if (results.device == id) precisions.insert(results.key.precision);
    for (const std::string& precision : precisions) {
        const Roofline roofline = roofline_of(probes, precision);
        if (roofline.bytes_per_second > 0 && roofline.flops_per_second > 0)
            lines.push_back({{"device", evidence.labels.at(id)},
                             {"precision", precision},
                             {"bandwidth", roofline.bytes_per_second},
                             {"flops", roofline.flops_per_second}});
    }
    return lines;
}

Part roofline_part(const Evidence& evidence) {
    Part part{
        .title = "Rooflines",
        .note =
            "The sloped line is the limit by memory bandwidth, the flat line the limit by "
            "arithmetic; a point is the best config of a problem.",
        .table = {{{"device"},
                   {"problem"},
                   {"intensity", Align::right, "flop/byte"},
                   {"rate", Align::right, "flop/s"},
                   {"ceiling", Align::right, "flop/s"},
                   {"share", Align::right}}},
        .chart = {
            {"kind", "rooflines"}, {"lines", ChartSpec::array()}, {"rows", ChartSpec::array()}}};
    for (const auto& [id, probes] : evidence.probes)
        for (const ChartSpec& line : lines_of(evidence, id, probes))
            part.chart["lines"].push_back(line);
    for (const KernelResults* results : evidence.fastest_results()) {
        const TrialSummary& best = *results->best;
        const auto share = share_of_roofline(evidence, *results, best);
        if (!share || best.flops <= 0) continue;
        const double intensity = best.flops / best.bytes;
        const double reached = best.flops / (best.time.median * 1e-9);
        part.table.rows.push_back({evidence.label(*results),
                                   results->key.words(),
                                   {fmt::format("{:.3g}", intensity), intensity},
                                   {human::flops(reached), reached},
                                   {human::flops(reached / *share), reached / *share},
                                   {human::percent(*share), *share}});
        part.chart["rows"].push_back({{"device", evidence.label(*results)},
                                      {"precision", results->key.precision},
                                      {"routine", results->key.routine},
                                      {"case", results->key.words()},
                                      {"intensity", intensity},
                                      {"rate", reached},
                                      {"share", *share}});
    }
    return part;
}

Part sweeps_part(const Evidence& evidence) {
    Part part{
        .title = "The cost of irregular access",
        .note =
            "The bandwidth of a copy that starts some elements off alignment (offset), of one "
            "that takes every n-th element (stride), and of reads of local memory that are "
            "some elements apart (bank).",
        .table = {{{"device"},
                   {"sweep"},
                   {"point", Align::right},
                   {"bandwidth", Align::right, "byte/s"},
                   {"of the first", Align::right}}},
        .chart = {{"kind", "sweeps"}, {"rows", ChartSpec::array()}},
        .collapsed = true};
    for (const std::string& id : evidence.devices_in_order()) {
        const auto probed = evidence.probes.find(id);
        if (probed == evidence.probes.end()) continue;
        std::string sweep;
        double first = 0;
        for (const Probe& probe : probed->second) {
            if (!is_sweep(probe) || probe.value <= 0) continue;
            if (probe.name != sweep) first = probe.value;
            sweep = probe.name;
            const std::string name = in_words(sweep.substr(0, sweep.rfind('_')));
            part.table.rows.push_back({evidence.labels.at(id),
                                       name,
                                       {fmt::format("{}", probe.point), probe.point},
                                       {human::bandwidth(probe.value), probe.value},
                                       {human::percent(probe.value / first), probe.value / first}});
            part.chart["rows"].push_back({{"device", evidence.labels.at(id)},
                                          {"panel", name},
                                          {"point", probe.point},
                                          {"value", probe.value},
                                          {"share", probe.value / first}});
        }
    }
    return part;
}

std::string roofline_answer(const Evidence& evidence, const Part& rooflines) {
    if (evidence.probes.empty())
        return "No device was probed. `hone probe` measures the peaks of a device, and this "
               "section "
               "then shows which share of them the best configs reach.";
    if (rooflines.table.rows.empty())
        return "No result on a probed device has both its FLOPs and its bytes, so no share is "
               "known.";
    std::vector<double> shares;
    for (const ChartSpec& row : rooflines.chart.at("rows")) shares.push_back(row.at("share"));
    std::ranges::sort(shares);
    return fmt::format(
        "The best configs reach between {} and {} of the measured peak of their device; "
        "half of them reach {} or more.",
        human::percent(shares.front()), human::percent(shares.back()),
        human::percent(shares[shares.size() / 2]));
}

}  // namespace

Section limit_section(const Evidence& evidence) {
    Section section;
    std::vector<Part> parts{roofline_part(evidence), peaks_part(evidence), sweeps_part(evidence)};
    section.answer = roofline_answer(evidence, parts[0]);
    for (Part& part : parts)
        if (!part.table.rows.empty()) section.parts.push_back(std::move(part));
    return section;
}

}  // namespace hone
