// SPDX-License-Identifier: MIT
// The ladder of a kernel as it was climbed: named steps from plain to tuned, with their times.
#pragma once

#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"

namespace hone {

/// One step: its name, what it changed, and the trial that timed it.
struct Climbed {
    std::string name;
    const Shot* shot = nullptr;
};

/// The steps of the last ladder that was climbed in this account, in order, under the names that
/// the kernel's space gives them; none where none was climbed.
std::vector<Climbed> rungs_of(const Account& account, const std::string& space);

}  // namespace hone
