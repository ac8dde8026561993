// SPDX-License-Identifier: MIT
// Reads the TOML tables of launches: [loops], [[prepare]], [[launch]], and the reference's launches
// of [check].
#pragma once

#include <vector>

#include "spaces/formats/toml_document.hpp"

namespace hone::readers {

void read_toml_loops(TomlDocument& document, const Entry& entry, Space& space);

/// Reads a list of launches. A loop that they name must be one of the space's.
std::vector<LaunchStep> read_toml_launches(TomlDocument& document, const Entry& entry,
                                           const Space& space);

/// Checks that a launch has as many local as global sizes, one to three, or no local ones if the
/// driver chooses.
void check_shape(TomlDocument& document, const Location& location, const LaunchStep& step);

}  // namespace hone::readers
