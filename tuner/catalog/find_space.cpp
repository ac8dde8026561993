// SPDX-License-Identifier: MIT
// A file takes precedence over an installed space of the same name.
#include "tuner/catalog/find_space.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/error.hpp"
#include "spaces/base/file_kind.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/catalog/install_paths.hpp"

namespace hone {

namespace fs = std::filesystem;

std::vector<std::string> shipped_spaces() try {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(share_dir() / "spaces"))
        if (entry.path().extension() == ".toml") names.push_back(entry.path().stem());
    std::ranges::sort(names);
    return names;
} catch (const Error&) {
    return {};
}

namespace {

fs::path shipped_file(const std::string& name) {
    return share_dir() / "spaces" / (name + ".toml");
}

bool was_called(const std::string& name, const std::string& word) {
    const auto former = read_space(shipped_file(name)).formerly.names;
    return std::ranges::find(former, word) != former.end();
}

}  // namespace

bool is_path_of_file(const std::string& word) {
    const fs::path path(word);
    const bool is_plain = !path.has_extension() && !path.has_parent_path();
    return !is_plain && fs::is_regular_file(path);
}

fs::path find_space(const std::string& word) {
    std::error_code ignored;
    const fs::file_status status = fs::status(word, ignored);
    // The reader rejects a FIFO or another special file, with its kind.
    const bool is_special = !special_kind(status).empty() && !fs::is_directory(status);
    if (fs::is_regular_file(status) || is_special) return word;
    const auto names = shipped_spaces();
    for (const std::string& name : names)
        if (name == word) return shipped_file(name);
    for (const std::string& name : names)
        if (was_called(name, word)) return shipped_file(name);
    throw Error(Exit::usage,
                fmt::format("'{}' is neither a file nor a space of hone{}", word,
                            did_you_mean(word, names)),
                names.empty() ? "" : fmt::format("available: {}", fmt::join(names, ", ")));
}

}  // namespace hone
