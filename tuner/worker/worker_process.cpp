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
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <deque>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "spaces/base/error.hpp"
#include "tuner/measure/program_run.hpp"
#include "tuner/worker/worker_environment.hpp"
#include "tuner/worker/worker_main.hpp"

namespace hone {
namespace {

[[noreturn]] void refused(std::string_view what) {
    throw Error(Exit::environment,
                fmt::format("cannot {} a worker process: {}", what, std::strerror(errno)));
}

struct Descriptors {
    int channel, input, output;
};

// If memory runs out, the system should kill a worker rather than the process with the
// measurements.
void die_first() {
    constexpr std::string_view most = "1000";
    const int file = ::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    (void)!::write(file, most.data(), most.size());
    ::close(file);
}

// Turns the forked process into a worker: its channel is a fixed descriptor, its input and output
// are files, and it is killed if the parent dies.
[[noreturn]] void exec_worker(const char* program, char** environment, const Descriptors& from,
                              pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::dup2(from.output, STDOUT_FILENO);
    ::dup2(from.output, STDERR_FILENO);
    ::dup2(from.input, STDIN_FILENO);
    die_first();
    // The terminal's interrupts reach only the parent, which ends its workers.
    ::setpgid(0, 0);
    ::dup2(from.channel, worker_descriptor);
    // Descriptors that drivers opened in the parent are not close-on-exec, and would confuse
    // drivers here.
    ::close_range(worker_descriptor + 1, ~0U, 0);
    std::array<char*, 3> words{const_cast<char*>(program), const_cast<char*>("worker"), nullptr};
    ::execve(program, words.data(), environment);
    ::_exit(127);
}

/// The system kills a worker when the thread that started it ends. So one thread starts all
/// workers, and lives as long as the process.
class Starter {
  public:
    pid_t start(std::function<pid_t()> fork) {
        std::packaged_task<pid_t()> task(std::move(fork));
        std::future<pid_t> started = task.get_future();
        {
            const std::lock_guard lock(mutex_);
            tasks_.push_back(std::move(task));
        }
        changed_.notify_one();
        return started.get();
    }

  private:
    void serve(const std::stop_token& end) {
        std::unique_lock lock(mutex_);
        while (changed_.wait(lock, end, [&] { return !tasks_.empty(); })) {
            tasks_.front()();
            tasks_.pop_front();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<std::packaged_task<pid_t()>> tasks_;
    std::jthread thread_{
        [this](const std::stop_token& end) { serve(end); }};  // last member: it uses the others
};

Starter& starter() {
    static Starter all;
    return all;
}

// Creates a file in memory with this text, the worker's only input.
int make_input(const std::string& text) {
    const int input = ::memfd_create("hone worker input", MFD_CLOEXEC);
    const auto size = static_cast<ssize_t>(text.size());
    if (input < 0 || ::pwrite(input, text.data(), text.size(), 0) != size)
        refused("hand its key to");
    return input;
}

// Creates a file in memory of fixed size: writes past its end fail.
int make_output() {
    constexpr off_t most = off_t{1} << 20U;
    const int output = ::memfd_create("hone worker output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (output < 0 || ::ftruncate(output, most) != 0 ||
        ::fcntl(output, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) != 0)
        refused("keep the output of");
    return output;
}

}  // namespace

LocalProcess::LocalProcess(const std::filesystem::path& program, int channel,
                           const std::string& seal_key, const Environment& extra) {
    const int input = make_input(seal_key);
    output_ = make_output();
    std::string texts = worker_environment(extra);
    std::vector<char*> environment = as_pointers(texts);
    const pid_t parent = ::getpid();
    pid_ = starter().start([&] {
        const pid_t forked = ::fork();
        if (forked == 0)
            exec_worker(program.c_str(), environment.data(), {channel, input, output_}, parent);
        return forked < 0 ? -errno : forked;
    });
    ::close(input);
    if (pid_ < 0) {
        ::close(output_);
        errno = -pid_;
        refused("start");
    }
}

LocalProcess::~LocalProcess() {
    kill();
    wait_for_end(std::chrono::seconds(5));
    ::close(output_);
}

bool LocalProcess::reap() {
    while (!reaped_) {
        const pid_t ended = ::waitpid(pid_, &status_, WNOHANG);
        if (ended < 0 && errno == EINTR) continue;
        if (ended == 0) return false;
        reaped_ = true;
    }
    return true;
}

// The process group includes the driver's compilers. If there is no group yet, only the process
// itself is signaled.
void LocalProcess::signal_all(int signal) const {
    if (::kill(-pid_, signal) != 0) ::kill(pid_, signal);
}

bool LocalProcess::pause() {
    if (!reap()) signal_all(SIGSTOP);
    return true;
}

void LocalProcess::go_on() {
    if (!reap()) signal_all(SIGCONT);
}

void LocalProcess::kill() {
    if (!reap()) signal_all(SIGKILL);
}

void LocalProcess::wait_for_end(std::chrono::milliseconds longest) {
    constexpr std::chrono::milliseconds moment{10};
    for (auto waited = moment; waited <= longest && !reap(); waited += moment)
        std::this_thread::sleep_for(moment);
}

std::string LocalProcess::exit_description() {
    wait_for_end(std::chrono::seconds(1));
    const bool ended = reaped_;
    kill();
    const std::string end = ended ? end_words(status_) : "stopped answering";
    const std::string tail = output_tail();
    return tail.empty() ? end : end + ": " + tail;
}

std::string LocalProcess::output_tail() const {
    constexpr off_t most = 400;
    const off_t size =
        ::lseek(output_, 0, SEEK_CUR);  // shared with the worker: the end of its output
    std::string tail(static_cast<std::size_t>(std::clamp<off_t>(size, 0, most)), '\0');
    const ssize_t got = ::pread(output_, tail.data(), tail.size(), std::max<off_t>(size - most, 0));
    tail.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    while (!tail.empty() && tail.back() == '\n') tail.pop_back();
    return tail.substr(tail.find_last_of('\n') + 1);
}

}  // namespace hone
