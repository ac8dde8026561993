// SPDX-License-Identifier: MIT
// The TOML table [command] of a space: a program that is run instead of a kernel.
#pragma once

#include "spaces/formats/toml_document.hpp"

namespace hone::readers {

/// Read it last: it names parameters, and it excludes all tables of a kernel.
void read_toml_command(TomlDocument& document, const Entry& entry, Space& space);

}  // namespace hone::readers
