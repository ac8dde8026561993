// SPDX-License-Identifier: MIT
// Numbers of files in an element's type. Reals are rounded; an integer is stored as it is or not at
// all.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/launch/element.hpp"

namespace hone {

/// A whole number of up to 64 bits and a sign.
struct WholeNumber {
    std::uint64_t magnitude;
    bool is_negative;
};

/// Writes the number; returns false if it is outside of the element's type.
bool put_exactly(const Element& element, WholeNumber number, std::byte* to);

/// The same; also false if the element is an integer and the number is not whole, and if a finite
/// number becomes infinite.
bool put_exactly(const Element& element, double number, std::byte* to);

}  // namespace hone
