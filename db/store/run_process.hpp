// SPDX-License-Identifier: MIT
// A run that was killed says for ever that it goes on: whether it does is asked of the system.
#pragma once

#include <string_view>

#include "db/model/run.hpp"

namespace hone {

/// Whether the run says that it goes on, though the process on this host that made it is gone. A
/// process that began after the run is another one that got its number. Of the processes of other
/// hosts nothing is known here.
bool ended_early(const Run& run);

/// How the run went, as a person is told: "ended early", or its state.
std::string_view state_words(const Run& run);

}  // namespace hone
