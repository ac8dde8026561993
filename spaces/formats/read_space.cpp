// SPDX-License-Identifier: MIT
// The content decides on the format, the format's reader fills the Space, and what all formats
// share is checked here. All mistakes of the file are told together, in its order.
#include "spaces/formats/read_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <tuple>

#include "spaces/space/known_names.hpp"
#include "spaces/space/space_readers.hpp"

namespace hone {
namespace {

using readers::Document;

std::string content_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream || std::filesystem::is_directory(file)) {
        throw Error(Exit::usage, fmt::format("{}: cannot be read", file.string()));
    }
    std::string content(readers::max_file_bytes + 1, '\0');
    stream.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(stream.gcount()));
    return content;
}

bool is_json(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '{';
}

// Beside the space; for those that come with hone, in the kernels' room.
std::filesystem::path usual_source(const std::filesystem::path& file) {
    const auto name = file.stem().string() + ".cl";
    const auto beside = file.parent_path() / name;
    const auto in_kernels = file.parent_path() / ".." / "kernels" / name;
    return !exists(beside) && exists(in_kernels) ? in_kernels.lexically_normal() : beside;
}

// A link may lead out of the folder, too.
void check_inside(const std::filesystem::path& named, const std::filesystem::path& space) {
    std::error_code error;
    const auto folder = weakly_canonical(absolute(space), error).parent_path();
    const auto file = weakly_canonical(absolute(named), error);
    if (!error && std::ranges::mismatch(folder, file).in1 == folder.end()) return;
    throw Error(Exit::usage, fmt::format("{}: {} is outside of the space's folder", space.string(),
                                         named.string()));
}

void fill_the_usual(Space& space) {
    if (space.routine.empty()) space.routine = space.name;
    if (space.precisions.empty()) space.precisions = {"f32"};
    if (space.source.empty()) {
        space.source = usual_source(space.file);
    } else {
        space.source = (space.file.parent_path() / space.source).lexically_normal();
        check_inside(space.source, space.file);
    }
    if (space.check && !space.check->expected.empty())
        check_inside(space.file.parent_path() / space.check->expected, space.file);
}

void read(Document& document, Space& space) {
    if (document.text.size() > readers::max_file_bytes) {
        return document.add_mistake(
            {document.file},
            fmt::format("longer than {} bytes: not a space", readers::max_file_bytes));
    }
    is_json(document.text) ? readers::read_json(document, space)
                           : readers::read_toml(document, space);
    if (space.parameters.empty() && document.mistakes.empty()) {
        document.add_mistake({document.file}, "no parameters: a space needs at least one");
    }
    check_names(space, document.mistakes);
}

bool in_order(const Mistake& a, const Mistake& b) {
    return std::tie(a.location.line, a.location.column) <
           std::tie(b.location.line, b.location.column);
}

}  // namespace

Space read_space(const std::filesystem::path& file) {
    return read_space(content_of(file), file);
}

Space read_space(std::string_view text, const std::filesystem::path& file) {
    Space space;
    space.file = file;
    space.name = file.stem().string();
    Document document{text, file.string(), {}};
    read(document, space);
    std::ranges::stable_sort(document.mistakes, in_order);
    throw_if_any(document.mistakes);
    fill_the_usual(space);
    return space;
}

}  // namespace hone
