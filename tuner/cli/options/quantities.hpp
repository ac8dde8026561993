// SPDX-License-Identifier: MIT
// Parses the numbers of a command line. A malformed number is a usage Error that names the option
// and shows a valid value.
#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include "spaces/language/value.hpp"

namespace hone::cli {

/// "90s", "10m", "1h", "250ms", "1.5h"; a number without a unit is an error.
std::chrono::nanoseconds read_duration(std::string_view text, std::string_view option);

/// "1048576", "1e6", "16Ki", "1.5Mi", "64M": an integer ≥ 0; suffixes are powers of 1024 or 1000.
std::int64_t read_count(std::string_view text, std::string_view option);

/// "5%" or "0.05", from 0 to 1.
double read_share(std::string_view text, std::string_view option);

/// "5" or "5%": a percentage ≥ 0, returned as a fraction.
double read_percentage(std::string_view text, std::string_view option);

/// "n=1Mi,operation=dot": names with numbers, written as above, or with words.
Names read_names(std::string_view text, std::string_view option);

}  // namespace hone::cli
