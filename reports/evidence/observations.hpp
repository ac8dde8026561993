// SPDX-License-Identifier: MIT
// From trials to numbers: the configs of one account as levels of their parameters.
#pragma once

#include "reports/evidence/evidence.hpp"
#include "reports/evidence/fanova.hpp"

namespace hone {

/// What was measured in a account: each config once, with the logarithm of its time, because what a
/// choice costs multiplies. Parameters that never changed are left out; so many configs at most,
/// evenly taken.
Observations observations_of(const Account& account, std::size_t most);

}  // namespace hone
