// SPDX-License-Identifier: MIT
// The identity of a hone database: its application id, its version, and the migrations between
// versions. All SQL is in files; this code only runs them in order.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// "hone" in ASCII, in the header of each hone database: `file` and SQLite recognize it.
constexpr std::int64_t application_id = 0x686f6e65;

/// The steps from an empty file to the current schema, in order; the n-th leads to version n.
std::vector<std::string_view> migrations();

/// The oldest schema that the current queries can read without a migration.
constexpr std::int64_t oldest_readable = 3;

/// The SQL of db/sqlite/queries/*/NAME.sql; names are unique. {{seal_of_tuned}} and the like in a
/// file are replaced by the expressions of fingerprints.sql.
std::string query_text(std::string_view name);

/// The names of all queries.
std::vector<std::string_view> query_names();

/// Migrates the database from its version to the last of the steps, completely or not at all.
void migrate(Connection& connection, std::span<const std::string_view> steps);

/// Replaces every view by its current text.
void remake_views(Connection& connection);

/// Makes an older database readable for the current queries without a migration: temporary views of
/// this connection give its tables their current names.
void read_as_today(Connection& connection);

/// The schema version that the database has stored.
std::int64_t version_of(Connection& connection);

/// Whether older tables are shown under their current names or as they are stored. Databases older
/// than oldest_readable can only be opened as stored, to be copied.
enum class Reading { as_today, as_stored };

/// Opens a hone database. For writing, it creates a missing file and its folders, and migrates the
/// file to the current schema. Throws a StoreError with the fault of the file. Statements have a
/// limit that depends on the size of the file, until the caller lifts it for writing.
Connection open_database(const std::filesystem::path& file, Access access,
                         std::chrono::milliseconds lock_timeout,
                         Reading reading = Reading::as_today);

}  // namespace hone
