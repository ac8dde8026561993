// SPDX-License-Identifier: MIT
// A place for files that nobody needs later.
#pragma once

#include <filesystem>

namespace hone {

/// A folder under a name that nobody can know before; it goes with all that is in it. Throws a
/// StoreError where none can be made.
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
