// SPDX-License-Identifier: MIT
// Uses flock() on a file that any user of the machine may open; the file contains the holder's
// name. The file is never removed: otherwise two programs could lock two files with the same name.
#include "tuner/devices/device_lock.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <mutex>
#include <set>
#include <utility>

#include "db/model/ids.hpp"
#include "db/model/printable.hpp"
#include "db/sqlite/environment.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

constexpr int careful = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
constexpr mode_t for_all = 0666;

// Any user can write to the folder, so a file there may be of any type.
bool is_plain_file(int file) {
    struct stat status {};
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
}

int open_lock(const fs::path& path) {
    int file = ::open(path.c_str(), O_RDWR | careful);
    if (file < 0 && errno == ENOENT) {
        file = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | careful, for_all);
        if (file >= 0)
            (void)fchmod(file, for_all);  // independent of the umask
        else
            file = ::open(path.c_str(), O_RDWR | careful);
    }
    if (file < 0) file = ::open(path.c_str(), O_RDONLY | careful);
    if (file < 0 || is_plain_file(file)) return file;
    ::close(file);
    return -1;
}

std::string read_all(int file) {
    std::array<char, 512> text{};
    const ssize_t size = pread(file, text.data(), text.size(), 0);
    return {text.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

void write_all(int file, const std::string& text) {
    if (ftruncate(file, 0) == 0) (void)!pwrite(file, text.data(), text.size(), 0);
}

/// The files that this process has locked. The pid in a file does not identify this process: in a
/// container another process may have the same number.
class OwnLocks {
  public:
    void add(int file) {
        const std::lock_guard lock(mutex_);
        files_.insert(id_of(file));
    }
    void remove(int file) {
        const std::lock_guard lock(mutex_);
        files_.erase(files_.find(id_of(file)));
    }
    bool contain(int file) {
        const std::lock_guard lock(mutex_);
        return files_.contains(id_of(file));
    }

  private:
    using Id = std::pair<dev_t, ino_t>;
    static Id id_of(int file) {
        struct stat status {};
        (void)fstat(file, &status);
        return {status.st_dev, status.st_ino};
    }

    std::mutex mutex_;
    std::multiset<Id> files_;
};

OwnLocks& own_locks() {
    static OwnLocks locks;
    return locks;
}

std::string plain(const std::string& word) {
    std::string name;
    for (const char c : word) name += c == '/' || c == '.' || c == ':' ? '-' : c;
    return name;
}

}  // namespace

fs::path lock_folder() {
    std::error_code error;
    if (fs::path said = environment_variable("HONE_LOCKS"); !said.empty()) {
        fs::create_directories(said, error);
        return said;
    }
    for (const std::string& folder :
         {std::string("/run/lock"), environment_variable("XDG_RUNTIME_DIR")})
        if (!folder.empty() && access(folder.c_str(), W_OK | X_OK) == 0) return folder;
    return fs::temp_directory_path(error);
}

std::string lock_name(const Device& device) {
    if (device.type == "cpu") return "hone-cpu.lock";
    for (const std::string& word : {device.pci, device.uuid})
        if (!word.empty()) return "hone-" + plain(word) + ".lock";
    return "hone-" + id_of(device) + ".lock";
}

DeviceLock::DeviceLock(const Device& device, const fs::path& folder)
    : file_(open_lock(folder / lock_name(device))) {}

DeviceLock::~DeviceLock() {
    if (is_locked_) own_locks().remove(file_);
    if (file_ >= 0) ::close(file_);
}

bool DeviceLock::try_lock(const std::string& what) {
    if (file_ < 0) return true;
    if (flock(file_, LOCK_EX | LOCK_NB) != 0)
        return errno != EWOULDBLOCK || own_locks().contain(file_);
    if (!is_locked_) own_locks().add(file_);
    is_locked_ = true;
    const std::time_t now = std::time(nullptr);
    write_all(file_, fmt::format("pid {} ({}) since {:%Y-%m-%d %H:%M}", getpid(), what,
                                 fmt::localtime(now)));
    return true;
}

std::string DeviceLock::holder() const {
    const std::string text = one_line(read_all(file_));  // may come from another user
    return text.empty() ? "another program" : text;
}

}  // namespace hone
