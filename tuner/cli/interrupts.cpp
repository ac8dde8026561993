// SPDX-License-Identifier: MIT
// A signal handler sets one flag. A terminal, or a program that forwards its signals, may deliver
// one interrupt twice: to the process and to its group.
#include "tuner/cli/interrupts.hpp"

#include <unistd.h>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "spaces/base/error.hpp"

namespace hone::cli {
namespace {

std::atomic<bool> received{false};
std::atomic<std::int64_t> first_at{0};  // in nanoseconds; 0: none received yet
static_assert(std::atomic<bool>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler may touch nothing else");

// clock_gettime, because no clock of std::chrono is documented as safe in a signal handler.
std::int64_t now_ns() {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return std::int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

void on_interrupt(int /*signal*/) {
    constexpr std::int64_t same_interrupt_ns = 500'000'000;
    received = true;
    const std::int64_t now = now_ns();
    std::int64_t first = 0;
    if (!first_at.compare_exchange_strong(first, now) && now - first > same_interrupt_ns)
        ::_exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

void listen_for_interrupts() {
    struct sigaction action {};
    action.sa_handler = on_interrupt;
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    struct sigaction inherited {};
    ::sigaction(SIGHUP, nullptr, &inherited);
    if (inherited.sa_handler != SIG_IGN) ::sigaction(SIGHUP, &action, nullptr);
}

const std::atomic<bool>& interrupted() {
    return received;
}

}  // namespace hone::cli
