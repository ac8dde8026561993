// SPDX-License-Identifier: MIT
// Validates a query before the lookup.
#pragma once

#include <string>

#include "db/lookup/catalog.hpp"

namespace hone::lookup {

/// Whether an argument is given more than once.
bool says_twice(const Settings& problem);

/// Each argument once, with its last value.
Settings each_once(const Settings& problem);

/// Why no kernel can answer the query: a name, a type or a value that no kernel accepts, or a
/// missing extent. Empty if the query is valid.
std::string complaint_about(const Query& query, const Catalog& catalog);

}  // namespace hone::lookup
