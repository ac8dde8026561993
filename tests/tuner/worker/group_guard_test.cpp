// SPDX-License-Identifier: MIT
// A worker that is killed, and the compiler that it has started.
#include "tuner/worker/group_guard.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>

#include "tuner/channel/descriptor_wait.hpp"

using namespace hone;
using namespace std::chrono_literals;

namespace {

/// A worker with a compiler that never ends and holds this descriptor.
pid_t start_worker(int held, bool guarded) {
    const pid_t worker = ::fork();
    if (worker != 0) return worker;
    ::setpgid(0, 0);
    if (guarded) guard_process_group();
    if (::fork() == 0) {
        static_cast<void>(::write(held, "x", 1));
        for (;;) ::pause();
    }
    ::close(held);
    for (;;) ::pause();
}

}  // namespace

TEST_CASE("compilers end with the worker that started them, even if it is killed") {
    for (const bool guarded : {true, false}) {
        std::array<int, 2> pipe{};
        REQUIRE(::pipe2(pipe.data(), O_CLOEXEC) == 0);
        const pid_t worker = start_worker(pipe[1], guarded);
        ::close(pipe[1]);
        char byte = 0;
        REQUIRE(::read(pipe[0], &byte, 1) == 1);  // the compiler runs
        ::kill(worker, SIGKILL);
        ::waitpid(worker, nullptr, 0);
        const auto patience = guarded ? 10s : 200ms;
        CHECK(is_readable(pipe[0], std::chrono::steady_clock::now() + patience) == guarded);
        ::kill(-worker, SIGKILL);
        ::close(pipe[0]);
    }
}
