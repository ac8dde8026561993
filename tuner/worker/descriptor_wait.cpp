// SPDX-License-Identifier: MIT
// A wait that a signal ends goes on.
#include "tuner/worker/descriptor_wait.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <limits>

namespace hone {
namespace {

int milliseconds_until(const std::optional<Deadline>& deadline) {
    if (!deadline) return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
    return static_cast<int>(
        std::clamp<std::int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

bool is_ready(int descriptor, short event, const std::optional<Deadline>& deadline) {
    pollfd waiting{.fd = descriptor, .events = event, .revents = 0};
    int ready = -1;
    for (errno = EINTR; ready < 0 && errno == EINTR;)
        ready = ::poll(&waiting, 1, milliseconds_until(deadline));
    return ready > 0;
}

}  // namespace

bool is_readable(int descriptor, std::optional<Deadline> deadline) {
    return is_ready(descriptor, POLLIN, deadline);
}

bool is_writable(int descriptor, std::optional<Deadline> deadline) {
    return is_ready(descriptor, POLLOUT, deadline);
}

}  // namespace hone
