// SPDX-License-Identifier: MIT
// The problems that applications may have on a device: each routine that comes with hone, in each
// precision and layout that the device can compute.
#pragma once

#include <string>
#include <vector>

#include "tuner/planning/size_plan.hpp"

namespace hone {

struct Slot {
    std::string routine, precision;
    std::vector<Space> spaces;  // the kernels that can run it
    SizesWanted sizes;
    double weight = 1;  // how often applications use it, relative to other slots

    /// "gemm f32 TA=1 TB=0".
    std::string words() const;
};

/// The slots of a device in one precision, or in all of them if `precision` is empty. The largest
/// size takes a moment at the device's peaks, as far as the store knows them.
std::vector<Slot> slots_of(const LocalDevice& device, const std::string& precision,
                           std::uint64_t seed, Store& store);

}  // namespace hone
