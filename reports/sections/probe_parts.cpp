// SPDX-License-Identifier: MIT
// A peak is the fastest of all repeats; the table also shows their spread.
#include "reports/sections/probe_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/evidence/roofline.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

std::string in_words(std::string name) {
    std::ranges::replace(name, '_', ' ');
    return name;
}

const ProbeSpread* spread_of(const Evidence& evidence, const Probe& probe) {
    const auto device = evidence.spreads.find(probe.device);
    if (device == evidence.spreads.end()) return nullptr;
    const auto found = device->second.find({probe.name, probe.point});
    return found == device->second.end() ? nullptr : &found->second;
}

// The median with its interval, the slowest, and the number of repeats.
void add_spread(Row& row, const ProbeSpread* spread, std::string_view unit) {
    if (!spread) {
        row.insert(row.end(), 5, Cell{});
        return;
    }
    row.emplace_back(human::figure(spread->median, unit), spread->median);
    row.emplace_back("", spread->low);
    row.emplace_back("", spread->high);
    row.emplace_back(human::figure(spread->slowest, unit), spread->slowest);
    row.emplace_back(spread->runs == 1
                         ? fmt::to_string(spread->repeats)
                         : fmt::format("{} in {} runs", spread->repeats, spread->runs),
                     spread->repeats);
}

Column for_programs(std::string title) {
    return {std::move(title), Align::right, "", true};
}

// Each device that has probes, with them.
template <typename Use>
void each_probed(const Evidence& evidence, const Use& use) {
    for (const std::string& id : evidence.devices_in_order())
        if (const auto probed = evidence.probes.find(id); probed != evidence.probes.end())
            use(evidence.labels.at(id), probed->second);
}

void add_curve(const Evidence& evidence, const std::string& device,
               const std::vector<Probe>& probes, ChartSpec& rows) {
    for (const Probe& probe : probes) {
        if (probe.name != probes::cache_sweep || probe.value <= 0) continue;
        const ProbeSpread* spread = spread_of(evidence, probe);
        rows.push_back({{"device", device},
                        {"bytes", probe.point},
                        {"rate", probe.value},
                        {"low", spread ? spread->slowest : probe.value},
                        {"high", spread ? spread->fastest : probe.value}});
    }
}

}  // namespace

bool is_sweep(std::string_view probe) {
    return probe.ends_with("_sweep");
}

Part peaks_part(const Evidence& evidence) {
    Part part{.title = "Measured peaks of each device",
              .note =
                  "Measured by `hone probe` with its own kernels, in several variants. The peak is "
                  "the fastest of all repeats, because other work on the device can only lower "
                  "it; the median and the slowest say how steady the device was.",
              .table = {{{"device"},
                         {"probe"},
                         {"value", Align::right},
                         {"unit"},
                         {"median", Align::right},
                         for_programs("median low"),
                         for_programs("median high"),
                         {"slowest", Align::right},
                         {"repeats", Align::right},
                         {"how"}}},
              .chart = nullptr};
    each_probed(evidence, [&](const std::string& device, const std::vector<Probe>& probes) {
        for (const Probe& probe : probes) {
            if (is_sweep(probe.name)) continue;
            Row row{
                device,
                in_words(probe.name),
                {probe.value > 0 ? human::figure(probe.value, probe.unit) : "none", probe.value},
                probe.unit};
            add_spread(row, spread_of(evidence, probe), probe.unit);
            row.emplace_back(probe.value > 0 ? probe.how : probe.message);
            part.table.rows.push_back(std::move(row));
        }
    });
    return part;
}

Part caches_part(const Evidence& evidence) {
    Part part{.title = "The caches of each device",
              .note =
                  "The bandwidth of reads by the size of what each work-group reads over and over. "
                  "A level is a plateau of this curve, counted from the fastest; caches that the "
                  "curve does not show apart count as one. Where a level is a slope, as in a cache "
                  "that many units share, its fastest rate is the limit, which larger sets do "
                  "not reach: \"at its end\" is what the largest got. A bar goes from the slowest "
                  "repeat to the fastest.",
              .table = {{{"device"},
                         {"level"},
                         {"up to", Align::right, "bytes"},
                         {"bandwidth", Align::right, "byte/s"},
                         {"at its end", Align::right, "byte/s"},
                         {"median", Align::right},
                         for_programs("median low"),
                         for_programs("median high"),
                         {"slowest", Align::right},
                         {"repeats", Align::right}}},
              .chart = {{"kind", "caches"}, {"rows", ChartSpec::array()}}};
    each_probed(evidence, [&](const std::string& device, const std::vector<Probe>& probes) {
        add_curve(evidence, device, probes, part.chart["rows"]);
        for (const CacheLevel& level : cache_levels(probes)) {
            Probe best;
            best.device = probes.front().device;
            best.name = probes::cache_sweep;
            best.point = level.best_set;
            Row row{device,
                    words_of_limit(limit_of(level)),
                    {human::bytes(level.bytes), level.bytes},
                    {human::bandwidth(level.bytes_per_second), level.bytes_per_second},
                    {human::bandwidth(level.at_end), level.at_end}};
            add_spread(row, spread_of(evidence, best), "B/s");
            part.table.rows.push_back(std::move(row));
        }
    });
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
    each_probed(evidence, [&](const std::string& device, const std::vector<Probe>& probes) {
        std::string sweep;
        double first = 0;
        for (const Probe& probe : probes) {
            if (!is_sweep(probe.name) || probe.name == probes::cache_sweep || probe.value <= 0)
                continue;
            if (probe.name != sweep) first = probe.value;
            sweep = probe.name;
            const std::string name = in_words(sweep.substr(0, sweep.rfind('_')));
            part.table.rows.push_back({device,
                                       name,
                                       {fmt::format("{}", probe.point), probe.point},
                                       {human::bandwidth(probe.value), probe.value},
                                       {human::percent(probe.value / first), probe.value / first}});
            part.chart["rows"].push_back({{"device", device},
                                          {"panel", name},
                                          {"point", probe.point},
                                          {"value", probe.value},
                                          {"share", probe.value / first}});
        }
    });
    return part;
}

}  // namespace hone
