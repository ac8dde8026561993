// SPDX-License-Identifier: MIT
// The content determines the format, the format's reader fills the Space, and rules for all formats
// are checked here. All mistakes of the file are reported together, in its order.
#include "spaces/formats/read_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "spaces/base/input_file.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/space_readers.hpp"

namespace hone {
namespace {

using readers::Document;

// Beside the space; for spaces that come with hone, in the folder of kernels.
std::filesystem::path usual_source(const std::filesystem::path& file) {
    const auto name = file.stem().string() + ".cl";
    const auto beside = file.parent_path() / name;
    const auto in_kernels = file.parent_path() / ".." / "kernels" / name;
    return !exists(beside) && exists(in_kernels) ? in_kernels.lexically_normal() : beside;
}

// Resolves links, because a link may lead out of the folder.
bool is_inside(const std::filesystem::path& named, const std::filesystem::path& folder) {
    std::error_code error;
    const auto file = weakly_canonical(absolute(named), error);
    return !error && std::ranges::mismatch(folder, file).in1 == folder.end();
}

std::filesystem::path folder_of(const std::filesystem::path& space) {
    std::error_code error;
    return weakly_canonical(absolute(space), error).parent_path();
}

void check_inside(const std::filesystem::path& named, const std::filesystem::path& space) {
    const auto folder = folder_of(space);
    if (is_inside(named, folder)) return;
    const bool is_usual = named == usual_source(space);
    if (is_usual && is_inside(named, (folder / ".." / "kernels").lexically_normal())) return;
    throw Error(Exit::usage, fmt::format("{}: {} is outside of the space's folder", space.string(),
                                         named.string()));
}

// A launch that names no arguments gets all declared arguments.
void name_arguments(const Space& space, std::vector<LaunchStep>& launches) {
    for (LaunchStep& step : launches) {
        if (!step.arguments.empty()) continue;
        for (const Argument& argument : space.arguments) step.arguments.push_back(argument.name);
    }
}

// A file gets hone's own routine only if it names the routine explicitly.
void name_routine(Space& space) {
    if (space.routine.empty()) space.routine = space.name;
    if (is_routine_of_hone(space.routine)) space.routine = "own_" + space.routine;
}

void check_routine(Document& document, Space& space) {
    if (!is_json_space(document.text) && !space.routine.empty()) {
        if (space.check && is_routine_of_hone(space.routine))
            document.add_mistake({document.file},
                                 fmt::format("hone checks '{}' itself: leave out [check], or name "
                                             "another 'routine'",
                                             space.routine));
        return;
    }
    name_routine(space);
}

void check_files(const Space& space) {
    const auto folder = space.file.parent_path();
    check_inside(space.source, space.file);
    if (space.check)
        for (const std::string& each : {space.check->expected, space.check->source})
            if (!each.empty()) check_inside(folder / each, space.file);
    for (const Argument& argument : space.arguments)
        if (!argument.file.empty()) check_inside(folder / argument.file, space.file);
}

void fill_the_usual(Space& space) {
    if (space.precisions.empty()) space.precisions = {"f32"};
    if (space.program) return;
    if (space.source.empty()) {
        space.source = usual_source(space.file);
    } else {
        space.source = (space.file.parent_path() / space.source).lexically_normal();
    }
    check_files(space);
    if (is_routine_of_hone(space.routine)) return;
    for (auto* launches : {&space.prepare, &space.launch}) name_arguments(space, *launches);
    if (space.check) name_arguments(space, space.check->launch);
}

void read(Document& document, Space& space) {
    if (space.file.extension() == ".cl")
        return document.add_mistake(
            {document.file},
            fmt::format("a kernel, not its space: `hone new {}` writes one", document.file));
    if (document.text.size() > readers::max_file_bytes) {
        return document.add_mistake(
            {document.file},
            fmt::format("longer than {} bytes: not a space", readers::max_file_bytes));
    }
    is_json_space(document.text) ? readers::read_json(document, space)
                                 : readers::read_toml(document, space);
    if (space.parameters.empty() && document.mistakes.empty()) {
        document.add_mistake({document.file}, "no parameters: a space needs at least one");
    }
    check_routine(document, space);
    check_names(space, document.mistakes);
}

bool in_order(const Mistake& a, const Mistake& b) {
    return std::tie(a.location.line, a.location.column) <
           std::tie(b.location.line, b.location.column);
}

}  // namespace

bool is_json_space(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{';
}

Space read_space(const std::filesystem::path& file) {
    const Error unreadable(Exit::usage, fmt::format("{}: cannot be read", file.string()));
    return read_space(read_input(file, readers::max_file_bytes, unreadable), file);
}

Space read_space(std::string_view text, const std::filesystem::path& file) {
    Space space;
    space.file = file;
    space.name = file.stem().string();
    space.text = text;
    Document document{text, file.string(), {}};
    read(document, space);
    std::ranges::stable_sort(document.mistakes, in_order);
    throw_if_any(document.mistakes);
    fill_the_usual(space);
    return space;
}

}  // namespace hone
