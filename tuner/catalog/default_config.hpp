// SPDX-License-Identifier: MIT
// What a kernel's text does when nobody chooses: "#define MWG 64  // rows". Tuning is measured
// against it, and applications fall back on it.
#pragma once

#include <optional>
#include <string>

#include "spaces/candidates/decision_diagram.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// The choice that the text itself makes; nothing unless it defines every parameter as one of the
/// values that it may have. Whether that is legal for some problem is another question.
std::optional<Config> default_config(const std::string& source, const Space& space);

}  // namespace hone
