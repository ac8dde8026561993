// SPDX-License-Identifier: MIT
// Files with a common device are joined to groups (union-find over file numbers).
#include "reports/site/file_groups.hpp"

#include <numeric>

#include "db/store/store.hpp"

namespace hone {
namespace {

std::size_t root_of(std::vector<std::size_t>& parents, std::size_t file) {
    while (parents[file] != file) file = parents[file] = parents[parents[file]];
    return file;
}

}  // namespace

FileGroups file_groups(const std::vector<std::filesystem::path>& files) {
    FileGroups found;
    std::vector<std::size_t> parents(files.size());
    std::iota(parents.begin(), parents.end(), std::size_t{0});
    std::map<std::string, std::size_t> first_with;
    for (std::size_t file = 0; file < files.size(); ++file) {
        Store store(files[file], Access::read);
        for (auto& [id, device] : store.devices()) {
            const auto [at, is_new] = first_with.try_emplace(id, file);
            parents[root_of(parents, file)] = root_of(parents, at->second);
            found.devices.emplace(id, std::move(device));
        }
    }
    std::map<std::size_t, std::vector<std::filesystem::path>> groups;
    for (std::size_t file = 0; file < files.size(); ++file)
        groups[root_of(parents, file)].push_back(files[file]);
    for (auto& [root, group] : groups) found.groups.push_back(std::move(group));
    return found;
}

}  // namespace hone
