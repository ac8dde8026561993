// SPDX-License-Identifier: MIT
// The databases of a report: a single one is read directly, several are merged in memory. Reports
// never change a database, even one of an older schema.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

/// All files as one store. Throws a StoreError for a file that is not a database of hone.
std::unique_ptr<Store> open_sources(const std::vector<std::filesystem::path>& files);

}  // namespace hone
