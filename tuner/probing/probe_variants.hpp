// SPDX-License-Identifier: MIT
// The ways in which a probe is tried. On a GPU many small accesses hide latency, on a CPU a few
// wide ones fill the vector units, and which of them is best differs from model to model.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "db/model/device.hpp"

namespace hone {

/// What is probed for speed.
enum class Probing { read, copy, multiply_add, local };

/// One way: how wide, how many at once, by how many work-items.
struct Way {
    std::size_t width;   // elements of one access
    std::size_t flight;  // accesses or chains at once
    std::size_t items;   // of a work-group
    std::size_t groups;  // for each compute unit
    std::string_view multiply_add = "fma";

    /// "float4, 8 in flight, 4 groups of 256 a unit".
    std::string words(std::string_view element) const;
    /// What the compiler is told of it.
    std::string defines(std::string_view element) const;
};

/// The ways that are worth trying on this device.
std::span<const Way> ways(Probing what, const Device& device);

}  // namespace hone
