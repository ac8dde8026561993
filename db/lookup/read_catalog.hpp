// SPDX-License-Identifier: MIT
// The catalog of several databases. Files that cannot be read are listed with the reason.
#pragma once

#include <filesystem>
#include <vector>

#include "db/lookup/catalog.hpp"

namespace hone::lookup {

/// Reads the files in this order; if several have an entry, the first counts. With Trust::own,
/// `is_own` decides whether a kernel that a database claims as its own may be used.
Catalog read_catalog(const std::vector<std::filesystem::path>& files, Trust trust,
                     const IsOwn& is_own = {});

}  // namespace hone::lookup
