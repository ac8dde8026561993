// SPDX-License-Identifier: MIT
// What applications may ask of a device: each routine that comes with hone, in each precision and
// layout that the device can compute.
#pragma once

#include <string>
#include <vector>

#include "tuner/planning/size_plan.hpp"

namespace hone {

struct Slot {
    std::string routine, precision;
    std::vector<Space> spaces;  // of the kernels that can run it
    SizesWanted sizes;
    double weight = 1;  // how often applications ask for it, beside other slots

    /// "gemm f32 TA=1 TB=0".
    std::string words() const;
};

/// The slots of a device in one precision, or in every one where that is empty. Sizes go up to what
/// takes a moment at the device's peaks, as far as the store knows these.
std::vector<Slot> slots_of(const LocalDevice& device, const std::string& precision,
                           std::uint64_t seed, Store& store);

}  // namespace hone
