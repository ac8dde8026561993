// SPDX-License-Identifier: MIT
// Lines over a socket.
#include "tuner/worker/json_channel.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <utility>

#include "spaces/base/json_depth.hpp"

namespace hone {
namespace {

constexpr std::size_t max_line_bytes = std::size_t{64} << 20U;  // larger than any kernel's text
constexpr std::size_t max_depth = 32;

int milliseconds_until(const std::optional<Deadline>& deadline) {
    if (!deadline) return -1;
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(*deadline - std::chrono::steady_clock::now());
    return static_cast<int>(
        std::clamp<std::int64_t>(left.count(), 0, std::numeric_limits<int>::max()));
}

}  // namespace

// Who does not read for so long is gone: sending to it must not hang.
Channel::Channel(int descriptor) : descriptor_(descriptor) {
    constexpr timeval longest{.tv_sec = 60, .tv_usec = 0};
    if (descriptor_ >= 0)
        ::setsockopt(descriptor_, SOL_SOCKET, SO_SNDTIMEO, &longest, sizeof longest);
}

Channel::~Channel() {
    close();
}

Channel::Channel(Channel&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), pending_(std::move(other.pending_)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(pending_, other.pending_);
    return *this;
}

void Channel::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    pending_.clear();
}

bool Channel::send(const Message& message) {
    // Text from outside may have bytes that are no UTF-8; they are replaced.
    const std::string line = message.dump(-1, ' ', false, Message::error_handler_t::replace) + '\n';
    std::string_view rest = line;
    while (!rest.empty() && descriptor_ >= 0) {
        const ssize_t sent = ::send(descriptor_, rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0) close();
        rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
    }
    return descriptor_ >= 0;
}

std::optional<std::string> Channel::next_line() {
    const auto end = pending_.find('\n');
    if (end == pending_.npos) return std::nullopt;
    std::string line = pending_.substr(0, end);
    pending_.erase(0, end + 1);
    return line;
}

Channel::ReceiveStatus Channel::receive(Message& message, std::optional<Deadline> deadline) {
    for (;;) {
        if (const auto line = next_line()) {
            message =
                nests_deeper(*line, max_depth) ? Message() : Message::parse(*line, nullptr, false);
            if (message.is_object()) return ReceiveStatus::message;
            close();
        }
        if (descriptor_ < 0 || pending_.size() > max_line_bytes) return ReceiveStatus::closed;
        pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
        const int ready = ::poll(&waiting, 1, milliseconds_until(deadline));
        if (ready < 0 && errno == EINTR) continue;
        if (ready == 0) return ReceiveStatus::timeout;
        std::array<char, 65536> bytes{};
        const ssize_t got = ::recv(descriptor_, bytes.data(), bytes.size(), 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
            close();
            return ReceiveStatus::closed;
        }
        pending_.append(bytes.data(), static_cast<std::size_t>(got));
    }
}

}  // namespace hone
