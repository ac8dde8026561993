// SPDX-License-Identifier: MIT
// The table [command] of a space in TOML: a program that is run in a kernel's place.
#pragma once

#include "spaces/formats/toml_document.hpp"

namespace hone::readers {

/// Reads it last: it names parameters, and a program has nothing that a kernel has.
void read_toml_command(TomlDocument& document, const Entry& entry, Space& space);

}  // namespace hone::readers
