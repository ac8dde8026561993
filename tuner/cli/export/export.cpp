// SPDX-License-Identifier: MIT
// `hone export`: the tuned results for programs that do not link libhone: a header to compile in,
// JSON, shell variables, or calls that pass CLBlast its parameters.
#include <array>

#include <fmt/format.h>

#include "db/sqlite/database_path.hpp"
#include "spaces/base/output_file.hpp"
#include "tuner/cli/export/export_formats.hpp"
#include "tuner/cli/options/stored_bests.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/devices/select_device.hpp"
#include "tuner/session/kernel_selection.hpp"

namespace hone::cli {
namespace {

void declare(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("ROUTINE|KERNEL"), "the routine or kernel to export");
    add("as", single_value("FORMAT")->default_value("header"), "header, json, env or clblast");
    declare_problem(options);
    add("output,o", single_value("FILE"), "write into this file; by default to stdout");
    add("db", single_value("FILE"),
        "the database; by default HONE_DB, else hone/hone.db of the user's data");
}

ExportSelection selection_of(const lookup::Catalog& catalog, const po::variables_map& given) {
    if (given.count("kernel") == 0)
        throw Error(Exit::usage, "name a routine or a kernel to export");
    const std::string precision = word_of(given, "precision");
    return select_results(catalog, word_of(given, "kernel"), precision.empty() ? "f32" : precision,
                          select_device(word_of(given, "device")).device.name);
}

struct ExportFormat {
    std::string_view name;
    OutputKind kind;
    std::string (*write)(const ExportSelection& selection, const po::variables_map& given);
};
constexpr std::array formats{ExportFormat{"header", OutputKind::c_header, as_header},
                             ExportFormat{"json", OutputKind::json, as_json},
                             ExportFormat{"env", OutputKind::text, as_env},
                             ExportFormat{"clblast", OutputKind::c_header, as_clblast}};

std::vector<std::string> format_names() {
    std::vector<std::string> names;
    for (const ExportFormat& format : formats) names.emplace_back(format.name);
    return names;
}

Exit run(const po::variables_map& given) {
    const lookup::Catalog catalog =
        lookup::read_catalog({database_path(word_of(given, "db"))}, lookup::Trust::stored);
    const ExportSelection selection = selection_of(catalog, given);
    if (selection.entries.empty()) {
        say_nothing_stored(given);
        return Exit::no;
    }
    const ExportFormat& format =
        *std::ranges::find(formats, word_of(given, "as"), &ExportFormat::name);
    const std::string text = format.write(selection, given);
    const std::string file = word_of(given, "output");
    if (file.empty()) {
        fmt::print("{}", text);
        return Exit::done;
    }
    OutputFile out(file, format.kind);
    out.stream() << text;
    out.commit();
    return Exit::done;
}

constexpr std::array<std::string_view, 1> words{"kernel"};
constexpr std::array allowed_values{AllowedValues{"kernel", known_words, true},
                                    AllowedValues{"as", format_names},
                                    AllowedValues{"precision", known_precisions}};

}  // namespace

extern const Command export_command;
const Command export_command{
    .name = "export",
    .synopsis = "ROUTINE|KERNEL [options]",
    .summary = "write tuned configs for programs that do not link libhone",
    .details =
        R"help(Exports what was tuned on a device of this machine. The format `header` is a file for C and C++
that needs nothing else: the sources, build options and launches of each tuned problem, and a function
that gives those of the nearest problem whose constraints hold. It has the few configs of `hone cover`
where they exist. `json` has the same for other languages. `env` is the answer that an application gets
for one --size, as shell variables. `clblast` is the call that gives CLBlast the parameters of one of
its own kernels.

  hone export gemm -o gemm_configs.h
  eval "$(hone export gemm --as env --size M=512,N=512,K=512)"
  hone export clblast_xgemm --as clblast

`hone db export` exports runs, trials and samples. The exit code is 1 when no stored result matches.
)help",
    .declare = declare,
    .words = words,
    .run = run,
    .allowed_values = allowed_values,
};

}  // namespace hone::cli
