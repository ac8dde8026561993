// SPDX-License-Identifier: MIT
// The files that a writer keeps beside a database: a write-ahead log or a journal. A reader of the
// database file alone misses the content of the log, and reads what the journal would undo.
#pragma once

#include <filesystem>

namespace hone {

/// Whether the file has a journal. An empty journal does not count.
bool has_journal(const std::filesystem::path& file);

/// Whether a process writes the file, or was killed while writing: the file has a journal or a log.
bool has_log(const std::filesystem::path& file);

}  // namespace hone
