// SPDX-License-Identifier: MIT
// All names are relative to the open folder, so that another user cannot replace the folder in
// between.
#include "db/program/private_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <memory>

namespace hone::program {
namespace {

namespace fs = std::filesystem;

constexpr mode_t of_others = 077;

bool is_own(const struct stat& about) {
    return about.st_uid == ::geteuid() && (about.st_mode & of_others) == 0;
}

bool is_own_file(const struct stat& about) {
    return S_ISREG(about.st_mode) && about.st_nlink == 1 && is_own(about);
}

std::int64_t nanoseconds(const timespec& time) {
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

/// A temporary name in the same folder that no other process or thread uses. Containers that share
/// the folder may have the same process ids; without random bytes the name is only probably free.
std::string name_beside() {
    static std::atomic<unsigned> count{0};
    std::uint64_t number = 0;
    if (::getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) number = 0;
    return ".new-" + std::to_string(::getpid()) + '-' + std::to_string(++count) + '-' +
           std::to_string(number);
}

bool write_all(int file, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(file, bytes.data(), bytes.size());
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

std::optional<std::string> read_all(int file, std::size_t size) {
    std::string bytes(size, '\0');
    std::size_t have = 0;
    while (have < size) {
        const ssize_t more = ::read(file, bytes.data() + have, size - have);
        if (more <= 0) return std::nullopt;
        have += static_cast<std::size_t>(more);
    }
    return bytes;
}

}  // namespace

Descriptor::~Descriptor() {
    if (number_ >= 0) ::close(number_);
}

std::optional<PrivateFolder> PrivateFolder::open(const fs::path& path, bool create) {
    if (create) {
        std::error_code ignored;
        fs::create_directories(path.parent_path(), ignored);
        ::mkdir(path.c_str(), 0700);
    }
    Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    struct stat about {};
    if (!folder || ::fstat(folder.number(), &about) != 0 || !is_own(about)) return std::nullopt;
    return PrivateFolder(std::move(folder));
}

std::optional<std::string> PrivateFolder::read(const std::string& name) const {
    const Descriptor file(
        ::openat(folder_.number(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat about {};
    if (!file || ::fstat(file.number(), &about) != 0 || !is_own_file(about)) return std::nullopt;
    ::futimens(file.number(), nullptr);
    return read_all(file.number(), static_cast<std::size_t>(about.st_size));
}

bool PrivateFolder::write(const std::string& name, std::string_view bytes) const {
    const std::string beside = name_beside();
    bool done = false;
    {
        const Descriptor file(::openat(folder_.number(), beside.c_str(),
                                       O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        if (!file) return false;  // a file of this name is another process's
        done = write_all(file.number(), bytes);
    }
    done =
        done && ::renameat(folder_.number(), beside.c_str(), folder_.number(), name.c_str()) == 0;
    if (!done) remove(beside);
    return done;
}

void PrivateFolder::remove(const std::string& name) const {
    ::unlinkat(folder_.number(), name.c_str(), 0);
}

std::vector<PrivateFolder::File> PrivateFolder::files() const {
    std::vector<File> all;
    const int again = ::openat(folder_.number(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(again < 0 ? nullptr : ::fdopendir(again),
                                                      ::closedir);
    while (const dirent* entry = entries ? ::readdir(entries.get()) : nullptr) {
        struct stat about {};
        const char* name = entry->d_name;
        if (::fstatat(folder_.number(), name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(about.st_mode))
            all.push_back(
                {name, static_cast<std::uintmax_t>(about.st_size), nanoseconds(about.st_mtim)});
    }
    return all;
}

}  // namespace hone::program
