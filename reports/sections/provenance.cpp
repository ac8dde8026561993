// SPDX-License-Identifier: MIT
// The last question: the measured devices, and the command lines that repeat the measurements.
#include <fmt/format.h>

#include <algorithm>

#include "db/store/run_process.hpp"
#include "reports/sections/document.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

Cell known_cell(std::int64_t value, std::string shown) {
    return value > 0 ? Cell{std::move(shown), value} : Cell();
}

Cell known_cell(const std::string& word) {
    return word.empty() ? Cell() : Cell(word);
}

Part devices_part(const Evidence& evidence) {
    Part part{.title = "Devices",
              .note = "As their drivers report them.",
              .table = {{{"device"},
                         {"name"},
                         {"type"},
                         {"architecture"},
                         {"platform"},
                         {"driver"},
                         {"units", Align::right},
                         {"memory", Align::right, "bytes"},
                         {"local memory", Align::right, "bytes"},
                         {"id"}}},
              .chart = nullptr};
    for (const std::string& id : evidence.devices_in_order()) {
        const Device& device = evidence.devices.at(id);
        const auto bytes = [](std::int64_t count) {
            return known_cell(count, human::bytes(static_cast<double>(count)));
        };
        part.table.rows.push_back(
            {evidence.labels.at(id), device.name, device.type, known_cell(device.architecture),
             known_cell(device.platform), known_cell(device.driver),
             known_cell(device.compute_units, human::count(device.compute_units)),
             bytes(device.global_memory), bytes(device.local_memory), id.substr(0, 8)});
    }
    return part;
}

Part runs_part(const Evidence& evidence) {
    Part part{
        .title = "Runs, and how to repeat them",
        .note = "",
        .table = {{{"began"}, {"device"}, {"problem"}, {"tool"}, {"state"}, {"from"}, {"command"}}},
        .chart = nullptr,
        .collapsed = true};
    std::vector<std::pair<const Run*, const KernelResults*>> runs;
    for (const KernelResults& results : evidence.kernel_results)
        for (const Run& run : results.runs) runs.emplace_back(&run, &results);
    std::ranges::stable_sort(runs, {}, [](const auto& one) { return one.first->started; });
    for (const auto& [run, results] : runs)
        part.table.rows.push_back({run->started > 0 ? Cell(when(run->started)) : Cell(),
                                   evidence.label(*results), results->key.words(),
                                   known_cell(run->tool), state_words(*run), word(run->source),
                                   known_cell(run->command)});
    return part;
}

}  // namespace

Section devices_section(const Evidence& evidence) {
    Section section;
    if (evidence.devices.empty()) {
        section.answer = "The database is empty. `hone tune reduction` fills it.";
        return section;
    }
    section.answer = fmt::format("{} device{}.", evidence.devices.size(),
                                 evidence.devices.size() == 1 ? "" : "s");
    section.parts.push_back(devices_part(evidence));
    if (Part runs = runs_part(evidence); !runs.table.rows.empty())
        section.parts.push_back(std::move(runs));
    return section;
}

}  // namespace hone
