// SPDX-License-Identifier: MIT
// Prints the results of `hone tune --transfer`.
#pragma once

#include <vector>

#include "tuner/campaigns/transfer_check.hpp"

namespace hone::cli {

/// Prints a row for each config: its time, and the time of the device's own best as a share of it.
void print_transfer(const std::vector<TransferredConfig>& transferred, bool as_json);

}  // namespace hone::cli
