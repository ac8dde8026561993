// SPDX-License-Identifier: MIT
// The databases that a report is made from: one is read as it is, several become one in memory.
// None of them is changed, not even one of an older schema.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

/// All of these as one store. Throws a StoreError for a file that is no database of hone's.
std::unique_ptr<Store> open_sources(const std::vector<std::filesystem::path>& files);

}  // namespace hone
