// SPDX-License-Identifier: MIT
// Waits for the end of the process, not for the end of its output: background processes may keep
// the output open.
#include "tuner/measure/program_run.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <set>

#include "spaces/base/error.hpp"
#include "tuner/catalog/argument_pointers.hpp"

namespace hone {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void refuse(const std::string& what, int error) {
    throw Error(Exit::environment, fmt::format("cannot run '{}': {}", what, std::strerror(error)),
                "the first word of a command is a program, by its path or in PATH");
}

/// A file descriptor that is closed by the destructor.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    int number() const { return number_; }
    void close() {
        if (number_ >= 0) ::close(number_);
        number_ = -1;
    }

  private:
    int number_;
};

// Returns the child processes, including those adopted after their own parent ended.
std::set<pid_t> children() {
    std::ifstream file(fmt::format("/proc/self/task/{}/children", ::getpid()));
    std::set<pid_t> all;
    for (pid_t pid = 0; file >> pid;) all.insert(pid);
    return all;
}

/// Ends the processes that a program has left running: this process adopts its children.
class LeftoverGuard {
  public:
    LeftoverGuard() : before_((::prctl(PR_SET_CHILD_SUBREAPER, 1), children())) {}
    ~LeftoverGuard() {
        constexpr int most_generations = 100;
        for (int i = 0; i < most_generations && end_all(); ++i) continue;
    }
    LeftoverGuard(const LeftoverGuard&) = delete;
    LeftoverGuard& operator=(const LeftoverGuard&) = delete;

  private:
    // Returns whether there were any: their own children are adopted next.
    bool end_all() const {
        bool any = false;
        for (const pid_t pid : children()) {
            if (before_.contains(pid)) continue;
            any = true;
            ::kill(pid, SIGKILL);
            ::waitpid(pid, nullptr, 0);
        }
        return any;
    }

    std::set<pid_t> before_;
};

// This process's environment, in which `variables` replace those of the same name.
std::vector<std::string> environment_with(
    const std::vector<std::pair<std::string, std::string>>& variables) {
    std::vector<std::string> all;
    std::set<std::string_view> names;
    for (const auto& [name, value] : variables) {
        all.push_back(fmt::format("{}={}", name, value));
        names.insert(name);
    }
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        if (!names.contains(text.substr(0, text.find('=')))) all.emplace_back(text);
    }
    return all;
}

/// The initial descriptors and signals of the program.
class SpawnSettings {
  public:
    explicit SpawnSettings(int output) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
        posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
        posix_spawnattr_init(&attributes_);
        sigset_t all{};
        ::sigfillset(&all);
        sigset_t none{};
        ::sigemptyset(&none);
        posix_spawnattr_setsigdefault(&attributes_, &all);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;

    pid_t spawn(std::vector<std::string> words, std::vector<std::string> environment) const {
        const std::vector<char*> argv = argument_pointers(words);
        const std::vector<char*> envp = argument_pointers(environment);
        pid_t pid = -1;
        const int error =
            ::posix_spawnp(&pid, argv[0], &actions_, &attributes_, argv.data(), envp.data());
        if (error != 0) refuse(words.front(), error);
        return pid;
    }

  private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

// Reads the available output; returns false if there is too much.
bool take_output(int from, std::string& output) {
    constexpr std::size_t piece = 65536;
    std::array<char, piece> bytes{};
    for (;;) {
        const ssize_t got = ::read(from, bytes.data(), bytes.size());
        if (got <= 0) return true;
        output.append(bytes.data(), static_cast<std::size_t>(got));
        if (output.size() > max_output_bytes) return false;
    }
}

// Reads until the process ends; returns false if it printed too much.
bool read_until_end(int process, int output, std::string& text) {
    std::array<pollfd, 2> sources{{{process, POLLIN, 0}, {output, POLLIN, 0}}};
    for (;;) {
        if (::poll(sources.data(), sources.size(), -1) < 0 && errno != EINTR) return true;
        if (sources[1].revents != 0 && !take_output(output, text)) return false;
        if (sources[0].revents != 0) return take_output(output, text);
        if ((sources[1].revents & POLLHUP) == 0) continue;
        sources[1].fd = -1;
        if (process < 0) return true;  // the system has no pidfd: it cannot report the end
    }
}

std::string fault_words(int status) {
    const bool is_good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return is_good ? "" : end_words(status);
}

}  // namespace

std::string end_words(int status) {
    if (!WIFSIGNALED(status)) return fmt::format("exited with {}", WEXITSTATUS(status));
    const int signal = WTERMSIG(status);
    return fmt::format("was killed by signal {} ({})", signal, ::strsignal(signal));
}

ProgramEnd run_program(const std::vector<std::string>& words,
                       const std::vector<std::pair<std::string, std::string>>& variables) {
    const LeftoverGuard leftovers;
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) refuse(words.front(), errno);
    const Descriptor from(ends[0]);
    Descriptor into(ends[1]);
    // The program's end of the pipe stays blocking, like any output.
    ::fcntl(into.number(), F_SETFL, ::fcntl(into.number(), F_GETFL) & ~O_NONBLOCK);
    const auto began = Clock::now();
    const pid_t pid = SpawnSettings(into.number()).spawn(words, environment_with(variables));
    into.close();
    const Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    ProgramEnd end;
    const bool all = read_until_end(process.number(), from.number(), end.output);
    end.took = Clock::now() - began;
    if (!all) ::kill(pid, SIGKILL);
    int status = 0;
    ::waitpid(pid, &status, 0);
    end.fault = all ? fault_words(status)
                    : fmt::format("printed more than {} MiB", max_output_bytes >> 20U);
    return end;
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of(" \t\r\n");
    if (end == text.npos) return "";
    const std::size_t before = text.find_last_of('\n', end);
    return text.substr(before + 1, end - before);
}

}  // namespace hone
