// SPDX-License-Identifier: MIT
// `hone why`: prints which constraints and rules a config violates, with their figures. `hone
// check-space`: checks whether a space file and its kernel match.
#include <array>

#include "tuner/cli/commands.hpp"
#include "tuner/cli/inspect/config_verdicts.hpp"
#include "tuner/cli/options/task_options.hpp"

namespace hone::cli {
namespace {

void declare_build(po::options_description& options) {
    declare_timeouts(options);
    auto add = options.add_options();
    add("build-options", single_value("OPTIONS"),
        "more options for the OpenCL compiler; by default HONE_BUILD_OPTIONS");
    add("db", single_value("FILE"),
        "the database with the probed limits; by default HONE_DB, else hone/hone.db of the user's "
        "data");
    add("json", po::bool_switch(), "print JSON");
}

void declare_why(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("KERNEL|FILE"), "the kernel");
    add("config", single_value("NAME=VALUE,…"),
        "the config; parameters left out have the values of the last ladder step");
    declare_problem(options);
    add("build", po::bool_switch(),
        "build it, and apply the rules that need the built kernel, too");
    add("run", po::bool_switch(), "also run it once, and compare its result with the reference");
    declare_build(options);
}

Exit run_why(const po::variables_map& given) {
    if (is_on(given, "run")) return judge_config(given, Depth::run);
    return judge_config(given, is_on(given, "build") ? Depth::build : Depth::rules);
}

constexpr std::array<std::string_view, 2> why_words{"kernel", "config"};
constexpr std::array why_allowed_values{AllowedValues{"kernel", known_words, true},
                                        AllowedValues{"precision", known_precisions}};

void declare_check_space(po::options_description& options) {
    auto add = options.add_options();
    add("kernel", single_value("FILE|KERNEL"), "the space");
    add("config", single_value("NAME=VALUE,…"), "another config than the defaults");
    declare_problem(options);
    declare_build(options);
}

Exit run_check_space(const po::variables_map& given) {
    return judge_config(given, Depth::run);
}

}  // namespace

const Command why_command{
    .name = "why",
    .synopsis = "KERNEL|FILE [NAME=VALUE,…] [options]",
    .summary = "show why a config is tried, deferred or rejected",
    .details =
        R"(Shows which constraints of the space a config violates, and the verdict of each rule with its
figures. A hard rule rejects a config that the device cannot run. A soft rule defers a config that is
probably slow; deferred configs are tried last. A rule that does not apply has no verdict and says
why.

Parameters that are not given have the values of the legal config that is nearest to the last step of
the space's ladder (its named steps from a plain kernel to a tuned one). --build builds the config in
a separate process and applies the rules that need the built kernel: registers, spills, its limits.
--run also runs it, and compares its result with the reference: the first thing to try with a kernel of
your own. Without a ladder the parameters have the values that the kernel itself defines.

  hone why reduction_tree WG=1024,V=4
  hone why gemm_tile "WGM=16,WGN=16,TM=8,TN=8" --size M=4096,N=4096,K=4096 --build
  hone why gemm_tile WGM=32,WGN=32 --precision f64 --json
  hone why scale.toml --run

The exit code is 1 when the config is rejected, or its result wrong, and 0 when it is legal or deferred.
)",
    .declare = declare_why,
    .words = why_words,
    .run = run_why,
    .allowed_values = why_allowed_values,
};

const Command check_space_command{
    .name = "check-space",
    .synopsis = "FILE|KERNEL [NAME=VALUE,…] [options]",
    .summary = "run a kernel's defaults once beside its reference",
    .details =
        R"(Reads a space file, builds its kernel with the defaults, runs the reference and the kernel once, and
compares their results: what `hone why FILE --run` does. A mistake in the file has its line and column,
an argument that does not fit the kernel its number and name.

  hone new scale.cl
  hone check-space scale.toml

The exit code is 1 when the result is wrong or the defaults are rejected, and 2 for a mistake in the file.
)",
    .declare = declare_check_space,
    .words = why_words,
    .run = run_check_space,
    .allowed_values = why_allowed_values,
};

}  // namespace hone::cli
