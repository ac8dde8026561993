// SPDX-License-Identifier: MIT
// A quantity is a number and a unit from a table. Numbers are exact: 1e6 is a million, 1.5Ki is
// 1536. A number that does not fit is an error and is never rounded.
#include "tuner/cli/options/quantities.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "spaces/base/error.hpp"

namespace hone::cli {

namespace {

struct Unit {
    std::string_view name;
    std::int64_t factor;
};

// In both tables a unit must come before its own suffixes.
constexpr std::array durations{
    Unit{"ns", 1},
    Unit{"us", 1'000},
    Unit{"ms", 1'000'000},
    Unit{"s", 1'000'000'000},
    Unit{"min", 60'000'000'000},
    Unit{"m", 60'000'000'000},
    Unit{"h", 3'600'000'000'000},
};

constexpr std::array multiples{
    Unit{"Ki", 1LL << 10},
    Unit{"Mi", 1LL << 20},
    Unit{"Gi", 1LL << 30},
    Unit{"Ti", 1LL << 40},
    Unit{"k", 1'000},
    Unit{"M", 1'000'000},
    Unit{"G", 1'000'000'000},
    Unit{"T", 1'000'000'000'000},
    Unit{"", 1},
};

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view what,
                         std::string_view examples) {
    throw Error(Exit::usage, fmt::format("{}: '{}' is not {}", option, text, what),
                fmt::format("write it as {}", examples));
}

// The number in units of 1; nullopt if it is not a number or the table lacks its unit.
std::optional<Number> scaled(std::string_view text, std::span<const Unit> units) {
    for (const auto& [name, factor] : units) {
        if (!text.ends_with(name)) continue;
        const Number number =
            Number::parse(text.substr(0, text.size() - name.size())) * Number(factor);
        return number.exists() ? std::optional(number) : std::nullopt;
    }
    return std::nullopt;
}

bool begins_as_number(std::string_view text) {
    return std::isdigit(static_cast<unsigned char>(text.front())) != 0 ||
           std::string_view("+-.").find(text.front()) != std::string_view::npos;
}

bool is_plain_word(std::string_view text) {
    const auto letter = [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '.' || c == '-';
    };
    return !text.empty() && !begins_as_number(text) && std::ranges::all_of(text, letter);
}

std::optional<Value> value_of(std::string_view text) {
    if (is_plain_word(text)) return std::string(text);
    if (const auto number = scaled(text, multiples)) return *number;
    return std::nullopt;
}

// "n=1Mi"; nullopt if the text is not such a pair.
std::optional<std::pair<std::string, Value>> pair_of(std::string_view text) {
    const auto sign = text.find('=');
    if (sign == std::string_view::npos || !is_plain_word(text.substr(0, sign))) return std::nullopt;
    const auto value = value_of(text.substr(sign + 1));
    if (!value) return std::nullopt;
    return std::pair(std::string(text.substr(0, sign)), *value);
}

/// Whether the value of NAME=VALUE is an integer that does not fit into 64 bits.
bool is_too_large(std::string_view pair) {
    const std::string_view value = pair.substr(std::min(pair.find('=') + 1, pair.size()));
    constexpr std::size_t digits = std::numeric_limits<std::int64_t>::digits10;
    return value.size() > digits &&
           std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c) != 0; });
}

}  // namespace

std::chrono::nanoseconds read_duration(std::string_view text, std::string_view option) {
    const auto number = scaled(text, durations);
    if (!number || number->numerator() < 0) refuse(option, text, "a duration", "90s, 10m or 1h");
    return std::chrono::nanoseconds(number->numerator() / number->denominator());
}

std::int64_t read_count(std::string_view text, std::string_view option) {
    const auto number = scaled(text, multiples);
    if (!number || !number->whole() || number->numerator() < 0)
        refuse(option, text, "a count", "1000, 1e6, 16Ki or 1Mi");
    return number->numerator();
}

double read_share(std::string_view text, std::string_view option) {
    constexpr std::array shares{Unit{"%", 1}, Unit{"", 100}};
    const auto hundredths = scaled(text, shares);
    if (!hundredths || hundredths->real() < 0 || hundredths->real() > 100)
        refuse(option, text, "a share from 0 to 1", "5% or 0.05");
    return hundredths->real() / 100;
}

double read_percentage(std::string_view text, std::string_view option) {
    const Number number =
        Number::parse(text.ends_with('%') ? text.substr(0, text.size() - 1) : text);
    if (number.exists() && number.numerator() >= 0) return number.real() / 100;
    throw Error(Exit::usage, fmt::format("{} takes a percentage, not '{}'", option, text),
                "such as 5");
}

Names read_names(std::string_view text, std::string_view option) {
    Names names;
    for (std::string_view rest = text;;) {
        const auto comma = std::min(rest.find(','), rest.size());
        const auto pair = pair_of(rest.substr(0, comma));
        if (!pair && is_too_large(rest.substr(0, comma)))
            throw Error(Exit::usage,
                        fmt::format("{}: '{}' is larger than 9,223,372,036,854,775,807", option,
                                    rest.substr(0, comma)));
        if (!pair)
            refuse(option, rest.substr(0, comma), "NAME=VALUE",
                   "M=512,N=512,K=512 or n=1048576,operation=dot");
        if (!names.insert(*pair).second)
            throw Error(Exit::usage, fmt::format("{}: '{}' is given twice", option, pair->first));
        if (comma == rest.size()) return names;
        rest.remove_prefix(comma + 1);
    }
}

}  // namespace hone::cli
