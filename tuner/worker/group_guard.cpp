// SPDX-License-Identifier: MIT
// A parent that is killed cannot end its children's children. The guard process is notified by the
// system instead.
#include "tuner/worker/group_guard.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>

namespace hone {
namespace {

[[noreturn]] void wait_and_kill(pid_t guarded) {
    ::close_range(0, ~0U, 0);
    sigset_t end{};
    ::sigemptyset(&end);
    ::sigaddset(&end, SIGUSR1);
    ::sigprocmask(SIG_BLOCK, &end, nullptr);
    ::prctl(PR_SET_PDEATHSIG, SIGUSR1);
    int came = 0;
    if (::getppid() == guarded) ::sigwait(&end, &came);
    ::kill(0, SIGKILL);
    ::_exit(0);
}

}  // namespace

void guard_process_group() {
    const pid_t guarded = ::getpid();
    if (::getpgrp() == guarded && ::fork() == 0) wait_and_kill(guarded);
}

}  // namespace hone
