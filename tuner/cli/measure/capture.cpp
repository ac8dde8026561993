// SPDX-License-Identifier: MIT
// `hone capture`: lists what a program launches, by time, and writes the heaviest launches as
// spaces.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <filesystem>

#include "db/sqlite/temporary_folder.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/shell_quote.hpp"
#include "reports/text/table.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "tuner/capture/keep.hpp"
#include "tuner/capture/layer_file.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

void declare_capture(po::options_description& options) {
    auto add = options.add_options();
    add("program", repeated_value("PROGRAM"), "the program and its arguments, after --");
    add("keep", single_value("N"),
        "write the N heaviest launches as folders that `hone tune` takes");
    add("output,o", single_value("FOLDER"), "where they are written; default: captured");
    add("parameters", repeated_value("NAME=[A,B,…]"),
        "values of a number that the program defines; may be repeated");
    add("tolerance", single_value("R"),
        "how far a result may be off, relative to it; default: 0, the same bits");
    add("limit", single_value("BYTES"), "bytes of buffers that are stored at most; default: 256Mi");
    add("json", po::bool_switch(), "print JSON");
}

SpaceTextOptions space_options(const po::variables_map& given) {
    SpaceTextOptions options;
    options.parameters =
        value_lists(given, "hone capture --keep 1 --parameters 'BLOCK=[8,16,32]' -- PROGRAM");
    if (given.count("tolerance") != 0)
        options.tolerance = read_share(word_of(given, "tolerance"), "--tolerance");
    return options;
}

// The layer writes complete files, but the program may also write into the folder.
std::vector<TracedLaunch> traces_of(const fs::path& folder) try {
    return read_traces(folder);
} catch (const std::runtime_error& error) {
    throw Error(Exit::environment, error.what(),
                "the program wrote into the folder of its launches");
}

std::vector<CapturedLaunch> read_captured(const fs::path& folder) {
    std::vector<CapturedLaunch> all;
    for (TracedLaunch& launch : traces_of(folder))
        all.push_back(as_captured(folder, std::move(launch)));
    return all;
}

double time_of_all(const std::vector<CapturedLaunch>& all) {
    double sum = 0;
    for (const CapturedLaunch& each : all) sum += each.launch.total_ns();
    return sum;
}

Cell group_cell(const CapturedLaunch& captured) {
    return captured.fixed ? Cell("fixed: " + *captured.fixed) : Cell("free");
}

Table table_of(const std::vector<CapturedLaunch>& all) {
    Table table{{{"kernel"},
                 {"work-items"},
                 {"work-group"},
                 {"launches", Align::right},
                 {"time", Align::right, "ns"},
                 {"share", Align::right},
                 {"cannot be kept"}}};
    const double sum = time_of_all(all);
    for (const CapturedLaunch& each : all) {
        const double ns = each.launch.total_ns();
        const auto count = static_cast<std::int64_t>(each.launch.count);
        table.rows.push_back(
            {each.launch.entry,
             shape_text(each.launch.shape),
             group_cell(each),
             {human::count(count), count},
             each.launch.timed == 0 ? Cell() : Cell(human::time(ns), ns),
             each.launch.timed == 0 ? Cell() : Cell(human::percent(ns / sum), ns / sum),
             each.why_not_kept.empty() ? Cell() : Cell(each.why_not_kept)});
    }
    return table;
}

// Throws if no kept kernel defines a given parameter.
void check_parameters(const SpaceTextOptions& options, const std::vector<CapturedLaunch>& kept) {
    std::vector<std::string> known;
    for (const CapturedLaunch& each : kept)
        for (const DefinedNumber& number : defined_numbers(each.text)) known.push_back(number.name);
    for (const auto& [name, values] : options.parameters)
        if (std::ranges::find(known, name) == known.end())
            throw Error(Exit::usage,
                        fmt::format("--parameters: the kept kernels do not define '{}'{}", name,
                                    did_you_mean(name, known)),
                        known.empty() ? "" : fmt::format("they define {}", fmt::join(known, ", ")));
}

void keep(const fs::path& trace, std::vector<CapturedLaunch> all, const po::variables_map& given) {
    const auto wanted = static_cast<std::size_t>(read_count(word_of(given, "keep"), "--keep"));
    std::erase_if(all, [](const CapturedLaunch& each) { return !each.why_not_kept.empty(); });
    all.resize(std::min(wanted, all.size()));
    const SpaceTextOptions options = space_options(given);
    check_parameters(options, all);
    const std::string said = word_of(given, "output");
    for (const CapturedLaunch& each : all) {
        const fs::path space = keep_launch(trace, each, said.empty() ? "captured" : said, options);
        const std::string more = each.options.opencl.empty()
                                     ? ""
                                     : " --build-options " + shell_quoted(each.options.opencl);
        say(fmt::format("hone tune {}{}", shell_word(space.string()), more));
    }
}

Exit run_capture(const po::variables_map& given) {
    const std::vector<std::string> program = cli::words_of(given, "program");
    if (program.empty())
        throw Error(Exit::usage, "which program is to be captured?", "hone capture -- PROGRAM …");
    space_options(given);  // reports errors in them before the program runs
    const TemporaryFolder folder;
    EnvironmentVariables variables{{"HONE_CAPTURE", folder.path().string()}};
    if (given.count("limit") != 0)
        variables.emplace_back("HONE_CAPTURE_LIMIT",
                               std::to_string(read_count(word_of(given, "limit"), "--limit")));
    set_layer_environment(variables);
    const int code = run_beside(program);
    if (code != 0) say(fmt::format("hone: {} ended with exit code {}", program.front(), code));
    if (!has_trace(folder.path())) {
        say("hone: no layer was loaded: the program does not use OpenCL, or its OpenCL loader has "
            "no layers (NVIDIA's has none); put the folder of ocl-icd first in LD_LIBRARY_PATH");
        return Exit::no;
    }
    const std::vector<CapturedLaunch> all = read_captured(folder.path());
    if (all.empty()) {
        say("hone: the program launched no OpenCL kernel");
        return Exit::no;
    }
    put("{}", is_on(given, "json") ? as_json(table_of(all)) : as_text(table_of(all)));
    if (given.count("keep") != 0) keep(folder.path(), all, given);
    return code == 0 ? Exit::done : Exit::no;
}

constexpr std::array<std::string_view, 1> capture_words{"program..."};

}  // namespace

const Command capture_command{
    .name = "capture",
    .synopsis = "[options] -- PROGRAM [ARGUMENT…]",
    .summary = "list what an OpenCL program launches, and keep it for tuning",
    .details =
        R"(Runs a program with a layer between the OpenCL loader and the driver, and lists its kernels by the
time that they take. What the program prints goes to stderr.

  hone capture -- ./simulation --steps 100
  hone capture --keep 3 -o kept -- ./simulation --steps 100
  hone tune kept/stencil_5f0e2c9a1b3d/stencil_5f0e2c9a1b3d.toml
  hone run -- ./simulation --steps 100

--keep writes a folder for each of the heaviest launches: the kernel, a space, the inputs and the
results of its first launch. The space tunes the shape of the work-group, unless the kernel depends
on it: by reqd_work_group_size, local memory, barriers, or words such as get_local_id. Numbers that
the program defines stand in the space as comments; --parameters turns them into parameters:

  hone capture --keep 1 --parameters 'BLOCK=[8,16,32]' -- ./simulation

A tuned config must give the results that the program got, to the bit, or within --tolerance;
`hone run` uses it where results are equal to the bit.

Files that a text includes become a part of it, where -I says where they lie. A program that loads
binaries of its own cache has a text where it was captured or run by hone when it made them; remove
its cache once. Launches with pointers to shared memory, with two arguments that are one buffer, and
of binaries whose text is unknown are listed and cannot be kept. The exit code is 1 where the program
failed or launched nothing.
)",
    .declare = declare_capture,
    .words = capture_words,
    .run = run_capture,
    .allowed_values = {},
};

}  // namespace hone::cli
