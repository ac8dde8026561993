// SPDX-License-Identifier: MIT
// `hone export`: the tuned results for programs that do not link libhone, as a header to compile
// in, JSON, shell variables, or calls that set CLBlast's parameters.
#include <array>

#include <fmt/format.h>

#include "db/lookup/read_catalog.hpp"
#include "db/program/chosen_texts.hpp"
#include "db/sqlite/database_path.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/campaigns/campaign.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/export/export_formats.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/stored_spaces.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

void declare(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL|FILE"), "what to export");
    add("as", single_value("FORMAT")->default_value("header"), "header, json, env or clblast");
    declare_problem(options);
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

/// Refuses a kernel that only a merged, imported or foreign file brought, unless the user asks for
/// it.
void refuse_untrusted(const lookup::Catalog& catalog, const std::string& what) {
    if (!catalog.untrusted.contains(what)) return;
    throw Error(Exit::usage, "the texts of " + what + " came from another database",
                "--trust-databases exports them: a kernel is a program");
}

struct ExportFormat {
    std::string_view name;
    std::string_view look;  // how an earlier file of this format begins
    std::string (*write)(const ExportSelection& selection, const po::variables_map& given);
    bool needs_results = true;  // false: the format has an answer even before anything is tuned
};
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
                             [](const auto& id) { return is_chosen_text(TextKind::kernel, id); });
    const ExportSelection selection = selection_of(catalog, given);
    if (selection.entries.empty()) refuse_untrusted(catalog, selection.what);
    const ExportFormat& format =
        *std::ranges::find(formats, word_of(given, "as"), &ExportFormat::name);
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
where they exist, else what an application gets for each tuned problem. `json` has the same for other
languages, with the launches of each tuned problem in numbers. `env` is what an application gets for one --size, tuned or not, as shell variables.
`clblast` is the call that gives CLBlast the parameters of one of its own kernels.

  hone export gemm -o gemm_configs.h
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
