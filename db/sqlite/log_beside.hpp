// SPDX-License-Identifier: MIT
// What a writer keeps beside a database while it writes: a write-ahead log or a journal. Who reads the
// file alone misses what is in the first, and reads what the second would undo.
#pragma once

#include <filesystem>

namespace hone {

/// Whether a journal lies beside the file. An empty one holds nothing.
bool has_journal(const std::filesystem::path& file);

/// Whether somebody writes the file, or was killed while writing: a journal or a log lies beside it.
bool has_log(const std::filesystem::path& file);

}  // namespace hone
