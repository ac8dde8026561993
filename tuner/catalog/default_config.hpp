// SPDX-License-Identifier: MIT
// The defaults of a kernel's source: "#define MWG 64  // rows". Tuning is compared with them, and
// applications fall back on them.
#pragma once

#include <optional>
#include <string>

#include "spaces/candidates/decision_diagram.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The config of these defaults; nullopt unless the source defines every parameter as one of its
/// values. It need not be legal for every problem.
std::optional<Config> default_config(const std::string& source, const Space& space);

}  // namespace hone
