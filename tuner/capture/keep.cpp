// SPDX-License-Identifier: MIT
#include "tuner/capture/keep.hpp"

#include <fmt/format.h>

#include <fstream>

#include "spaces/base/error.hpp"
#include "spaces/base/output_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& file, const std::string& text) {
    OutputFile out(file, OutputKind::text);
    out.stream() << text;
    out.commit();
}

void append_file(const fs::path& from, std::ofstream& to) {
    std::ifstream stream(from, std::ios::binary);
    to << stream.rdbuf();
}

void write_expected(const fs::path& trace, const TracedLaunch& launch, const fs::path& file) {
    std::ofstream stream(file, std::ios::binary | std::ios::trunc);
    for (const TracedArgument& argument : launch.arguments)
        if (argument.before != argument.after)
            append_file(buffer_file(trace, argument.after), stream);
    if (!stream.flush())
        throw Error(Exit::environment, fmt::format("cannot write {}", file.string()));
}

}  // namespace

fs::path keep_launch(const fs::path& trace, const CapturedLaunch& captured, const fs::path& folder,
                     const SpaceTextOptions& options) {
    const fs::path place = folder / captured.name;
    fs::create_directories(place);
    write_file(place / "kernel.cl", captured.text);
    const std::vector<std::string> names = argument_names(captured.launch);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const TracedArgument& argument = captured.launch.arguments[i];
        if (argument.is_memory())
            fs::copy_file(buffer_file(trace, argument.before), place / (names[i] + ".raw"),
                          fs::copy_options::overwrite_existing);
    }
    write_expected(trace, captured.launch, place / expected_file);
    fs::path space = place / (captured.name + ".toml");
    write_file(space, space_text(captured, options));
    return space;
}

}  // namespace hone
