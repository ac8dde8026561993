// SPDX-License-Identifier: MIT
// A cache of built programs on disk, shared by processes: bytes by key. An entry that is damaged,
// belongs to another user or has another key counts as missing. Errors of the cache never make an
// application fail.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "db/program/private_folder.hpp"

namespace hone::program {

class ProgramCache {
  public:
    static constexpr std::uintmax_t default_bytes = std::uintmax_t{256} << 20U;

    /// Keeps at most `most_bytes` in this folder; the least recently used entries are removed
    /// first. With an empty path, the cache keeps nothing.
    explicit ProgramCache(std::filesystem::path folder, std::uintmax_t most_bytes = default_bytes);
    /// The user's cache: the folder `programs` of HONE_CACHE, else of hone/ in XDG_CACHE_HOME. With
    /// HONE_CACHE=off there is no cache. A relative path disables it, too, and prints a warning.
    static ProgramCache of_user();

    /// The content written with this key.
    std::optional<std::string> read(const std::string& key) const;
    void write(const std::string& key, std::string_view content) const;
    void remove(const std::string& key) const;

  private:
    void trim(const PrivateFolder& folder) const;

    std::filesystem::path folder_;
    std::uintmax_t most_bytes_;
};

}  // namespace hone::program
