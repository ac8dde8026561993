// SPDX-License-Identifier: MIT
// Numbers as a person reads them: three significant digits and a fitting unit. Exact values stay
// numbers; these texts are for display only.
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

/// "4.66 TB/s": powers of 1000, as the makers of memory count.
std::string bandwidth(double bytes_per_second);

/// "8.45 mJ".
std::string energy(double joules);

/// "681 W".
std::string power(double watts);

/// "116,928".
std::string count(std::int64_t number);
/// The same for a number of any length, in digits.
std::string count(std::string_view digits);

/// A figure of a known unit, "B/s", "FLOP/s", "ns" or "B", as above; "yes" or "no" where it has
/// none.
std::string figure(double value, std::string_view unit);

/// "12.5 %" for 0.125.
std::string percent(double share);

}  // namespace hone::human
