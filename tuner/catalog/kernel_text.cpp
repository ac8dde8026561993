// SPDX-License-Identifier: MIT
// Reads the files of a kernel.
#include "tuner/catalog/kernel_text.hpp"

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "db/model/sha256.hpp"
#include "kernels/source/kernel_source.hpp"
#include "spaces/base/input_file.hpp"
#include "tuner/catalog/recipe_writer.hpp"

namespace hone {
namespace {

// Starts lines at the end of a stored space.
constexpr std::string_view content_mark = "# sha256 of ";

std::vector<std::string> files_named_by(const Space& space) {
    std::vector<std::string> files;
    for (const Argument& argument : space.arguments)
        if (argument.fill == Argument::Fill::file) files.push_back(argument.file);
    if (space.check && !space.check->source.empty()) files.push_back(space.check->source);
    if (space.check && !space.check->expected.empty()) files.push_back(space.check->expected);
    return files;
}

// The hash of a file's content; cached until its size or time changes.
std::optional<std::string> hash_of(const std::filesystem::path& file) {
    using State = std::tuple<std::uintmax_t, std::filesystem::file_time_type>;
    static std::mutex mutex;
    static std::map<std::filesystem::path, std::pair<State, std::string>> known;
    std::error_code failed;
    const auto size = std::filesystem::file_size(file, failed);
    if (failed) return std::nullopt;
    const State state{size, std::filesystem::last_write_time(file, failed)};
    if (failed) return std::nullopt;
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(file); found != known.end() && found->second.first == state)
        return found->second.second;
    const auto bytes = read_input(file, size);
    if (!bytes) return std::nullopt;
    std::string hash = sha256(*bytes);
    known[file] = {state, hash};
    return hash;
}

std::string without_marks(const std::string& text) {
    const std::size_t at = text.find("\n" + std::string(content_mark));
    return at == std::string::npos ? text : text.substr(0, at + 1);
}

// Adds hashes of the files that a space names: results for other data, or with another reference,
// are results of another kernel. A stored space whose files are missing here stays unchanged.
std::string text_with_contents(const Space& space) {
    const std::vector<std::string> files = files_named_by(space);
    if (files.empty() || space.file.extension() != ".toml") return space.text;
    std::string text = without_marks(space.text);
    if (!text.ends_with('\n')) text += '\n';
    for (const std::string& file : files) {
        const auto content = hash_of(space.file.parent_path() / file);
        if (!content) return space.text;
        text += std::string(content_mark) + file + ": " + *content + '\n';
    }
    return text;
}

}  // namespace

Kernel kernel_of(const Space& space) {
    std::string source = space.program ? space.program->text : source_of(space);
    std::string recipe = space.program ? "" : recipe_of(space, source);
    return {.name = space.name,
            .routine = space.routine.empty() ? space.name : space.routine,
            .source = std::move(source),
            .space = text_with_contents(space),
            .recipe = std::move(recipe)};
}

}  // namespace hone
