// SPDX-License-Identifier: MIT
// Numbers for display: three significant digits and a fitting unit. Exact values stay numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hone::human {

/// "480 ns", "12.3 µs", "1.50 s", "2 min 05 s", "1 h 30 min".
std::string time(double nanoseconds);

/// "48 KiB", "1.5 GiB": powers of 1024, without zeros at the end.
std::string bytes(double count);

/// "43.9 TFLOP/s".
std::string flops(double per_second);

/// "4.66 TB/s": powers of 1000, as memory vendors count.
std::string bandwidth(double bytes_per_second);

/// "8.45 mJ".
std::string energy(double joules);

/// "681 W".
std::string power(double watts);

/// "116,928".
std::string count(std::int64_t number);
/// The same for a number of any length, given as digits.
std::string count(std::string_view digits);

/// A figure with a unit, "B/s", "FLOP/s", "ns" or "B", formatted as above; without a unit "yes" or
/// "no".
std::string figure(double value, std::string_view unit);

/// "12.5 %" for 0.125.
std::string percent(double share);

}  // namespace hone::human
