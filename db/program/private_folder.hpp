// SPDX-License-Identifier: MIT
// A folder of files that nobody but this user can read, change or replace. Programs are loaded from
// it, so whatever somebody else could have put there is not read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hone::program {

/// An open file or folder, closed at the end.
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

/// A folder of this user alone. What fails is not done, and said by the result.
class PrivateFolder {
  public:
    struct File {
        std::string name;
        std::uintmax_t bytes = 0;
        std::int64_t used = 0;  // nanoseconds since 1970
    };

    /// The folder, with mode 0700; nothing where it is a link, somebody else's, or open to others.
    /// With `create` it is made where there is none.
    static std::optional<PrivateFolder> open(const std::filesystem::path& path, bool create);

    /// The bytes of a file, which counts as used now; nothing where it is a link, somebody else's,
    /// open to others, or has a second name.
    std::optional<std::string> read(const std::string& name) const;
    /// Writes beside the file and renames, so that a reader sees all of it or nothing.
    bool write(const std::string& name, std::string_view bytes) const;
    void remove(const std::string& name) const;
    /// Every plain file.
    std::vector<File> files() const;

  private:
    explicit PrivateFolder(Descriptor folder) : folder_(std::move(folder)) {}
    Descriptor folder_;
};

}  // namespace hone::program
