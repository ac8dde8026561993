// SPDX-License-Identifier: MIT
// The databases of a report: one is read as it is, several are merged in memory. None of them is
// changed, not even one of an older schema.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

/// All of these as one store. Throws a StoreError for a file that is no database of hone.
std::unique_ptr<Store> open_sources(const std::vector<std::filesystem::path>& files);

}  // namespace hone
