// SPDX-License-Identifier: MIT
// What is wrong with a query, before anything is looked up for it.
#pragma once

#include <string>

#include "db/lookup/catalog.hpp"

namespace hone::lookup {

/// Whether an argument is said more than once.
bool says_twice(const Settings& problem);

/// Each argument once, with the value that was said last.
Settings each_once(const Settings& problem);

/// Why no kernel can answer the query: a name, a type or a value that none of them takes, or an
/// extent that is not said. Empty where nothing is wrong.
std::string complaint_about(const Query& query, const Catalog& catalog);

}  // namespace hone::lookup
