// SPDX-License-Identifier: MIT
// TCP sockets. Requests are small and each waits for its reply, so sends are not delayed; a host
// that vanishes is noticed after a minute.
#include "tuner/cluster/tcp.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

[[noreturn]] void refused(const char* what) {
    throw Error(Exit::environment, fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

void send_immediately(int descriptor) {
    constexpr int on = 1;
    constexpr unsigned timeout_ms = 60'000;
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    ::setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    ::setsockopt(descriptor, IPPROTO_TCP, TCP_USER_TIMEOUT, &timeout_ms, sizeof timeout_ms);
}

sockaddr* plain(sockaddr_in& address) {
    return reinterpret_cast<sockaddr*>(&address);
}

std::string digits(const sockaddr* address) {
    std::array<char, INET_ADDRSTRLEN> text{};
    const auto& internet = *reinterpret_cast<const sockaddr_in*>(address);
    ::inet_ntop(AF_INET, &internet.sin_addr, text.data(), text.size());
    return text.data();
}

// The host's own addresses, last the loopback.
std::vector<std::string> own_addresses() {
    std::vector<std::string> all;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) refused("list the networks of this host");
    for (const ifaddrs* one = first; one; one = one->ifa_next)
        if (one->ifa_addr && one->ifa_addr->sa_family == AF_INET)
            all.push_back(digits(one->ifa_addr));
    ::freeifaddrs(first);
    // Not that of std::ranges: clang 14 cannot read what it returns.
    std::stable_partition(all.begin(), all.end(),
                          [](const std::string& a) { return !a.starts_with("127."); });
    return all;
}

void wait_at_most(int descriptor, std::chrono::seconds time) {
    const timeval most{.tv_sec = time.count(), .tv_usec = 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

// With a short timeout: some networks of another host do not even refuse.
bool answers(int descriptor, const std::string& address, std::uint16_t port) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    wait_at_most(descriptor, std::chrono::seconds(2));
    const bool connected = ::inet_pton(AF_INET, address.c_str(), &to.sin_addr) == 1 &&
                           ::connect(descriptor, plain(to), sizeof to) == 0;
    wait_at_most(descriptor, std::chrono::seconds(0));  // for ever
    return connected;
}

}  // namespace

Listener::Listener() : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in any{};
    any.sin_family = AF_INET;
    constexpr int waiting = 1024;
    if (descriptor_ < 0 || ::bind(descriptor_, plain(any), sizeof any) != 0 ||
        ::listen(descriptor_, waiting) != 0)
        refused("listen for other ranks");
}

Listener::~Listener() {
    ::close(descriptor_);
}

Message Listener::address() const {
    sockaddr_in own{};
    socklen_t size = sizeof own;
    if (::getsockname(descriptor_, plain(own), &size) != 0) refused("listen for other ranks");
    return {{"port", ntohs(own.sin_port)}, {"addresses", own_addresses()}};
}

std::optional<Channel> Listener::next(Deadline deadline) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
    if (::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(left.count(), 0))) <= 0)
        return std::nullopt;
    const int caller = ::accept4(descriptor_, nullptr, nullptr, SOCK_CLOEXEC);
    if (caller < 0) return std::nullopt;
    send_immediately(caller);
    return Channel(caller);
}

Channel tcp_connect(const Message& listener_address) {
    for (const Message& address : listener_address.at("addresses")) {
        Channel channel(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (!answers(channel.descriptor(), address.get<std::string>(), listener_address.at("port")))
            continue;
        send_immediately(channel.descriptor());
        return channel;
    }
    refused("reach the first rank");
}

}  // namespace hone
