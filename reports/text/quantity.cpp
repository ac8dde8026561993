// SPDX-License-Identifier: MIT
// Divides by the unit's factor until the printed number is small enough. It is rounded first, so
// that 999.96 ns reads 1.00 µs and not 1000 ns.
#include "reports/text/quantity.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include <fmt/format.h>

namespace hone::human {

namespace {

using Units = std::span<const std::string_view>;

int decimals(double number) {
    const double size = std::abs(number);
    if (size < 9.995) return 2;
    return size < 99.95 ? 1 : 0;
}

std::string three_digits(double number) {
    return fmt::format("{:.{}f}", number, decimals(number));
}

std::string without_zeros(std::string digits) {
    if (digits.find('.') == std::string::npos) return digits;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.ends_with('.')) digits.pop_back();
    return digits;
}

struct Scaled {
    double number;
    std::string_view unit;
};

Scaled scaled(double number, double factor, Units units) {
    std::size_t i = 0;
    for (; i + 1 < units.size() && std::round(std::abs(number)) >= factor; ++i) number /= factor;
    return {number, units[i]};
}

std::string decimal(double number, Units units) {
    if (!std::isfinite(number)) return "–";
    const auto [small, unit] = scaled(number, 1000, units);
    return fmt::format("{} {}", three_digits(small), unit);
}

// Two units for long times: "2 min 05 s".
std::string long_time(std::int64_t seconds) {
    const auto two = [](std::int64_t large, auto unit, std::int64_t small, auto rest) {
        return fmt::format("{} {} {:02} {}", large, unit, small, rest);
    };
    if (seconds < 3600) return two(seconds / 60, "min", seconds % 60, "s");
    return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
}

}  // namespace

std::string time(double nanoseconds) {
    constexpr std::array<std::string_view, 4> units{"ns", "µs", "ms", "s"};
    const double seconds = std::round(nanoseconds / 1e9);
    if (seconds >= 60 && seconds < 1e9) return long_time(static_cast<std::int64_t>(seconds));
    return decimal(nanoseconds, units);
}

std::string bytes(double count) {
    constexpr std::array<std::string_view, 6> units{"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    if (!std::isfinite(count)) return "–";
    const auto [small, unit] = scaled(count, 1024, units);
    return fmt::format("{} {}", without_zeros(three_digits(small)), unit);
}

std::string flops(double per_second) {
    constexpr std::array<std::string_view, 6> units{"FLOP/s",  "kFLOP/s", "MFLOP/s",
                                                    "GFLOP/s", "TFLOP/s", "PFLOP/s"};
    return decimal(per_second, units);
}

std::string bandwidth(double bytes_per_second) {
    constexpr std::array<std::string_view, 6> units{"B/s", "kB/s", "MB/s", "GB/s", "TB/s", "PB/s"};
    return decimal(bytes_per_second, units);
}

std::string energy(double joules) {
    constexpr std::array<std::string_view, 5> units{"nJ", "µJ", "mJ", "J", "kJ"};
    return decimal(joules * 1e9, units);
}

std::string power(double watts) {
    constexpr std::array<std::string_view, 3> units{"mW", "W", "kW"};
    return decimal(watts * 1e3, units);
}

std::string count(std::int64_t number) {
    return count(fmt::to_string(number));
}

std::string count(std::string_view digits) {
    std::string grouped(digits);
    const std::size_t first = digits.starts_with('-') ? 1 : 0;
    for (std::size_t position = grouped.size(); position > first + 3;)
        grouped.insert(position -= 3, 1, ',');
    return grouped;
}

std::string figure(double value, std::string_view unit) {
    struct Reading {
        std::string_view unit;
        std::string (*words)(double value);
    };
    constexpr std::array<Reading, 4> readings{
        {{"B/s", bandwidth}, {"FLOP/s", flops}, {"ns", time}, {"B", bytes}}};
    for (const Reading& reading : readings)
        if (reading.unit == unit) return reading.words(value);
    if (unit.empty()) return value > 0 ? "yes" : "no";
    return fmt::format("{} {}", three_digits(value), unit);
}

std::string percent(double share) {
    if (!std::isfinite(share)) return "–";
    return fmt::format("{} %", without_zeros(three_digits(share * 100)));
}

}  // namespace hone::human
