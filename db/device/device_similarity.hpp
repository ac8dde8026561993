// SPDX-License-Identifier: MIT
// How near two devices are to each other, whatever their drivers call them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "db/model/device.hpp"

namespace hone::lookup {

/// From strangers to twins; each includes those before it.
enum class Kin { none, type, vendor, architecture, board, driver };
constexpr auto words_of(Kin /*any*/) {
    return std::array<std::string_view, 6>{"none",         "type",  "vendor",
                                           "architecture", "board", "driver"};
}

/// A name without what drivers add and leave out over the years: "NVIDIA GeForce RTX 3080" is
/// "geforce rtx 3080", "Intel(R) Xeon(R)" is "xeon".
std::string plain_name(const Device& device);

/// How near they are. The plain names are handed in, since one side's are known beforehand.
Kin kin(const Device& a, const std::string& name_of_a, const Device& b,
        const std::string& name_of_b);

}  // namespace hone::lookup
