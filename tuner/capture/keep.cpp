// SPDX-License-Identifier: MIT
#include "tuner/capture/keep.hpp"

#include <fmt/format.h>

#include <fstream>

#include "spaces/base/error.hpp"
#include "spaces/base/output_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

/// What a link leads to is nobody's to change here: the link goes.
fs::path not_a_link(fs::path file) {
    std::error_code error;
    if (fs::is_symlink(file, error)) fs::remove(file, error);
    const fs::file_status found = fs::symlink_status(file, error);
    if (fs::exists(found) && !fs::is_regular_file(found))
        throw Error(Exit::usage, fmt::format("{} is not a file; it was not changed", file.string()),
                    "name another folder to keep the launch in");
    return file;
}

void write_file(const fs::path& file, const std::string& text) {
    OutputFile out(not_a_link(file), OutputKind::source);
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
            fs::copy_file(buffer_file(trace, argument.before),
                          not_a_link(place / (names[i] + ".raw")),
                          fs::copy_options::overwrite_existing);
    }
    write_expected(trace, captured.launch, not_a_link(place / expected_file));
    fs::path space = place / (captured.name + ".toml");
    write_file(space, space_text(captured, options));
    return space;
}

}  // namespace hone
