// SPDX-License-Identifier: MIT
// `hone export`: the tuned results for programs that do not link libhone, as a header to compile
// in, JSON, shell variables, or calls that set CLBlast's parameters.
#include <array>

#include <fmt/format.h>

#include "db/lookup/read_catalog.hpp"
#include "db/program/trusted_texts.hpp"
#include "db/sqlite/database_path.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/campaigns/campaign.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/export/export_formats.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

void declare(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "what to export");
    add("as", single_value("FORMAT")->default_value("header"), "header, json, env or clblast");
    declare_problem(options);
    add("prefix", single_value("NAME"),
        "what all names in a header begin with; by default hone_ROUTINE_PRECISION");
    add("output,o", single_value("FILE"), "write into this file; by default to stdout");
    add("db", single_value("FILE"),
        "the database; by default HONE_DB, else hone/hone.db of the user's data");
    add("relaxed-math", po::bool_switch(),
        "also export what was tuned with options that relax mathematics");
    declare_trust(options);
}

// Looks results up as an application that trusts its databases does. Only kernels that the catalog
// trusts are exported.
Tuned tuned_of(const po::variables_map& given) {
    Tuned tuned({database_path(word_of(given, "db"))});
    tuned.trust_databases();
    return tuned;
}

ExportSelection selection_of(const lookup::Catalog& catalog, const po::variables_map& given) {
    if (given.count("kernel") == 0)
        throw Error(Exit::usage, "name a routine or a kernel to export");
    std::string precision = word_of(given, "precision");
    const std::vector<Space> spaces = kernels_given(given, "What is to be exported?");
    if (precision.empty()) precision = problem_for(spaces, {}, {}).precision;
    Tuned tuned = tuned_of(given);
    return select_results(catalog, tuned, stored_name(word_of(given, "kernel")), precision,
                          select_device(word_of(given, "device")).device,
                          is_on(given, "relaxed-math") ? Math::relaxed : Math::exact);
}

struct ExportFormat {
    std::string_view name;
    std::string_view look;  // how an earlier file of this format begins
    std::string (*write)(const ExportSelection& selection, const po::variables_map& given);
    bool needs_results = true;  // false: the format has an answer even before anything is tuned
};

bool says_problems(const po::variables_map& given) {
    return given.count("size") + given.count("sizes") != 0;
}

/// Keeps only the entries for the given problems.
void keep_problems(ExportSelection& selection, const std::vector<Problem>& problems) {
    std::erase_if(selection.entries, [&](const ExportEntry& entry) {
        return std::ranges::none_of(problems, [&](const Problem& problem) {
            std::string unknown;
            return lookup::arguments_of(selection.version(entry).recipe, settings_of(problem),
                                        unknown) == entry.arguments;
        });
    });
}

/// Throws a usage Error for an option that the format does not use, instead of ignoring it.
void check_options(const ExportFormat& format, const po::variables_map& given,
                   std::size_t problems) {
    const auto refuse = [&](const std::string& what, const std::string& hint) {
        throw Error(Exit::usage, fmt::format("--as {}: {}", format.name, what), hint);
    };
    if (given.count("prefix") != 0 && format.name != "header")
        refuse("it has no names with a --prefix", "a header has");
    if (format.name == "env" && problems > 1)
        refuse(fmt::format("it is for one problem, and {} were said", problems),
               "--as json has several");
    if (format.name == "clblast" && problems > 0)
        refuse("it is what was found for the largest problem", "leave out --size and --sizes");
}

/// Refuses a kernel that only a merged, imported or foreign file brought, unless the user asks for
/// it.
void refuse_untrusted(const lookup::Catalog& catalog, const std::string& what) {
    if (!catalog.untrusted.contains(what)) return;
    throw Error(Exit::usage, "the texts of " + what + " came from another database",
                "--trust-databases exports them: a kernel is a program");
}

constexpr std::array formats{
    ExportFormat{"header", "/…`hone export ", as_header},
    ExportFormat{"json",
                 "[\n  {\n    \"device\": …\"kernel\": …\"precision\": …"
                 "\"problem\": …\"config\": …\"options\": …\"ns\": ",
                 as_json},
    ExportFormat{"env", "HONE_KERNEL=…\nHONE_MATCH=…\nHONE_OPTIONS=", as_env, false},
    ExportFormat{"clblast", "/…`hone export ", as_clblast}};

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const ExportFormat& format : formats) names.emplace_back(format.name);
    return names;
}

Exit run(const po::variables_map& given) {
    const auto trust = is_on(given, "trust-databases") ? lookup::Trust::stored : lookup::Trust::own;
    const lookup::Catalog catalog =
        lookup::read_catalog({database_path(word_of(given, "db"))}, trust,
                             [](const auto& id) { return is_trusted_text(TextKind::kernel, id); });
    ExportSelection selection = selection_of(catalog, given);
    if (selection.entries.empty()) refuse_untrusted(catalog, selection.what);
    const ExportFormat& format =
        *std::ranges::find(formats, word_of(given, "as"), &ExportFormat::name);
    const bool had_entries = !selection.entries.empty();
    const std::vector<Problem> problems = says_problems(given)
                                              ? problems_given(given, spaces_or_stored(given))
                                              : std::vector<Problem>();
    check_options(format, given, problems.size());
    if (!problems.empty() && format.needs_results) keep_problems(selection, problems);
    if (had_entries && selection.entries.empty())
        throw Error(
            Exit::no, fmt::format("no result of {} is stored for these sizes", selection.what),
            "without --size all are exported; --as env also answers for sizes that were not tuned");
    if (selection.entries.empty() && format.needs_results) {
        say_nothing_stored(given);
        return Exit::no;
    }
    const std::string text = format.write(selection, given);
    const std::string file = word_of(given, "output");
    if (file.empty()) {
        put("{}", text);
        return Exit::done;
    }
    OutputFile out(file, {"file of `hone export --as " + std::string(format.name) + "`",
                          {std::string(format.look)}});
    out.stream() << text;
    out.commit();
    return Exit::done;
}

constexpr std::array<std::string_view, 1> words{"kernel"};
constexpr std::array allowed_values{AllowedValues{"kernel", known_words, true},
                                    AllowedValues{"as", format_names},
                                    AllowedValues{"precision", known_precisions}};

}  // namespace

const Command export_command{
    .name = "export",
    .synopsis = "ROUTINE|KERNEL|FILE [options]",
    .summary = "write tuned configs for programs that do not link libhone",
    .details =
        R"help(Exports what was tuned on a device of this machine. The format `header` is a file for C and C++
that needs nothing else: the sources, build options and launches of each tuned problem, and a function
that gives those of the nearest problem whose constraints hold. It has the few configs of `hone cover`
where they exist, else what an application gets for each tuned problem; with --size or --sizes, for these
of them alone. Names begin with hone_ROUTINE_PRECISION, or with --prefix: headers of two devices need two.
`json` has the same for other
languages, with the launches of each tuned problem in numbers. `env` is what an application gets for one --size, tuned or not, as shell variables.
`clblast` is the call that gives CLBlast the parameters of one of its own kernels.

  hone export gemm -o gemm_configs.h
  hone export gemm --device H200 --prefix gemm_h200 -o gemm_h200.h
  eval "$(hone export gemm --as env --size M=512,N=512,K=512)"
  hone export clblast_xgemm --as clblast

Results that were tuned with --build-options that relax mathematics, such as -cl-fast-relaxed-math, are
exported with --relaxed-math alone.

A kernel that came with a merged or imported file, or with a database that somebody else made, is
exported with --trust-databases alone.
`hone db export` exports runs, trials and samples. The exit code is 1 when no stored result matches.
)help",
    .declare = declare,
    .words = words,
    .run = run,
    .allowed_values = allowed_values,
};

}  // namespace hone::cli
