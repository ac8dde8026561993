// SPDX-License-Identifier: MIT
// What a kernel includes is put in its place when it is read, so that one text is compiled, hashed,
// stored and handed to applications.
#include "kernels/launch/kernel_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string_view>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr int deepest = 16;
constexpr std::uintmax_t longest_text = 16U << 20U;

std::string read_file(const fs::path& file) {
    std::error_code none;
    if (const auto bytes = fs::file_size(file, none); !none && bytes > longest_text)
        throw Error(Exit::usage, fmt::format("{} is too large for a kernel", file.string()));
    std::ifstream stream(file, std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(stream), {}};
    if (!stream)
        throw Error(Exit::environment, fmt::format("cannot read {}", file.string()),
                    "check that the file exists and may be read");
    return text;
}

// What is put in its place is stored and handed on: only files of the kernel's folder may be.
void check_inside(const fs::path& folder, const fs::path& file, const fs::path& by) {
    const fs::path part = fs::canonical(file);
    if (std::ranges::mismatch(folder, part).in1 == folder.end()) return;
    throw Error(Exit::usage, fmt::format("{} includes {}, which is outside of the kernel's folder",
                                         by.string(), file.string()));
}

// The file that a line includes; other includes are the compiler's to find.
std::optional<fs::path> included(const std::string& line, const fs::path& by,
                                 const fs::path& folder) {
    constexpr std::string_view word = "#include \"";
    const auto end = line.find_last_of('"');
    if (!line.starts_with(word) || end < word.size()) return std::nullopt;
    fs::path file = by.parent_path() / line.substr(word.size(), end - word.size());
    std::error_code none;
    if (!fs::is_regular_file(file, none)) return std::nullopt;
    check_inside(folder, file, by);
    return file;
}

std::string joined(const fs::path& file, const fs::path& folder, int depth) {
    if (depth > deepest) throw Error(Exit::usage, fmt::format("{} includes itself", file.string()));
    std::istringstream lines(read_file(file));
    std::string text;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const auto part = included(line, file, folder);
        text += part ? fmt::format("#line 1 \"{}\"\n{}#line {} \"{}\"\n", part->filename().string(),
                                   joined(*part, folder, depth + 1), number + 1,
                                   file.filename().string())
                     : line + '\n';
    }
    return text;
}

}  // namespace

std::string kernel_source(const fs::path& file) {
    std::error_code none;
    return joined(file, fs::canonical(file, none).parent_path(), 0);
}

}  // namespace hone
