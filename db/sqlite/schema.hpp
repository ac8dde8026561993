// SPDX-License-Identifier: MIT
// What makes an SQLite file a hone database: its mark, its version, and the steps from one version
// to the next. All SQL lies in files; here is only the order in which they run.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// "hone" in ASCII, in the header of each of our files: `file` and SQLite itself can tell them.
constexpr std::int64_t application_id = 0x686f6e65;

/// The steps from an empty file to today's schema, in order; the n-th leads to version n.
std::vector<std::string_view> migrations();

/// The oldest schema that today's queries can read as it is.
constexpr std::int64_t oldest_readable = 3;

/// The SQL of db/sqlite/queries/*/NAME.sql; no two have the same name.
std::string_view query_text(std::string_view name);

/// The names of all queries.
std::vector<std::string_view> query_names();

/// Brings the database from its version to the last of the steps, wholly or not at all.
void migrate(Connection& connection, std::span<const std::string_view> steps);

/// Gives every view its text of today.
void remake_views(Connection& connection);

/// Lets today's queries read an older database without migrating it: temporary views of this
/// connection give its tables today's names.
void read_as_today(Connection& connection);

/// The version of its schema that a database says it has.
std::int64_t version_of(Connection& connection);

/// Whether older tables are shown to today's queries, or left under the names that they have. Those
/// of versions before oldest_readable can be opened as they are stored only, to be copied.
enum class Reading { as_today, as_stored };

/// Opens a hone database and makes it ready: for writing it is made where it is missing (and its
/// folders), and brought to today's schema. Throws a StoreError that says what is wrong with the
/// file. What is asked of it has a limit, by its size, until who goes on to write lifts it.
Connection open_database(const std::filesystem::path& file, Access access,
                         std::chrono::milliseconds lock_timeout,
                         Reading reading = Reading::as_today);

}  // namespace hone
