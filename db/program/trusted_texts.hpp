// SPDX-License-Identifier: MIT
// The sources and options that the user has chosen to run on this machine. The list is kept outside
// of the databases, in a folder that only the user can write, because a database could claim
// anything.
#pragma once

#include <string>

namespace hone {

/// A kernel is named by its id, the file of a search space by its path, and compiler options by
/// their text.
enum class TextKind { kernel, file, options };

/// Records that the user has chosen this. If it cannot be recorded, is_trusted_text() will return
/// false.
void trust_text(TextKind kind, const std::string& what);

/// Whether the user has chosen this before.
bool is_trusted_text(TextKind kind, const std::string& what);

}  // namespace hone
