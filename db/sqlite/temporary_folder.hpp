// SPDX-License-Identifier: MIT
// A folder for temporary files.
#pragma once

#include <filesystem>

namespace hone {

/// A folder with an unpredictable name; it is removed with its content on destruction. Throws a
/// StoreError if it cannot be created.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    std::filesystem::path operator/(const std::filesystem::path& name) const {
        return path_ / name;
    }

  private:
    std::filesystem::path path_;
};

}  // namespace hone
