// SPDX-License-Identifier: MIT
// Starting and ending workers. Between fork and exec only what is safe there is called.
#include "tuner/worker/worker_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

#include "spaces/base/error.hpp"
#include "tuner/worker/worker_main.hpp"

namespace hone {
namespace {

[[noreturn]] void refused(std::string_view what) {
    throw Error(Exit::environment,
                fmt::format("cannot {} a worker process: {}", what, std::strerror(errno)));
}

// The environment that this program was started with, read before any driver is loaded: they change
// it in place. One takes itself out of the list of drivers, and a worker that inherits what is left
// does not find the device.
// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): the stream's flags are constants
const std::string first_environment = [] {
    std::ifstream file("/proc/self/environ");
    return std::string(std::istreambuf_iterator<char>(file), {});
}();

// Pointers to the texts that lie in there one after the other, each ended by a zero.
std::vector<char*> as_pointers(std::string& texts) {
    std::vector<char*> pointers;
    for (std::size_t at = 0; at < texts.size(); at = texts.find('\0', at) + 1) {
        pointers.push_back(texts.data() + at);
        if (texts.find('\0', at) == texts.npos) break;
    }
    pointers.push_back(nullptr);
    return pointers;
}

// The worker: its end of the line on a number of its own, what it prints into a file, and no life
// after its parent's.
[[noreturn]] void become_worker(const char* program, char** environment, int line, int output,
                                pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    // Interrupts of the terminal are for the parent, which decides what becomes of its workers.
    ::setpgid(0, 0);
    ::dup2(line, worker_descriptor);
    // What drivers have opened in the parent is not marked to be closed, and confuses them in the
    // child.
    ::close_range(worker_descriptor + 1, ~0U, 0);
    std::array<char*, 3> words{const_cast<char*>(program), const_cast<char*>("worker"), nullptr};
    ::execve(program, words.data(), environment);
    ::_exit(127);
}

}  // namespace

LocalProcess::LocalProcess(const std::filesystem::path& program, int line) {
    output_ = ::memfd_create("hone worker output", MFD_CLOEXEC);
    std::string texts = first_environment;
    std::vector<char*> environment = as_pointers(texts);
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ == 0) become_worker(program.c_str(), environment.data(), line, output_, parent);
    if (pid_ < 0) {
        ::close(output_);
        refused("start");
    }
}

LocalProcess::~LocalProcess() {
    kill();
    ::close(output_);
}

bool LocalProcess::reap(bool wait) {
    while (!reaped_) {
        const pid_t ended = ::waitpid(pid_, &status_, wait ? 0 : WNOHANG);
        if (ended < 0 && errno == EINTR) continue;
        if (ended == 0) return false;
        reaped_ = true;
    }
    return true;
}

void LocalProcess::kill() {
    if (reap(false)) return;
    // With the compilers that its driver may have started; alone where it has no group yet.
    if (::kill(-pid_, SIGKILL) != 0) ::kill(pid_, SIGKILL);
    // A process that hangs inside a driver may not end for a long time; it is not waited for.
    for (int i = 0; i < 500 && !reap(false); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

std::string LocalProcess::epitaph() {
    for (int i = 0; i < 100 && !reap(false); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const bool ended = reaped_;
    kill();
    std::string end = "does not end";
    if (!ended) {
        end = "stopped answering";
    } else if (WIFSIGNALED(status_)) {
        end = fmt::format("was killed by {}", ::strsignal(WTERMSIG(status_)));
    } else if (WIFEXITED(status_)) {
        end = fmt::format("exited with {}", WEXITSTATUS(status_));
    }
    const std::string words = last_words();
    return words.empty() ? end : end + ": " + words;
}

std::string LocalProcess::last_words() const {
    constexpr off_t most = 400;
    const off_t size = ::lseek(output_, 0, SEEK_END);
    std::string words(static_cast<std::size_t>(std::clamp<off_t>(size, 0, most)), '\0');
    const ssize_t got =
        ::pread(output_, words.data(), words.size(), std::max<off_t>(size - most, 0));
    words.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    while (!words.empty() && words.back() == '\n') words.pop_back();
    return words.substr(words.find_last_of('\n') + 1);
}

}  // namespace hone
