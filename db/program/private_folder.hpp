// SPDX-License-Identifier: MIT
// A folder whose files only this user can read, change or replace. Programs are loaded from it, so
// files that another user could have written are not read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone::program {

/// An open file or folder, closed on destruction.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor();

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }

  private:
    int number_;
};

/// A folder of this user alone. Its functions do not throw; their results show a failure.
class PrivateFolder {
  public:
    struct File {
        std::string name;
        std::uintmax_t bytes = 0;
        std::int64_t used = 0;  // nanoseconds since 1970
    };

    /// Opens the folder, with mode 0700. Returns nullopt if it is a link, belongs to another user
    /// or is accessible to others. With `create`, a missing folder is created.
    static std::optional<PrivateFolder> open(const std::filesystem::path& path, bool create);

    /// The content of a file; marks it as used now. Returns nullopt if the file is a link, belongs
    /// to another user, is accessible to others, or has a second hard link.
    std::optional<std::string> read(const std::string& name) const;
    /// Writes a temporary file and renames it, so that a reader sees all of it or nothing.
    bool write(const std::string& name, std::string_view bytes) const;
    void remove(const std::string& name) const;
    /// All regular files.
    std::vector<File> files() const;

  private:
    explicit PrivateFolder(Descriptor folder) : folder_(std::move(folder)) {}
    Descriptor folder_;
};

}  // namespace hone::program
