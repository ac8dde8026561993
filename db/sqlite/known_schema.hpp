// SPDX-License-Identifier: MIT
// Whether the schema of a file is hone's own. A schema is executable: views recurse, triggers
// write, defaults compute. So a file is used only if this or an older version of hone makes every
// text of its schema.
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

/// The objects of the database. Stops at a number that no version of hone exceeds.
std::vector<SchemaObject> schema_objects(Connection& connection);

/// Throws a StoreError that names the first object that hone does not make in this version. Does
/// not check the texts of views: has_own_views() does.
void refuse_foreign_objects(const Connection& connection, std::int64_t version,
                            const std::vector<SchemaObject>& objects);

/// Whether every view has its current text, so that it can be used unchanged.
bool has_own_views(const std::vector<SchemaObject>& objects);

/// Makes the current views within this connection; they hide those of the file.
void make_own_views(Connection& connection);

}  // namespace hone
