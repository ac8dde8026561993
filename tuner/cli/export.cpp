// SPDX-License-Identifier: MIT
// `hone export`: what was tuned, for programs that do not link libhone: a header to compile in,
// JSON, variables for a shell, or calls that hand CLBlast its parameters.
#include <array>
#include <cctype>
#include <fstream>
#include <iostream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "db/book.hpp"
#include "db/canonical.hpp"
#include "db/path.hpp"
#include "db/serve.hpp"
#include "tuner/cli/stored.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/task_options.hpp"
#include "tuner/cli/trial_words.hpp"
#include "tuner/records.hpp"
#include "tuner/select_device.hpp"
#include "tuner/tasks.hpp"

namespace hone::cli {
namespace {

using Json = nlohmann::ordered_json;

void declare(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", one("ROUTINE|KERNEL"), "what is exported");
    add("as", one("FORMAT")->default_value("header"), "header, json, env or clblast");
    declare_problem(options);
    add("output,o", one("FILE"), "into this file");
    add("db", one("FILE"), "the database; HONE_DB, then the user's own where not given");
}

// A problem and the config that it is to be run with.
struct Entry {
    std::vector<lookup::Exact> arguments;
    const lookup::Row* row;
    double ns;
};

// Everything that one device has for what was asked for.
struct Chosen {
    const lookup::Book& book;
    std::string what, precision, device;
    std::vector<Entry> entries;

    const lookup::Version& version(const Entry& entry) const {
        return book.versions[entry.row->version];
    }
    const lookup::Recipe& recipe() const { return version(entries.front()).recipe; }
};

bool is_meant(const lookup::Book& book, const lookup::Row& row, const Chosen& chosen) {
    return lookup::means(chosen.what, book.versions[row.version]) &&
           book.versions[row.version].newest && row.precision == chosen.precision &&
           book.devices[row.device].name == chosen.device;
}

void offer(Chosen& chosen, const Entry& entry) {
    const auto same = [&](const Entry& known) { return known.arguments == entry.arguments; };
    const auto known = std::ranges::find_if(chosen.entries, same);
    if (known == chosen.entries.end())
        chosen.entries.push_back(entry);
    else if (entry.ns < known->ns)
        *known = entry;
}

// A cover's few configs where there is one, else the best of each problem.
Chosen choose(const lookup::Book& book, const po::variables_map& given) {
    if (given.count("kernel") == 0)
        throw Error(Exit::usage, "what is to be exported? Say a routine or a kernel");
    const std::string precision = word_of(given, "precision");
    Chosen chosen{book,
                  word_of(given, "kernel"),
                  precision.empty() ? "f32" : precision,
                  select_device(word_of(given, "device")).device.name,
                  {}};
    for (const lookup::Cover& cover : book.covers)
        if (is_meant(book, cover.row, chosen))
            for (const lookup::Covered& covered : cover.problems)
                offer(chosen, {covered.arguments, &cover.row, covered.ns});
    if (!chosen.entries.empty()) return chosen;
    for (const lookup::Row& row : book.rows)
        if (is_meant(book, row, chosen)) offer(chosen, {row.arguments, &row, row.ns});
    return chosen;
}

std::string identifier(std::string text) {
    for (char& c : text)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return text;
}

// As a string literal of C.
std::string literal(const std::string& text) {
    return Json(text).dump();
}

std::vector<std::size_t> extents(const lookup::Recipe& recipe) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < recipe.arguments.size(); ++i)
        if (recipe.arguments[i].role == lookup::Recipe::Role::extent) places.push_back(i);
    return places;
}

// A table of problems, a table of configs, and a function that finds the nearest problem.
constexpr std::string_view header =
    R"(/* {what} in {precision} on {device}: {count} tuned problems, {few} configs.
   Written by `hone export {what} --as header`; for C and C++. */
#ifndef {name}_h
#define {name}_h

#include <math.h>
#include <stddef.h>

typedef struct {{
    const char* kernel;  /* of hone */
    const char* options; /* for the compiler */
}} {name}_config;

static const {name}_config {name}_configs[] = {{
{configs}}};

static const struct {{
    double sizes[{dimensions}]; /* {words} */
    int config;
}} {name}_problems[] = {{
{problems}}};

/* The config of the nearest tuned problem: per dimension, in doublings. */
static inline const {name}_config* {name}({parameters}) {{
    const double asked[{dimensions}] = {{{words}}};
    size_t nearest = 0;
    double least = HUGE_VAL;
    for (size_t p = 0; p < sizeof {name}_problems / sizeof *{name}_problems; ++p) {{
        double distance = 0;
        for (int d = 0; d < {dimensions}; ++d)
            distance += fabs(log2(asked[d] / {name}_problems[p].sizes[d]));
        if (distance < least) least = distance, nearest = p;
    }}
    return &{name}_configs[{name}_problems[nearest].config];
}}

#endif
)";

/// The rows of both tables.
struct Rows {
    std::vector<std::string> configs;
    std::string problems;
};

Rows rows_of(const Chosen& chosen, const std::vector<std::size_t>& sizes) {
    Rows rows;
    for (const Entry& entry : chosen.entries) {
        const std::string config =
            fmt::format("    {{{}, {}}},\n", literal(chosen.version(entry).name),
                        literal(joined(entry.row->config, "-D")));
        const auto place = std::ranges::find(rows.configs, config) - rows.configs.begin();
        if (static_cast<std::size_t>(place) == rows.configs.size()) rows.configs.push_back(config);
        std::vector<std::string> numbers;
        for (const std::size_t i : sizes)
            numbers.push_back(fmt::format("{}", entry.arguments[i].real()));
        rows.problems += fmt::format("    {{{{{}}}, {}}},\n", fmt::join(numbers, ", "), place);
    }
    return rows;
}

std::string as_header(const Chosen& chosen, const po::variables_map& /*given*/) {
    const std::string name = identifier(fmt::format("hone_{}_{}", chosen.what, chosen.precision));
    const auto sizes = extents(chosen.recipe());
    const Rows rows = rows_of(chosen, sizes);
    std::vector<std::string> parameters;
    std::vector<std::string> words;
    for (const std::size_t i : sizes) {
        words.push_back(chosen.recipe().arguments[i].standard.first);
        parameters.push_back("double " + words.back());
    }
    return fmt::format(
        fmt::runtime(header), fmt::arg("what", chosen.what),
        fmt::arg("precision", chosen.precision), fmt::arg("device", chosen.device),
        fmt::arg("count", chosen.entries.size()), fmt::arg("few", rows.configs.size()),
        fmt::arg("name", name), fmt::arg("configs", fmt::join(rows.configs, "")),
        fmt::arg("dimensions", sizes.size()), fmt::arg("words", fmt::join(words, ", ")),
        fmt::arg("problems", rows.problems), fmt::arg("parameters", fmt::join(parameters, ", ")));
}

std::string as_json(const Chosen& chosen, const po::variables_map& /*given*/) {
    Json all = Json::array();
    for (const Entry& entry : chosen.entries) {
        Json problem;
        for (const std::size_t i : extents(chosen.version(entry).recipe))
            problem[chosen.version(entry).recipe.arguments[i].standard.first] =
                entry.arguments[i].numerator;
        all.push_back({{"device", chosen.device},
                       {"kernel", chosen.version(entry).name},
                       {"precision", chosen.precision},
                       {"problem", problem},
                       {"config", stored_json(canonical(entry.row->config))},
                       {"options", joined(entry.row->config, "-D")},
                       {"ns", entry.ns}});
    }
    return all.dump(2) + "\n";
}

std::string shape(const std::array<std::size_t, 3>& sizes, int dimensions) {
    return fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + dimensions, " "));
}

// What an application would be told, for `eval` in a shell.
std::string as_env(const Chosen& chosen, const po::variables_map& given) {
    const auto spaces = spaces_for(chosen.what);
    const Problem problem = problems_given(given, spaces).front();
    Settings settings;
    for (const auto& [name, value] : problem.arguments) settings.push_back(setting(name, value));
    hone::Tuned tuned({database_path(word_of(given, "db"))});
    const TunedKernel& kernel = tuned.find(
        chosen.what, select_device(word_of(given, "device")).device, chosen.precision, settings);
    std::string text;
    const auto say = [&](const char* name, const std::string& value) {
        text += fmt::format("HONE_{}='{}'\n", name, value);
    };
    say("KERNEL", kernel.kernel);
    say("MATCH", std::string(hone::text(kernel.match)));
    say("OPTIONS", kernel.build_options);
    for (std::size_t i = 0; i < kernel.launches.size(); ++i) {
        const auto& launch = kernel.launches[i];
        say(fmt::format("ENTRY{}", i).c_str(), launch.entry);
        say(fmt::format("LOCAL{}", i).c_str(), shape(launch.local, launch.dimensions));
        say(fmt::format("GLOBAL{}", i).c_str(), shape(launch.global, launch.dimensions));
    }
    return text;
}

// One call for each kernel of CLBlast's, for the largest problem that was tuned.
std::string as_clblast(const Chosen& chosen, const po::variables_map& /*given*/) {
    const auto largest = std::ranges::max_element(chosen.entries, {}, &Entry::ns);
    const lookup::Version& version = chosen.version(*largest);
    if (!version.of_clblast())
        throw Error(Exit::usage, fmt::format("'{}' is no kernel of CLBlast's", chosen.what),
                    "tune and export clblast_xgemm, clblast_xgemm_direct or clblast_xdot");
    std::vector<std::string> parameters;
    for (const Setting& setting : largest->row->config)
        parameters.push_back(fmt::format("{{\"{}\", {}}}", setting.first, text(setting)));
    return fmt::format(
        "// {} on {}, written by `hone export {} --as clblast`\n"
        "clblast::OverrideParameters(device, \"{}\", clblast::Precision::kSingle,\n"
        "                            {{{}}});\n",
        chosen.what, chosen.device, chosen.what,
        version.recipe.launches[0].entry.substr(std::string("clblast_").size()),
        fmt::join(parameters, ", "));
}

struct Format {
    std::string_view name;
    std::string (*write)(const Chosen& chosen, const po::variables_map& given);
};
constexpr std::array formats{Format{"header", as_header}, Format{"json", as_json},
                             Format{"env", as_env}, Format{"clblast", as_clblast}};

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const Format& format : formats) names.emplace_back(format.name);
    return names;
}

Exit run(const po::variables_map& given) {
    const lookup::Book book = lookup::read_book({database_path(word_of(given, "db"))});
    const Chosen chosen = choose(book, given);
    if (chosen.entries.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    const std::string text =
        std::ranges::find(formats, word_of(given, "as"), &Format::name)->write(chosen, given);
    const std::string file = word_of(given, "output");
    if (file.empty()) {
        fmt::print("{}", text);
        return Exit::done;
    }
    std::ofstream out(file);
    if (!(out << text).flush()) throw Error(Exit::environment, "cannot write " + file);
    return Exit::done;
}

constexpr std::array<std::string_view, 1> words{"kernel"};
constexpr std::array choices{Choice{"kernel", known_words, true}, Choice{"as", format_names},
                             Choice{"precision", known_precisions}};

}  // namespace

extern const Command export_command;
const Command export_command{
    .name = "export",
    .synopsis = "ROUTINE|KERNEL [options]",
    .summary = "write what was tuned for programs that do not link libhone",
    .details =
        "Of a device of this machine: as `header` a table of tuned problems and their configs for "
        "C "
        "and C++, with a function that finds the nearest; the few configs of `hone cover` where "
        "there are any. As `json` the same for other languages. As `env` what an application would "
        "be told for one --size, as variables for a shell. As `clblast` the call that hands "
        "CLBlast "
        "the parameters of one of its own kernels.\n"
        "\n"
        "  hone export gemm -o gemm_configs.h\n"
        "  eval \"$(hone export gemm --as env --size M=512,N=512,K=512)\"\n"
        "  hone export clblast_xgemm --as clblast\n"
        "\n"
        "Runs, trials and samples are exported by `hone db export`. It ends with 1 when nothing is "
        "stored of what was asked for.\n",
    .declare = declare,
    .words = words,
    .run = run,
    .choices = choices,
};

}  // namespace hone::cli
