// SPDX-License-Identifier: MIT
// Starts and ends workers. Between fork and exec only async-signal-safe functions are called.
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

// The environment at the start of this program, read before any driver is loaded, because drivers
// change it in place. One removes itself from the list of drivers, and a worker that inherited the
// rest would not find the device.
// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): the stream's flags are constants
const std::string initial_environment = [] {
    std::ifstream file("/proc/self/environ");
    return std::string(std::istreambuf_iterator<char>(file), {});
}();

// Pointers to the strings, which follow each other, each ended by a zero.
std::vector<char*> as_pointers(std::string& texts) {
    std::vector<char*> pointers;
    for (std::size_t at = 0; at < texts.size(); at = texts.find('\0', at) + 1) {
        pointers.push_back(texts.data() + at);
        if (texts.find('\0', at) == texts.npos) break;
    }
    pointers.push_back(nullptr);
    return pointers;
}

// Turns the forked process into a worker: its channel on a fixed descriptor, its output in a file,
// and killed when the parent dies.
[[noreturn]] void exec_worker(const char* program, char** environment, int channel, int output,
                              pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    // The terminal's interrupts go to the parent alone, which ends its workers.
    ::setpgid(0, 0);
    ::dup2(channel, worker_descriptor);
    // What drivers have opened in the parent is not close-on-exec, and would confuse them here.
    ::close_range(worker_descriptor + 1, ~0U, 0);
    std::array<char*, 3> words{const_cast<char*>(program), const_cast<char*>("worker"), nullptr};
    ::execve(program, words.data(), environment);
    ::_exit(127);
}

// A file in memory of a fixed size: what a driver prints past its end is refused to it.
int make_output() {
    constexpr off_t most = off_t{1} << 20U;
    const int output = ::memfd_create("hone worker output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (output < 0 || ::ftruncate(output, most) != 0 ||
        ::fcntl(output, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
        refused("keep the output of");
    return output;
}

}  // namespace

LocalProcess::LocalProcess(const std::filesystem::path& program, int channel) {
    output_ = make_output();
    std::string texts = initial_environment;
    std::vector<char*> environment = as_pointers(texts);
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ == 0) exec_worker(program.c_str(), environment.data(), channel, output_, parent);
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
    // The process group includes compilers that the driver started; alone where there is no group
    // yet.
    if (::kill(-pid_, SIGKILL) != 0) ::kill(pid_, SIGKILL);
    // A process that hangs inside a driver may take long to exit; it is not waited for.
    for (int i = 0; i < 500 && !reap(false); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

std::string LocalProcess::exit_description() {
    for (int i = 0; i < 100 && !reap(false); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const bool ended = reaped_;
    kill();
    std::string end = "did not end";
    if (!ended) {
        end = "stopped answering";
    } else if (WIFSIGNALED(status_)) {
        end = fmt::format("was killed by {}", ::strsignal(WTERMSIG(status_)));
    } else if (WIFEXITED(status_)) {
        end = fmt::format("exited with {}", WEXITSTATUS(status_));
    }
    const std::string tail = output_tail();
    return tail.empty() ? end : end + ": " + tail;
}

std::string LocalProcess::output_tail() const {
    constexpr off_t most = 400;
    const off_t size =
        ::lseek(output_, 0, SEEK_CUR);  // shared with the worker: what it has written
    std::string tail(static_cast<std::size_t>(std::clamp<off_t>(size, 0, most)), '\0');
    const ssize_t got = ::pread(output_, tail.data(), tail.size(), std::max<off_t>(size - most, 0));
    tail.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    while (!tail.empty() && tail.back() == '\n') tail.pop_back();
    return tail.substr(tail.find_last_of('\n') + 1);
}

}  // namespace hone
