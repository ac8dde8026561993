// SPDX-License-Identifier: MIT
// Splits at commas and at x; each number is read as `--size` reads it.
#include "tuner/cli/sizes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tuner/cli/quantities.hpp"

namespace hone::cli {
namespace {

using Extent = std::pair<std::string, Value>;

std::vector<Extent> extents_of(const Space& space) {
    std::vector<Extent> extents;
    for (const auto& argument : space.problem) {
        const auto* number = std::get_if<Number>(&argument.second);
        if (number && number->whole() && number->numerator() > 1) extents.push_back(argument);
    }
    return extents;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts{""};
    for (const char c : text) {
        if (c == at) {
            parts.emplace_back();
        } else {
            parts.back() += c;
        }
    }
    return parts;
}

[[noreturn]] void refuse(const std::string& size, const Space& space,
                         const std::vector<Extent>& extents) {
    std::vector<std::string> names;
    for (const Extent& extent : extents) names.push_back(extent.first);
    throw Error(Exit::usage, fmt::format("--sizes: '{}' is no size of {}", size, space.routine),
                extents.empty() ? "its problem has no extents; use --size"
                                : fmt::format("say {}, or use --size", fmt::join(names, "x")));
}

bool alike(const std::vector<Extent>& extents) {
    return std::ranges::all_of(
        extents, [&](const Extent& extent) { return extent.second == extents.front().second; });
}

Names read_size(const std::string& size, const Space& space) {
    const std::vector<Extent> extents = extents_of(space);
    std::vector<std::string> numbers = split(size, 'x');
    // One number stands for all where they are of a kind: not for a length and a radius.
    if (numbers.size() == 1 && alike(extents)) numbers.resize(extents.size(), numbers.front());
    const bool empty =
        std::ranges::any_of(numbers, [](const std::string& number) { return number.empty(); });
    if (extents.empty() || empty || numbers.size() != extents.size()) refuse(size, space, extents);
    std::string named;
    for (std::size_t i = 0; i < extents.size(); ++i)
        named += fmt::format("{}{}={}", i == 0 ? "" : ",", extents[i].first, numbers[i]);
    Names read = read_names(named, "--sizes");
    const bool numbers_all = std::ranges::all_of(
        read, [](const auto& extent) { return std::holds_alternative<Number>(extent.second); });
    if (!numbers_all) refuse(size, space, extents);
    return read;
}

}  // namespace

std::vector<Names> read_sizes(const std::string& words, const Space& space) {
    std::vector<Names> all;
    for (const std::string& size : split(words, ',')) all.push_back(read_size(size, space));
    return all;
}

}  // namespace hone::cli
