// SPDX-License-Identifier: MIT
// Lines over a socket.
#include "tuner/channel/json_channel.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "spaces/base/json_depth.hpp"

namespace hone {
namespace {

constexpr std::size_t max_depth = 32;

Deadline now() {
    return std::chrono::steady_clock::now();
}

bool may_go_on() {
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK;
}

}  // namespace

Channel::Channel(int descriptor, MessageLimits limits) : descriptor_(descriptor), limits_(limits) {}

Channel::~Channel() {
    close();
}

Channel::Channel(Channel&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      limits_(other.limits_),
      seal_(std::move(other.seal_)),
      pending_(std::move(other.pending_)) {}

Channel& Channel::operator=(Channel&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    std::swap(limits_, other.limits_);
    std::swap(seal_, other.seal_);
    std::swap(pending_, other.pending_);
    return *this;
}

void Channel::close() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
    pending_.clear();
}

bool Channel::send(const Message& message) {
    // Text from outside may contain invalid UTF-8, which is replaced.
    const std::string text = message.dump(-1, ' ', false, Message::error_handler_t::replace);
    const std::string line = (seal_ ? seal_->seal(text) : text) + '\n';
    const Deadline latest = now() + limits_.time;
    std::string_view rest = line;
    while (!rest.empty() && descriptor_ >= 0) {
        const ssize_t sent =
            ::send(descriptor_, rest.data(), rest.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
        rest.remove_prefix(static_cast<std::size_t>(std::max<ssize_t>(sent, 0)));
        if (rest.empty()) break;
        if ((sent < 0 && !may_go_on()) || !is_writable(descriptor_, latest)) close();
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

// Reads the next pending line; returns false if there is none.
bool Channel::read_line(Message& message) {
    auto line = next_line();
    if (!line) return false;
    if (seal_) line = seal_->open(*line);
    message =
        !line || nests_deeper(*line, max_depth) ? Message() : Message::parse(*line, nullptr, false);
    if (!message.is_object()) close();
    return true;
}

void Channel::read_bytes() {
    std::array<char, 65536> bytes{};
    const ssize_t got = ::recv(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT);
    if (got == 0 || (got < 0 && !may_go_on())) return close();
    pending_.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
}

Channel::ReceiveStatus Channel::receive(Message& message, std::optional<Deadline> deadline) {
    std::optional<Deadline> whole_by;  // the time limit of a message that has begun
    for (;;) {
        if (read_line(message) && descriptor_ >= 0) return ReceiveStatus::message;
        if (!pending_.empty() && !whole_by) whole_by = now() + limits_.time;
        const bool is_late = whole_by && now() >= *whole_by;
        if (is_late || pending_.size() > limits_.bytes) close();
        if (descriptor_ < 0) return ReceiveStatus::closed;
        const bool whole_first = whole_by && (!deadline || *whole_by < *deadline);
        if (is_readable(descriptor_, whole_first ? whole_by : deadline))
            read_bytes();
        else if (!whole_first)
            return ReceiveStatus::timeout;
    }
}

}  // namespace hone
