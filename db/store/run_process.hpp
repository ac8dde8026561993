// SPDX-License-Identifier: MIT
// A killed run stays marked as running, so the system is asked whether its process still exists.
#pragma once

#include <string_view>

#include "db/model/run.hpp"

namespace hone {

/// Whether the run is marked as running, although its process on this host is gone. A process that
/// started after the run is another one with the same id. Processes of other hosts cannot be
/// checked.
bool ended_early(const Run& run);

/// The state of the run in words: "ended early", or its state.
std::string_view state_words(const Run& run);

}  // namespace hone
