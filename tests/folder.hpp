// SPDX-License-Identifier: MIT
// A temporary folder for one test, unique also among parallel tests.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <string>

namespace hone::test {

/// An empty folder that is removed at the end.
class Folder {
  public:
    Folder()
        // Not below the build, which a user without rights may not be able to enter.
        : path_(std::filesystem::temp_directory_path() /
                ("hone_" + std::to_string(getpid()) + "_" + std::to_string(++count_))) {
        std::filesystem::create_directories(path_);
    }
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

  private:
    static inline int count_ = 0;
    std::filesystem::path path_;
};

}  // namespace hone::test
