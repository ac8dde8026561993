// SPDX-License-Identifier: MIT
// Databases that have a device in common are read together, all others one after the other.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "db/model/device.hpp"

namespace hone {

struct FileGroups {
    std::map<std::string, Device> devices;  // of all databases, by id
    std::vector<std::vector<std::filesystem::path>> groups;
};

/// Reads which devices each database has. Throws a StoreError for a file that is no database of hone.
FileGroups file_groups(const std::vector<std::filesystem::path>& files);

}  // namespace hone
