// SPDX-License-Identifier: MIT
// The second question: the measured peak rates of a device, and how close the best configs come.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "reports/evidence/roofline.hpp"
#include "reports/sections/document.hpp"
#include "reports/sections/probe_parts.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

ChartSpec peak_line(const Evidence& evidence, const std::string& device, std::string_view name,
                    const Peak& peak) {
    ChartSpec line{{"device", evidence.labels.at(device)}, {"name", name}, {"rate", peak.rate}};
    const auto spreads = evidence.spreads.find(device);
    if (spreads == evidence.spreads.end()) return line;
    const auto spread = spreads->second.find(peak.probe);
    if (spread == spreads->second.end()) return line;
    line["slowest"] = spread->second.slowest * peak.rate / spread->second.fastest;
    line["repeats"] = spread->second.repeats;
    return line;
}

// Sloped lines: memory and each cache.
void add_slopes(const Evidence& evidence, const std::string& device, const Peaks& peaks,
                ChartSpec& slopes) {
    if (peaks.memory.rate > 0)
        slopes.push_back(peak_line(evidence, device, "memory", peaks.memory));
    for (std::size_t i = 0; i < peaks.caches.size(); ++i) {
        ChartSpec line =
            peak_line(evidence, device, words_of_limit(peaks.caches[i].limit), peaks.caches[i]);
        line["bytes"] = peaks.levels[i].bytes;
        if (peaks.levels[i].is_slope()) line["at_end"] = peaks.levels[i].at_end;
        slopes.push_back(std::move(line));
    }
}

// Flat lines: the units of each tuned precision.
void add_flats(const Evidence& evidence, const Roofs& roofs, const std::string& device,
               ChartSpec& flats) {
    std::set<std::string> precisions;
    for (const KernelResults& results : evidence.kernel_results)
        if (results.device == device) precisions.insert(results.key.precision);
    for (const std::string& precision : precisions) {
        const Peaks peaks = roofs.of(device, precision);
        for (const Peak& peak : {peaks.vector_units, peaks.matrix_units}) {
            const bool matrix = peak.limit == Limit::matrix_units;
            // A precision computed in f32 for lack of its own units gets f32's line, unless matrix
            // units exist.
            const bool is_own = matrix || peak.probe.name.ends_with("_" + precision);
            if (peak.rate <= 0 || (!is_own && peaks.matrix_units.rate > 0)) continue;
            ChartSpec line =
                peak_line(evidence, device, precision + (matrix ? " matrix" : " vector"), peak);
            line["precision"] = precision;
            line["matrix"] = matrix;
            flats.push_back(std::move(line));
        }
    }
}

// A best config under its device's roofline.
void add_point(const Evidence& evidence, const KernelResults& results, const RoofShare& roof,
               Part& part) {
    const TrialSummary& best = *results.best;
    const double intensity = best.flops / best.bytes;
    const double reached = best.flops / (best.time.median * 1e-9);
    part.table.rows.push_back(
        {evidence.label(results),
         results.key.words(),
         {fmt::format("{:.3g}", intensity), intensity},
         {human::flops(reached), reached},
         words_of_limit(roof.limit),
         roof.known() ? Cell{human::flops(reached / roof.share), reached / roof.share} : Cell{},
         roof.known() ? Cell{human::percent(roof.share), roof.share} : Cell{}});
    part.chart["rows"].push_back({{"device", evidence.label(results)},
                                  {"precision", results.key.precision},
                                  {"routine", results.key.routine},
                                  {"case", results.key.words()},
                                  {"intensity", intensity},
                                  {"rate", reached},
                                  {"share", roof.known() ? ChartSpec(roof.share) : ChartSpec()},
                                  {"limit", words_of_limit(roof.limit)}});
}

Part roofline_part(const Evidence& evidence, const Roofs& roofs) {
    Part part{
        .title = "Rooflines",
        .note =
            "A sloped line is the limit by the bandwidth of memory or of a cache, a flat line the "
            "limit by vector or matrix units; a point is the best config of a problem. What a "
            "problem moves comes from the nearest cache that holds all of it. A flat line that "
            "results exceed is not a limit and not drawn; a result above a sloped line was faster "
            "than the probe.",
        .table = {{{"device"},
                   {"problem"},
                   {"intensity", Align::right, "flop/byte"},
                   {"rate", Align::right, "flop/s"},
                   {"limit"},
                   {"attainable", Align::right, "flop/s"},
                   {"share", Align::right}}},
        .chart = {{"kind", "rooflines"},
                  {"slopes", ChartSpec::array()},
                  {"flats", ChartSpec::array()},
                  {"rows", ChartSpec::array()}}};
    for (const auto& [id, probes] : evidence.probes) {
        add_slopes(evidence, id, peaks_of(probes, evidence.devices.at(id), ""),
                   part.chart["slopes"]);
        add_flats(evidence, roofs, id, part.chart["flats"]);
    }
    for (const KernelResults* results : evidence.fastest_results()) {
        const TrialSummary& best = *results->best;
        const RoofShare roof = roofs.share(*results, best);
        if (roof.limit == Limit::unknown || best.flops <= 0) continue;
        add_point(evidence, *results, roof, part);
    }
    return part;
}

std::string shares_in_words(std::vector<double> shares) {
    if (shares.empty()) return "For no best config is the limit known.";
    std::ranges::sort(shares);
    return fmt::format(
        "Where the limit is known, for {} best config{}, the best reach between {} and {} of it; "
        "half of them reach {} or more.",
        shares.size(), shares.size() == 1 ? "" : "s", human::percent(shares.front()),
        human::percent(shares.back()), human::percent(shares[shares.size() / 2]));
}

std::string without_in_words(const std::map<std::string, std::size_t>& without) {
    std::string words;
    const auto count = [&](Limit limit) {
        const auto found = without.find(std::string(words_of_limit(limit)));
        return found == without.end() ? 0 : found->second;
    };
    if (const std::size_t cached = count(Limit::in_cache); cached > 0)
        words += fmt::format(
            " {} fit{} in a cache, whose bandwidth is not probed: `hone probe cache_sweep` does.",
            cached, cached == 1 ? "s" : "");
    if (const std::size_t unprobed = count(Limit::unprobed); unprobed > 0)
        words +=
            fmt::format(" For {} the matrix units were not probed: `hone probe` does.", unprobed);
    if (const std::size_t above = count(Limit::above_probe); above > 0)
        words += fmt::format(
            " For {} the probe is not a limit, since results exceed it: matrix units were not "
            "probed, or the device was busy when it was.",
            above);
    return words;
}

// The devices that were never probed, and the command that probes them.
std::string unprobed_in_words(const Evidence& evidence) {
    std::vector<std::string> names;
    for (const std::string& id : evidence.devices_in_order())
        if (!evidence.probes.contains(id)) names.push_back(evidence.labels.at(id));
    if (names.empty()) return "";
    return fmt::format(" Not probed: {}; there `hone probe` measures the limits.",
                       fmt::join(names, "; "));
}

// If a peak's repeats lie far apart, the device was busy or throttled.
std::string unsteady_in_words(const Evidence& evidence) {
    std::vector<std::string> devices;
    for (const std::string& id : evidence.devices_in_order()) {
        const auto spreads = evidence.spreads.find(id);
        if (spreads == evidence.spreads.end()) continue;
        for (const auto& [point, spread] : spreads->second)
            if (!is_sweep(point.name) && spread.unit_is_rate && spread.unsteady()) {
                devices.push_back(evidence.labels.at(id));
                break;
            }
    }
    if (devices.empty()) return "";
    return fmt::format(
        " Repeats of the peaks of {} lie far apart, since the device was busy or throttled: each "
        "peak is the fastest of them.",
        fmt::join(devices, "; "));
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
    std::map<std::string, std::size_t> without;
    for (const ChartSpec& row : rooflines.chart.at("rows")) {
        if (!row.at("share").is_null())
            shares.push_back(row.at("share"));
        else
            ++without[row.at("limit")];
    }
    return shares_in_words(shares) + without_in_words(without) + unprobed_in_words(evidence) +
           unsteady_in_words(evidence);
}

}  // namespace

Section limit_section(const Evidence& evidence) {
    Section section;
    const Roofs roofs(evidence);
    std::vector<Part> parts{roofline_part(evidence, roofs), peaks_part(evidence),
                            caches_part(evidence), sweeps_part(evidence)};
    section.answer = roofline_answer(evidence, parts[0]);
    for (Part& part : parts)
        if (!part.table.rows.empty()) section.parts.push_back(std::move(part));
    return section;
}

}  // namespace hone
