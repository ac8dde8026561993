// SPDX-License-Identifier: MIT
// The table of sections, in the order of the report.
#include "reports/sections/document.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>

#include "db/sqlite/host_clock.hpp"
#include "reports/text/describe.hpp"
#include "reports/text/quantity.hpp"

namespace hone {
namespace {

struct KnownSection {
    std::string_view name, question;
    Section (*make)(const Evidence& evidence);
};

constexpr std::array<KnownSection, 9> section_table{{
    {"verdict", "What wins, and by how much?", verdict_section},
    {"fastest", "Which device is fastest for which problem?", fastest_section},
    {"limit", "How close are the results to the limits of the device?", limit_section},
    {"gain", "What did tuning gain?", gain_section},
    {"energy", "How much energy does a run take?", energy_section},
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
    const std::size_t kept = evidence.kept_trials();
    const std::size_t trials = evidence.measured_trials();
    std::size_t runs = 0;
    std::int64_t last = 0;
    for (const KernelResults& results : evidence.kernel_results) {
        runs += results.runs.size();
        for (const TrialSummary& trial : results.trials) last = std::max(last, trial.started);
    }
    const std::string until = last > 0 ? ", the last on " + when(last).substr(0, 10) : "";
    const std::string of_them =
        kept < trials ? fmt::format(" ({} kept)", human::count(static_cast<std::int64_t>(kept)))
                      : "";
    return fmt::format("{}, {}, {}{}{}; made by hone", counted(evidence.devices.size(), "device"),
                       counted(runs, "run"), counted(trials, "trial"), of_them, until);
}

}  // namespace

std::vector<std::string> section_names() {
    std::vector<std::string> names;
    for (const KnownSection& section : section_table) names.emplace_back(section.name);
    return names;
}

std::string table_name(const Section& section, const Part& part) {
    std::string name = section.name + "-";
    for (const char letter : part.title) {
        const bool kept = std::isalnum(static_cast<unsigned char>(letter)) != 0;
        if (kept)
            name += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        else if (!name.ends_with('_') && !name.ends_with('-'))
            name += '_';
    }
    if (name.ends_with('_')) name.pop_back();
    return name;
}

Document make_document(const Evidence& evidence, const std::string& only) {
    return document_of(evidence, only.empty() ? std::set<std::string>{} : std::set{only});
}

Document document_of(const Evidence& evidence, const std::set<std::string>& names) {
    Document document;
    document.title = "Tuning report";
    document.about = about(evidence);
    for (const std::string& id : evidence.devices_in_order())
        document.devices.push_back(evidence.labels.at(id));
    for (const KnownSection& one : section_table) {
        if (!names.empty() && !names.contains(std::string(one.name))) continue;
        Section section = one.make(evidence);
        if (section.answer.empty() && names.empty()) continue;  // few searches measure it
        if (section.answer.empty()) section.answer = "Nothing was measured under sustained load.";
        section.name = one.name;
        section.question = one.question;
        document.sections.push_back(std::move(section));
    }
    return document;
}

}  // namespace hone
