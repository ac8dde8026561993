// SPDX-License-Identifier: MIT
// Programs as they were built, on disk and shared by processes: bytes by key. An entry that is
// damaged, foreign or of another key is as good as none, and nothing here ever fails an
// application.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "db/program/private_folder.hpp"

namespace hone::program {

/// The user's folder for caches: XDG_CACHE_HOME, unless it is relative, else ~/.cache; an empty path
/// where there is no home.
std::filesystem::path cache_home();

class ProgramCache {
  public:
    static constexpr std::uintmax_t default_bytes = std::uintmax_t{256} << 20U;

    /// In this folder, with at most so many bytes; the least recently used entries go first. An
    /// empty path is a cache that keeps nothing.
    explicit ProgramCache(std::filesystem::path folder, std::uintmax_t most_bytes = default_bytes);
    /// The user's: the folder `programs` of HONE_CACHE, else of hone/ in XDG_CACHE_HOME. None with
    /// HONE_CACHE=off, nor with a relative path, of which a line says so.
    static ProgramCache of_user();

    /// What was written with this key.
    std::optional<std::string> read(const std::string& key) const;
    void write(const std::string& key, std::string_view content) const;
    void remove(const std::string& key) const;

  private:
    void trim(const PrivateFolder& folder) const;

    std::filesystem::path folder_;
    std::uintmax_t most_bytes_;
};

}  // namespace hone::program
