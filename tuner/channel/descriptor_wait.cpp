// SPDX-License-Identifier: MIT
// A wait that a signal interrupts is continued.
#include "tuner/channel/descriptor_wait.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>
#include <vector>

namespace hone {
namespace {

int milliseconds_until(const std::optional<Deadline>& deadline) {
    if (!deadline) return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
    return static_cast<int>(
        std::clamp<std::int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

bool is_any_ready(std::span<pollfd> waiting, const std::optional<Deadline>& deadline) {
    int ready = -1;
    for (errno = EINTR; ready < 0 && errno == EINTR;)
        ready = ::poll(waiting.data(), waiting.size(), milliseconds_until(deadline));
    return ready > 0;
}

bool is_ready(int descriptor, short event, const std::optional<Deadline>& deadline) {
    pollfd waiting{.fd = descriptor, .events = event, .revents = 0};
    return is_any_ready({&waiting, 1}, deadline);
}

}  // namespace

bool is_readable(int descriptor, std::optional<Deadline> deadline) {
    return is_ready(descriptor, POLLIN, deadline);
}

void wait_for_any(std::span<const int> descriptors, Deadline deadline) {
    std::vector<pollfd> waiting;
    for (const int descriptor : descriptors)
        waiting.push_back({.fd = descriptor, .events = POLLIN, .revents = 0});
    is_any_ready(waiting, deadline);
}

bool is_writable(int descriptor, std::optional<Deadline> deadline) {
    return is_ready(descriptor, POLLOUT, deadline);
}

}  // namespace hone
