// SPDX-License-Identifier: MIT
// `hone report`: reports on one or several databases, as a verdict and questions with answers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "db/model/printable.hpp"
#include "db/sqlite/database_path.hpp"
#include "reports/evidence/sources.hpp"
#include "reports/render/render.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

void declare_report(po::options_description& options) {
    auto add = options.add_options();
    add("database", repeated_value("FILE"), "the databases to read; by default that of --db");
    add("output,o", single_value("FILE"),
        "write into this file, or for CSV this folder; by default to stdout");
    add("as", single_value("FORMAT"),
        "html, markdown, csv, json or text; by default that of the suffix of --output, else text");
    add("only", single_value("SECTION"), "only this section");
    add("table", single_value("NAME"), "only this table, by its name in a folder of CSV");
    add("routine,r", single_value("ROUTINE|KERNEL"), "only results of a routine or a kernel");
    add("device,d", repeated_value("D"),
        "only devices with this name, driver or id; may be repeated");
    add("db", single_value("FILE"),
        "the database; by default HONE_DB, else hone/hone.db of the user's data");
}

std::vector<fs::path> sources_given(const po::variables_map& given) {
    std::vector<fs::path> files;
    for (const std::string& file : words_of(given, "database")) files.emplace_back(file);
    if (files.empty()) files.push_back(database_path(word_of(given, "db")));
    return files;
}

const ReportFormat& format_given(const po::variables_map& given) {
    const std::string name = word_of(given, "as");
    const fs::path ending = fs::path(word_of(given, "output")).extension();
    const auto named = std::ranges::find_if(report_formats(), [&](const ReportFormat& format) {
        return name.empty() ? format.ending == ending : format.name == name;
    });
    return named != report_formats().end() ? *named : report_formats().back();
}

void write(const fs::path& file, const ReportFormat& format, const std::string& content) {
    OutputFile out(file, output_format(format, content));
    out.stream() << content;
    out.commit();
}

std::string names_of(const std::vector<NamedTable>& tables) {
    std::vector<std::string_view> names;
    for (const NamedTable& table : tables) names.emplace_back(table.name);
    return fmt::format("{}", fmt::join(names, ", "));
}

void keep_table(Document& document, const std::string& name) {
    if (name.empty()) return;
    const std::string available = names_of(csv_tables(document));
    for (Section& section : document.sections)
        std::erase_if(section.parts,
                      [&](const Part& part) { return table_name(section, part) != name; });
    std::erase_if(document.sections, [](const Section& section) { return section.parts.empty(); });
    if (document.sections.empty())
        throw Error(Exit::usage, fmt::format("--table '{}': this report has no such table", name),
                    "available: " + available);
}

bool is_folder(const std::string& output) {
    return output.ends_with('/') || (!output.empty() && fs::is_directory(output));
}

// Writes each table into its own file.
Exit write_tables(const fs::path& folder, const ReportFormat& format, const Document& document,
                  Verbosity verbosity) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    const std::vector<NamedTable> tables = csv_tables(document);
    for (const NamedTable& table : tables)
        write(folder / (table.name + ".csv"), format, printable(table.csv));
    if (verbosity != Verbosity::quiet)
        say(fmt::format("hone: wrote {} tables into {}: {}", tables.size(), folder.string(),
                        names_of(tables)));
    return Exit::done;
}

void expect_one_table(const Document& document) {
    const std::vector<NamedTable> tables = csv_tables(document);
    if (tables.size() > 1)
        throw Error(
            Exit::usage,
            fmt::format("a file of CSV is one table, and this report has {}", tables.size()),
            "-o FOLDER/ writes all of them; --table selects one: " + names_of(tables));
}

// An unknown device name is a usage error; it does not give an empty report.
void expect_device(const Evidence& evidence, const EvidenceFilter& filter, Store& store) {
    if (filter.devices.empty() || !evidence.devices.empty() || !filter.routine.empty()) return;
    const Evidence all = load_evidence(store, {});
    if (all.kernel_results.empty()) return;
    std::vector<std::string> devices;
    for (const std::string& id : all.devices_in_order()) devices.push_back(all.labels.at(id));
    throw Error(Exit::usage,
                fmt::format("--device '{}': no device matches", fmt::join(filter.devices, "', '")),
                fmt::format("available: {}", fmt::join(devices, "; ")));
}

Exit run_report(const po::variables_map& given) {
    const auto store = open_sources(sources_given(given));
    const EvidenceFilter filter{word_of(given, "routine"), words_of(given, "device")};
    const Evidence evidence = load_evidence(*store, filter);
    expect_device(evidence, filter, *store);
    Document document = make_document(evidence, word_of(given, "only"));
    keep_table(document, word_of(given, "table"));
    const ReportFormat& format = format_given(given);
    if (format.name == "csv") {
        if (is_folder(word_of(given, "output")))
            return write_tables(word_of(given, "output"), format, document, verbosity_of(given));
        expect_one_table(document);
    }
    const std::string content = format.render(document);
    const std::string output = word_of(given, "output");
    if (output.empty()) {
        put("{}", content);
        return Exit::done;
    }
    write(output, format, content);
    if (verbosity_of(given) != Verbosity::quiet)
        say(fmt::format("hone: wrote {}: {}", output, document.about));
    return Exit::done;
}

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const ReportFormat& format : report_formats()) names.emplace_back(format.name);
    return names;
}

constexpr std::array<std::string_view, 1> report_words{"database..."};
constexpr std::array report_allowed_values{AllowedValues{"as", format_names},
                                           AllowedValues{"only", section_names},
                                           AllowedValues{"routine", known_words, true}};

}  // namespace

const Command report_command{
    .name = "report",
    .synopsis = "[DATABASE...] [-o FILE] [options]",
    .summary = "report what tuning gained and how devices compare, as a page or as text",
    .details =
        R"(Makes a report of one or several databases: the verdict (what wins for each device and routine, over
what, and by how much), which device is fastest for which problem, how close the
results are to the limits of the device (as `hone probe` measured them), what tuning gained, whether
one config is good on all devices, which parameters matter, how the search went, and which devices
and runs the report is about. As html it is one page with charts that needs no network; every figure
is also in a table that needs no scripts. A file of CSV is one table; -o with a folder writes each table
into a file of its own. The databases are only read.

  hone report -o report.html
  hone report laptop.db server.db -o both.html --device H200 --device Xeon
  hone report --as markdown --only fastest
  hone report --as csv -o tables/
  hone report --as csv --table portability-the_portability_matrix > matrix.csv
)",
    .declare = declare_report,
    .words = report_words,
    .run = run_report,
    .allowed_values = report_allowed_values,
};

}  // namespace hone::cli
