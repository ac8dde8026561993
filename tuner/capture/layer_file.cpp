// SPDX-License-Identifier: MIT
// A program is found as a shell finds it. PyOpenCL's own cache keeps binaries, which have no text;
// the cache is turned off unless the user has set its variable.
#include "tuner/capture/layer_file.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "db/sqlite/environment.hpp"
#include "spaces/base/error.hpp"
#include "tuner/catalog/argument_pointers.hpp"
#include "tuner/catalog/install_paths.hpp"

namespace hone {
namespace {

[[noreturn]] void refuse(const std::string& program, int error) {
    throw Error(Exit::usage, fmt::format("cannot run '{}': {}", program, std::strerror(error)),
                "name a program after --");
}

// Signals that hone ignores. Programs do not expect to start with them ignored.
sigset_t ignored_signals() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    sigaddset(&signals, SIGXFSZ);
    sigaddset(&signals, SIGINT);
    return signals;
}

int wait_for(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::filesystem::path layer_file() {
    const auto prefix = hone_program().parent_path().parent_path();
    std::filesystem::path file = prefix / HONE_LIBDIR / "libhone-layer.so";
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) return file;
    throw Error(Exit::environment, fmt::format("the OpenCL layer is missing: {}", file.string()),
                "install hone again");
}

void set_layer_environment(const EnvironmentVariables& variables) {
    const std::string others = environment_variable("OPENCL_LAYERS");
    const std::string own = layer_file().string();
    ::setenv("OPENCL_LAYERS", (others.empty() ? own : own + ':' + others).c_str(), 1);
    ::setenv("PYOPENCL_NO_CACHE", "1", 0);
    for (const auto& [name, value] : variables) ::setenv(name.c_str(), value.c_str(), 1);
}

void become(std::vector<std::string> words) {
    for (const int signal : {SIGPIPE, SIGXFSZ}) ::signal(signal, SIG_DFL);
    ::execvp(words.front().c_str(), argument_pointers(words).data());
    refuse(words.front(), errno);
}

int run_beside(std::vector<std::string> words) {
    // Ctrl-C on the terminal ends the program only; hone then lists its launches until that time.
    ::signal(SIGINT, SIG_IGN);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    const sigset_t signals = ignored_signals();
    posix_spawnattr_setsigdefault(&attributes, &signals);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    pid_t child = 0;
    const int error = ::posix_spawnp(&child, words.front().c_str(), &actions, &attributes,
                                     argument_pointers(words).data(), ::environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error != 0) refuse(words.front(), error);
    return wait_for(child);
}

}  // namespace hone
