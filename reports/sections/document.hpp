// SPDX-License-Identifier: MIT
// A report before it is rendered: sections with a question, a short answer, tables and charts.
// Every format renders the same document.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "reports/text/table.hpp"

namespace hone {

using ChartSpec = nlohmann::ordered_json;

/// A table with its title and its chart.
struct Part {
    std::string title;
    std::string note;  // how to read it; may be empty
    Table table;
    ChartSpec chart;         // null without a chart: {"kind": …, "rows": […], …}
    bool collapsed = false;  // long and seldom read: a page shows it on demand
    bool main = false;       // printed, however long it is
};

struct Section {
    std::string name;      // "fastest"
    std::string question;  // "Which device is fastest for what?"
    std::string answer;    // in a sentence or two
    std::vector<Part> parts;
};

struct Document {
    std::string title;
    std::string about;                 // sources, dates and versions
    std::vector<std::string> devices;  // labels, in the order of their colors
    std::vector<Section> sections;
};

/// The name of a part's table in links and files: "fastest-the_best_config_of_each_device".
std::string table_name(const Section& section, const Part& part);

/// The names of all sections, in order.
std::vector<std::string> section_names();

/// The report of this evidence, with the sections of these names; all if there are none.
Document document_of(const Evidence& evidence, const std::set<std::string>& names);
/// The report of this evidence; with a name, only that section.
Document make_document(const Evidence& evidence, const std::string& only);

// The sections, each in its own file.
Section verdict_section(const Evidence& evidence);
Section fastest_section(const Evidence& evidence);
Section limit_section(const Evidence& evidence);
Section gain_section(const Evidence& evidence);
Section energy_section(const Evidence& evidence);  // empty if nothing was measured under load
Section portability_section(const Evidence& evidence);
Section importance_section(const Evidence& evidence);
Section search_section(const Evidence& evidence);
Section devices_section(const Evidence& evidence);

}  // namespace hone
