// SPDX-License-Identifier: MIT
#include "tuner/capture/keep.hpp"

#include <fmt/format.h>

#include <optional>

#include "db/model/sha256.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/input_file.hpp"
#include "spaces/base/output_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

/// Removes a symbolic link: the file that it points to must not change.
fs::path not_a_link(fs::path file) {
    std::error_code error;
    if (fs::is_symlink(file, error)) fs::remove(file, error);
    const fs::file_status found = fs::symlink_status(file, error);
    if (fs::exists(found) && !fs::is_regular_file(found))
        throw Error(Exit::usage, fmt::format("{} is not a file; it was not changed", file.string()),
                    "name another folder to keep the launch in");
    return file;
}

// Overwrites any file, since refuse_edited() has already checked.
const OutputFormat kept_format{.name = "file that hone kept", .looks = {}, .is_known = true};

void write_file(const fs::path& file, const std::string& text) {
    OutputFile out(not_a_link(file), kept_format);
    out.stream() << text;
    out.commit();
}

/// Writes the contents of the buffers in sequence.
void write_buffers(const fs::path& file, const std::vector<fs::path>& buffers) {
    OutputFile out(not_a_link(file), kept_format);
    for (const fs::path& buffer : buffers)
        if (fs::file_size(buffer) > 0) out.stream() << open_input(buffer).rdbuf();
    out.commit();
}

void write_expected(const fs::path& trace, const TracedLaunch& launch, const fs::path& file) {
    std::vector<fs::path> buffers;
    for (const TracedArgument& argument : launch.arguments)
        if (argument.before != argument.after)
            buffers.push_back(buffer_file(trace, argument.after));
    write_buffers(file, buffers);
}

// What was edited --------------------------------------------------------------------------------

constexpr std::string_view written_as = "# As hone wrote them: kernel.cl ";

/// The last line of a space: it shows a later capture whether the space or the kernel was edited.
std::string line_of_hashes(const std::string& kernel, const std::string& space) {
    return fmt::format("{}{}, this file {}\n", written_as, sha256(kernel), sha256(space));
}

/// Whether the hashes in the last line match the space and its kernel, or only the kernel.
bool is_as_written(const std::string& kernel, const std::string& space) {
    const std::size_t at = space.rfind(written_as);
    return at != space.npos && space.substr(at) == line_of_hashes(kernel, space.substr(0, at));
}
bool is_written_kernel(const std::string& kernel, const std::string& space) {
    return space.find(std::string(written_as) + sha256(kernel)) != space.npos;
}

/// The text of a file that was kept before; nullopt if there is none.
std::optional<std::string> kept_text(const fs::path& file) {
    constexpr std::size_t enough = std::size_t{64} << 20U;
    std::error_code error;
    if (!fs::exists(fs::symlink_status(file, error)) || fs::is_symlink(file, error))
        return std::nullopt;
    return read_input(file, enough);
}

void refuse_edited(const fs::path& kernel_file, const std::string& kernel,
                   const fs::path& space_file) {
    const auto old_kernel = kept_text(kernel_file);
    const auto old_space = kept_text(space_file);
    const std::string known_kernel = old_kernel.value_or(kernel);
    if (old_space ? is_as_written(known_kernel, *old_space) : known_kernel == kernel) return;
    const bool of_space = old_space && is_written_kernel(known_kernel, *old_space);
    throw Error(Exit::usage,
                fmt::format("{} was edited after it was kept; nothing in its folder was changed",
                            (of_space ? space_file : kernel_file).string()),
                "keep the launch in another folder with --output, or remove that one");
}

}  // namespace

fs::path keep_launch(const fs::path& trace, const CapturedLaunch& captured, const fs::path& folder,
                     const SpaceTextOptions& options) {
    const fs::path place = folder / captured.name;
    fs::path space = place / (captured.name + ".toml");
    refuse_edited(place / "kernel.cl", captured.text, space);
    fs::create_directories(place);
    write_file(place / "kernel.cl", captured.text);
    const std::vector<std::string> names = argument_names(captured.launch);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const TracedArgument& argument = captured.launch.arguments[i];
        if (argument.is_memory())
            write_buffers(place / (names[i] + ".raw"), {buffer_file(trace, argument.before)});
    }
    write_expected(trace, captured.launch, place / expected_file);
    const std::string text = space_text(captured, options);
    write_file(space, text + line_of_hashes(captured.text, text));
    return space;
}

}  // namespace hone
