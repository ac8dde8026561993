// SPDX-License-Identifier: MIT
// Never appends to a database, through a link or into a pipe; reports this on stderr.
#include "tuner/layer/change_log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>

#include "db/model/printable.hpp"

namespace hone::layer {
namespace {

// Once per process: the program's own messages matter to its user.
void say_not_logged(const std::string& file, const std::string& why) {
    static std::once_flag said;
    const std::string line =
        "hone: nothing is logged in " + file + ", which " + why + "; name another file";
    std::call_once(said, [&] { (void)std::fputs((one_line(line) + '\n').c_str(), stderr); });
}

std::string reason_of_open() {
    if (errno == ELOOP) return "is a link";
    return std::string("cannot be opened: ") + std::strerror(errno);
}

/// Why the open file cannot be the log; empty if the file is empty or already such a log.
std::string why_no_log(int file) {
    struct stat about {};
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode)) return "is not a regular file";
    std::array<char, 4096> beginning{};
    const ssize_t got = pread(file, beginning.data(), beginning.size(), 0);
    const std::string_view text(beginning.data(),
                                static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    const bool is_log = text.substr(0, text.find('\n')).find(": global ") != text.npos;
    return got == 0 || is_log ? "" : "has something else in it";
}

}  // namespace

void append_to_log(const std::string& file, const std::string& line) {
    constexpr int flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    const int log = open(file.c_str(), flags, 0666);
    std::string why = log < 0 ? reason_of_open() : why_no_log(log);
    if (why.empty() && write(log, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
        why = std::string("cannot be written: ") + std::strerror(errno);
    if (!why.empty()) say_not_logged(file, why);
    if (log >= 0) close(log);
}

}  // namespace hone::layer
