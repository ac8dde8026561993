// SPDX-License-Identifier: MIT
// How similar two devices are, independent of driver spellings.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "db/model/device.hpp"

namespace hone::lookup {

/// What two devices have in common; each level includes those before it.
enum class DeviceSimilarity { none, type, vendor, architecture, board, driver };
constexpr auto words_of(DeviceSimilarity /*any*/) {
    return std::array<std::string_view, 6>{"none",         "type",  "vendor",
                                           "architecture", "board", "driver"};
}

/// The name without words that drivers add or drop between versions: "NVIDIA GeForce RTX 3080" is
/// "geforce rtx 3080", "Intel(R) Xeon(R)" is "xeon".
std::string normalized_name(const Device& device);

/// How similar two devices are. The caller computes the normalized names once and passes them.
DeviceSimilarity device_similarity(const Device& a, const std::string& name_of_a, const Device& b,
                                   const std::string& name_of_b);

/// Whether times of one device are valid for the other: the same board on the same platform, under
/// any driver. A part of a CPU with another number of compute units is another device.
bool is_same_board(const Device& a, const Device& b);

}  // namespace hone::lookup
