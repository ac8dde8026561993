// SPDX-License-Identifier: MIT
// Databases with a common device are read together, all others one after the other.
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

/// Reads the devices of each database. Throws a StoreError for a file that is not a database of
/// hone.
FileGroups file_groups(const std::vector<std::filesystem::path>& files);

}  // namespace hone
