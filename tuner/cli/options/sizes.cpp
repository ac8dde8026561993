// SPDX-License-Identifier: MIT
// Splits at commas and at x; each number is parsed as for `--size`. A range is parsed as its two
// ends.
#include "tuner/cli/options/sizes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/text_layout.hpp"
#include "tuner/planning/size_sampling.hpp"

namespace hone::cli {
namespace {

bool same_kind(const std::vector<Extent>& extents) {
    return std::ranges::all_of(
        extents, [&](const Extent& extent) { return extent.second == extents.front().second; });
}

// "use --size M=1024,N=1024,K=1024 or --sizes 1024"
std::string example(const std::vector<Extent>& extents) {
    if (extents.empty()) return "its problem has no sizes";
    std::vector<std::string> named;
    std::vector<std::string> values;
    for (const auto& [name, value] : extents) {
        named.push_back(fmt::format("{}={}", name, text(value)));
        values.push_back(text(value));
    }
    if (same_kind(extents)) values.resize(1);
    return fmt::format("use --size {} or --sizes {}", fmt::join(named, ","),
                       fmt::join(values, "x"));
}

[[noreturn]] void refuse(std::string_view size, const Space& space,
                         const std::vector<Extent>& extents) {
    throw Error(Exit::usage, fmt::format("--sizes: '{}' is not a size of {}", size, space.routine),
                example(extents));
}

Names read_size(std::string_view size, const Space& space) {
    const std::vector<Extent> extents = extents_of(space);
    std::vector<std::string_view> numbers = split(size, 'x');
    // A single number applies to all extents if they are of one kind; not, for example, to a length
    // and a radius.
    if (numbers.size() == 1 && same_kind(extents)) numbers.resize(extents.size(), numbers.front());
    const bool empty =
        std::ranges::any_of(numbers, [](std::string_view number) { return number.empty(); });
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

constexpr std::string_view to = "..";
constexpr std::size_t max_sizes = 100'000;

// "16..64x512" has the ends "16x512" and "64x512".
std::string end_of(std::string_view words, bool upper) {
    std::string end;
    for (const std::string_view number : split(words, 'x')) {
        const auto at = number.find(to);
        const bool whole = at == number.npos;
        if (!end.empty()) end += 'x';
        end += whole ? number : upper ? number.substr(at + to.size()) : number.substr(0, at);
    }
    return end;
}

std::size_t count_of_range(const std::string& words, std::size_t usual) {
    const auto colon = words.find(':');
    if (colon == words.npos) return usual;
    const auto count = static_cast<std::size_t>(read_count(words.substr(colon + 1), "--sizes"));
    if (count == 0)
        throw Error(Exit::usage, fmt::format("--sizes: '{}' asks for no size", words),
                    "say how many after the colon: 64..4096:12");
    if (count > max_sizes)
        throw Error(Exit::usage, fmt::format("--sizes: '{}' asks for {} sizes; {} are the most",
                                             words, count, max_sizes));
    return count;
}

SizeRange read_range(const std::string& words, const Space& space) {
    constexpr std::size_t each = 4;
    const std::string ends = words.substr(0, words.find(':'));
    const Names least = read_size(end_of(ends, false), space);
    const Names most = read_size(end_of(ends, true), space);
    SizeRange range;
    std::size_t open = 0;
    for (const auto& [name, value] : least) {
        const Bounds bounds{whole_size(value).value_or(0), whole_size(most.at(name)).value_or(0)};
        if (bounds.least < 1 || bounds.most < bounds.least) refuse(words, space, extents_of(space));
        range.names.push_back(name);
        range.bounds.push_back(bounds);
        open += bounds.least < bounds.most ? 1 : 0;
    }
    range.count = count_of_range(words, each * open);
    return range;
}

std::vector<Names> spread(const SizeRange& range) {
    std::vector<Names> all;
    for (const Extents& extents : spread_sizes(range.bounds, range.count)) {
        Names& names = all.emplace_back();
        for (std::size_t e = 0; e < extents.size(); ++e)
            names.emplace(range.names[e], Number(extents[e]));
    }
    return all;
}

}  // namespace

std::optional<std::int64_t> whole_size(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    return number && number->denominator() == 1 ? std::optional(number->numerator()) : std::nullopt;
}

SizesGiven parse_sizes(const std::string& words, const Space& space) {
    SizesGiven given;
    for (const std::string_view size : split(words, ',')) {
        if (size.find(to) == size.npos)
            given.sizes.push_back(read_size(size, space));
        else
            given.ranges.push_back(read_range(std::string(size), space));
    }
    return given;
}

std::vector<Names> read_sizes(const std::string& words, const Space& space) {
    std::vector<Names> all;
    for (const std::string_view size : split(words, ',')) {
        const SizesGiven given = parse_sizes(std::string(size), space);
        all.insert(all.end(), given.sizes.begin(), given.sizes.end());
        for (const SizeRange& range : given.ranges) {
            const std::vector<Names> some = spread(range);
            all.insert(all.end(), some.begin(), some.end());
        }
    }
    return all;
}

}  // namespace hone::cli
