// SPDX-License-Identifier: MIT
// What an output holds before a run that is checked. Each of the runs finds another poison, so that
// no kernel is right because of what it finds: not a maximum that never starts, nor one that writes
// only where the result is missing.
#pragma once

#include <cstdint>

#include "kernels/launch/element.hpp"

namespace hone {

/// The poison of a run: first NaN, then large numbers, then by turns large ones below zero and such
/// as a result may be, and so on. Of integers: first the sign bit, then close to the
/// largest, then small ones.
FillPattern poison(const Element& element, std::uint64_t run);

/// How many kinds of poison there are.
constexpr std::uint64_t poisons = 3;

}  // namespace hone
