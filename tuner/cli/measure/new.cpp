// SPDX-License-Identifier: MIT
// `hone new`: drafts a first space file for a kernel.
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "spaces/base/output_file.hpp"
#include "tuner/cli/commands.hpp"
#include "tuner/cli/options/device_choice.hpp"
#include "tuner/cli/options/task_options.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/draft/space_draft.hpp"
#include "tuner/worker/protocol.hpp"

namespace hone::cli {
namespace {

namespace fs = std::filesystem;

void declare_new(po::options_description& options) {
    auto add = options.add_options();
    add("file", single_value("KERNEL.cl"), "the kernel");
    add("entry", single_value("NAME"), "which kernel of the file; default: its first");
    add("parameters", repeated_value("NAME=[A,B,…]"),
        "a parameter that the kernel does not define itself, and its values; may be repeated");
    add("output,o", single_value("FILE"), "the space; default: the kernel's name with .toml");
    declare_device(options);
}

// Never overwrites a file that an author may have edited.
fs::path output_path(const po::variables_map& given, const fs::path& kernel) {
    const std::string said = word_of(given, "output");
    fs::path path = said.empty() ? fs::path(kernel).replace_extension(".toml") : fs::path(said);
    if (!fs::is_regular_file(path)) return path;
    throw Error(Exit::usage, fmt::format("{} is already there", path.string()),
                "remove it, or name another file with --output");
}

Exit run_new(const po::variables_map& given) {
    const fs::path kernel = word_of(given, "file");
    if (!fs::is_regular_file(kernel))
        throw Error(Exit::usage, fmt::format("'{}' is not the file of a kernel", kernel.string()),
                    "hone new scale.cl");
    const fs::path path = output_path(given, kernel);
    // With a device handle, because the draft asks the compiler in this process.
    const LocalDevice device = device_from(to_message(select_device(word_of(given, "device"))));
    const std::string text =
        draft_space(device, kernel, word_of(given, "entry"),
                    value_lists(given, "hone new scale.cl --parameters 'WG=[32,64]'"));
    OutputFile out(path, {"space that may be written over", {}});
    out.stream() << text;
    out.commit();
    put("wrote {}\n", path.string());
    say(fmt::format(
        "edit the lines that say so, then run `hone check-space {0}` and `hone tune {0}`",
        path.string()));
    return Exit::done;
}

constexpr std::array<std::string_view, 1> new_words{"file"};

}  // namespace

const Command new_command{
    .name = "new",
    .synopsis = "KERNEL.cl [options]",
    .summary = "write a first space file for your own kernel",
    .details =
        R"(Writes the space file of a kernel: its arguments as the compiler tells them, its parameters from the
lines `#ifndef NAME` and `#define NAME value`, and a guess with a comment for all else, which you edit.
The reference is another kernel of the file with the same arguments, else the kernel with its own
defaults.

  hone new scale.cl
  hone check-space scale.toml
  hone tune scale.toml

A kernel whose parameters have no default does not compile without them: --parameters names them, and
the draft builds the reference with the first value of each.

  hone new add.cl --parameters 'block_size_x=[64,128,256]'

NVIDIA's compiler does not tell arguments: name PoCL with --device. A file that is there is not written
over.
)",
    .declare = declare_new,
    .words = new_words,
    .run = run_new,
    .allowed_values = {},
};

}  // namespace hone::cli
