// SPDX-License-Identifier: MIT
// One table of sections, in the order of the report.
#include "reports/sections/document.hpp"

#include <fmt/format.h>

#include <array>

#include "db/sqlite/host_clock.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

struct KnownSection {
    std::string_view name, question;
    Section (*make)(const Evidence& evidence);
};

constexpr std::array<KnownSection, 7> section_table{{
    {"fastest", "Which device is fastest for which problem?", fastest_section},
    {"limit", "How close are the results to the limits of the device?", limit_section},
    {"gain", "What did tuning gain?", gain_section},
    {"portability", "Is one config good on all devices?", portability_section},
    {"importance", "Which parameters matter?", importance_section},
    {"search", "How did the search go?", search_section},
    {"devices", "Which devices and runs is this about?", devices_section},
}};

std::string counted(std::size_t number, std::string_view thing) {
    return fmt::format("{} {}{}", human::count(static_cast<std::int64_t>(number)), thing,
                       number == 1 ? "" : "s");
}

std::string about(const Evidence& evidence) {
    std::size_t trials = 0;
    std::size_t runs = 0;
    std::int64_t last = 0;
    for (const KernelResults& results : evidence.kernel_results) {
        trials += results.trials.size();
        runs += results.runs.size();
        for (const TrialSummary& trial : results.trials) last = std::max(last, trial.started);
    }
    const std::string until = last > 0 ? ", the last on " + when(last).substr(0, 10) : "";
    return fmt::format("{}, {}, {}{}", counted(evidence.devices.size(), "device"),
                       counted(runs, "run"), counted(trials, "trial"), until);
}

}  // namespace

std::vector<std::string> section_names() {
    std::vector<std::string> names;
    for (const KnownSection& section : section_table) names.emplace_back(section.name);
    return names;
}

Document make_document(const Evidence& evidence, const std::string& only) {
    Document document;
    document.title = "Tuning report";
    document.about = about(evidence);
    for (const std::string& id : evidence.devices_in_order())
        document.devices.push_back(evidence.labels.at(id));
    for (const KnownSection& one : section_table) {
        if (!only.empty() && only != one.name) continue;
        Section section = one.make(evidence);
        section.name = one.name;
        section.question = one.question;
        document.sections.push_back(std::move(section));
    }
    return document;
}

}  // namespace hone
