// SPDX-License-Identifier: MIT
// The tables of a space in TOML that say what is launched: [loops], [[prepare]], [[launch]], and the
// reference's launches of [check].
#pragma once

#include <vector>

#include "spaces/formats/toml_document.hpp"

namespace hone::readers {

void read_toml_loops(TomlDocument& document, const Entry& entry, Space& space);

/// A list of launches; those that name a loop name one of the space's.
std::vector<LaunchStep> read_toml_launches(TomlDocument& document, const Entry& entry,
                                           const Space& space);

/// A launch has as many local as global sizes, one to three, or no local ones where the driver chooses.
void check_shape(TomlDocument& document, const Location& location, const LaunchStep& step);

}  // namespace hone::readers
