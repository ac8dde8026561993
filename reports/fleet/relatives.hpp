// SPDX-License-Identifier: MIT
// Devices of one architecture, and the problems of one family that several of them have.
#pragma once

#include <string>
#include <vector>

#include "reports/fleet/fleet.hpp"

namespace hone {

/// The fewest devices of one architecture that can contradict one of them.
constexpr std::size_t fewest_relatives = 4;

struct Relatives {
    std::string family;                   // "gemm f32"
    std::vector<std::size_t> devices;     // indexes in the fleet
    std::vector<std::uint32_t> problems;  // that enough of them have
};

/// Every group in which at least that many devices have each problem.
std::vector<Relatives> relatives(const DeviceFleet& fleet, std::size_t fewest);

}  // namespace hone
