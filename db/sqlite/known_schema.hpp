// SPDX-License-Identifier: MIT
// Whether the schema of a file is hone's own. A schema is a program: views recurse, triggers write,
// defaults compute. Only one whose every text this or an older version of hone makes is used.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "db/sqlite/sqlite.hpp"

namespace hone {

/// A table, an index, a view or a trigger, as sqlite_schema lists it.
struct SchemaObject {
    std::string type, name, sql;
};

/// What the database has; past a number that no version of hone has, nothing more is read.
std::vector<SchemaObject> schema_objects(Connection& connection);

/// Throws a StoreError that names the first object which no hone of this version makes. The texts
/// of views are not looked at: has_own_views() does.
void refuse_foreign_objects(const Connection& connection, std::int64_t version,
                            const std::vector<SchemaObject>& objects);

/// Whether every view has today's text, so that it can be read as it is.
bool has_own_views(const std::vector<SchemaObject>& objects);

/// Makes the views of today within this connection: they stand before those of the file.
void make_own_views(Connection& connection);

}  // namespace hone
