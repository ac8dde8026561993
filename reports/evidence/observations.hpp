// SPDX-License-Identifier: MIT
// The trials of one kernel and problem as observations for the analysis of variance.
#pragma once

#include "reports/evidence/evidence.hpp"
#include "reports/evidence/fanova.hpp"

namespace hone {

/// Each config once, with the logarithm of its time, because the effects of parameters multiply.
/// Parameters with one value are left out. The number of configs is limited by even sampling.
Observations observations_of(const KernelResults& results, std::size_t most);

}  // namespace hone
