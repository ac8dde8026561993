// SPDX-License-Identifier: MIT
// One flag that a signal handler sets.
#include "tuner/cli/interrupts.hpp"

#include <unistd.h>
#include <csignal>

#include "spaces/base/error.hpp"

namespace hone::cli {
namespace {

std::atomic<bool> received{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may touch nothing else");

void on_interrupt(int /*signal*/) {
    if (received.exchange(true)) ::_exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

void listen_for_interrupts() {
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
}

const std::atomic<bool>& interrupted() {
    return received;
}

}  // namespace hone::cli
