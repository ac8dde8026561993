// SPDX-License-Identifier: MIT
// A file takes precedence over an installed space of the same name.
#include "tuner/catalog/find_space.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/base/error.hpp"
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

fs::path find_space(const std::string& word) {
    std::error_code ignored;
    if (fs::is_regular_file(word, ignored)) return word;
    const auto names = shipped_spaces();
    if (std::ranges::find(names, word) != names.end())
        return share_dir() / "spaces" / (word + ".toml");
    throw Error(
        Exit::usage,
        fmt::format("'{}' is no file and no space of hone{}", word, did_you_mean(word, names)),
        names.empty() ? "" : fmt::format("hone has {}.", fmt::join(names, ", ")));
}

}  // namespace hone
