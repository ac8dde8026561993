// SPDX-License-Identifier: MIT
// `hone run`: runs a program with the tuned results for its kernels.
#include <array>

#include "db/sqlite/database_path.hpp"
#include "tuner/capture/layer_file.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/task_options.hpp"

namespace hone::cli {
namespace {

void declare_run(po::options_description& options) {
    auto add = options.add_options();
    add("program", repeated_value("PROGRAM"), "the program and its arguments, after --");
    add("log", single_value("FILE"), "append what was changed to this file");
    add("db", single_value("FILE"), "the database; default: HONE_DB, else the user's own");
}

Exit run_program(const po::variables_map& given) {
    const std::vector<std::string> program = cli::words_of(given, "program");
    if (program.empty())
        throw Error(Exit::usage, "which program is to be run?", "hone run -- PROGRAM …");
    EnvironmentVariables variables;
    if (given.count("db") != 0) variables.emplace_back("HONE_DB", word_of(given, "db"));
    if (given.count("log") != 0) variables.emplace_back("HONE_APPLY_LOG", word_of(given, "log"));
    set_layer_environment(variables);
    become(program);
}

constexpr std::array<std::string_view, 1> run_words{"program..."};

}  // namespace

const Command run_command{
    .name = "run",
    .synopsis = "[options] -- PROGRAM [ARGUMENT…]",
    .summary = "run an OpenCL program with what was tuned for its kernels",
    .details =
        R"(Runs a program, unchanged, with a layer between the OpenCL loader and the driver. Where a launch has
the text, build options, shape and device of one that was captured and tuned, the tuned work-group
and parameters are used instead.

  hone capture --keep 3 -o kept -- ./simulation
  hone tune kept/stencil_5f0e2c9a1b3d/stencil_5f0e2c9a1b3d.toml
  hone run --log changes.txt -- ./simulation

The first three launches of each kind run twice: the original on the program's buffers, and the tuned
one on copies. Where one bit differs, or the tuned one is slower, the original stays for good. Only
the user's own database is used, and of it what this user tuned on this machine: nothing that was
merged or imported.
The text that runs is the program's own.

HONE_APPLY=off changes nothing; HONE_APPLY_LOG is as --log. OPENCL_LAYERS may name libhone-layer.so
instead of `hone run`. The exit code is that of the program.
)",
    .declare = declare_run,
    .words = run_words,
    .run = run_program,
    .allowed_values = {},
};

}  // namespace hone::cli
