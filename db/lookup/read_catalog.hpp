// SPDX-License-Identifier: MIT
// The catalog of several databases. A file that cannot be read is listed with the reason.
#pragma once

#include <filesystem>
#include <vector>

#include "db/lookup/catalog.hpp"

namespace hone::lookup {

/// Reads the files in this order; of what several have, the first counts. Of Trust::own `is_own` asks for
/// more than that a database calls a kernel its own.
Catalog read_catalog(const std::vector<std::filesystem::path>& files, Trust trust,
                     const IsOwn& is_own = {});

}  // namespace hone::lookup
