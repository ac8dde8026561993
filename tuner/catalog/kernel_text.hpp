// SPDX-License-Identifier: MIT
// A kernel in the form that the store keeps: its source, its space and its recipe.
#pragma once

#include "db/model/kernel.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The kernel of a space with both texts; throws an environment Error if its file cannot be read.
Kernel kernel_of(const Space& space);

}  // namespace hone
