// SPDX-License-Identifier: MIT
// What this user has chosen to run on this machine. A database can say of itself whatever its author
// likes; this is said outside of every database, in a folder that nobody else can write.
#pragma once

#include <string>

namespace hone {

/// A kernel by its id, the file of a search space by its path, options of a compiler as they are.
enum class TextKind { kernel, file, options };

/// Notes that the user has chosen this. Where nothing can be noted, it is not chosen later either.
void choose_text(TextKind kind, const std::string& what);

/// Whether the user chose this before.
bool is_chosen_text(TextKind kind, const std::string& what);

}  // namespace hone
