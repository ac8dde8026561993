// SPDX-License-Identifier: MIT
// TCP sockets. Messages are small and each waits for its reply, so Nagle's algorithm is off. A lost
// host is detected after a minute.
#include "tuner/cluster/tcp.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "db/sqlite/environment.hpp"
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

// The host's own addresses, the loopback last.
std::vector<std::string> own_addresses() {
    std::vector<std::string> all;
    ifaddrs* first = nullptr;
    if (::getifaddrs(&first) != 0) refused("list the networks of this host");
    for (const ifaddrs* one = first; one; one = one->ifa_next)
        if (one->ifa_addr && one->ifa_addr->sa_family == AF_INET)
            all.push_back(digits(one->ifa_addr));
    ::freeifaddrs(first);
    // std::stable_partition, since clang 14 cannot compile the result of the one in std::ranges.
    std::stable_partition(all.begin(), all.end(),
                          [](const std::string& a) { return !a.starts_with("127."); });
    return all;
}

std::optional<sockaddr_in> internet_address(const std::string& text, std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    const bool read = ::inet_pton(AF_INET, text.c_str(), &address.sin_addr) == 1;
    return read ? std::optional(address) : std::nullopt;
}

// The local address from which the system would send to `other`. Nothing is sent.
std::string own_address_towards(const std::string& other) {
    constexpr std::uint16_t discard = 9;
    auto to = internet_address(other, discard);
    const Channel probe(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
    sockaddr_in own{};
    socklen_t size = sizeof own;
    const bool known = to && ::connect(probe.descriptor(), plain(*to), sizeof *to) == 0 &&
                       ::getsockname(probe.descriptor(), plain(own), &size) == 0;
    return known ? digits(plain(own)) : "";
}

// The addresses to listen on: the loopback, the launcher's networks, or all.
std::vector<std::string> addresses_for(Reach reach) {
    if (reach == Reach::this_host) return {"127.0.0.1"};
    std::vector<std::string> own;
    for (const std::string& launcher : launcher_addresses()) {
        const std::string address = own_address_towards(launcher);
        if (!address.empty() && std::ranges::find(own, address) == own.end())
            own.push_back(address);
    }
    return own.empty() ? own_addresses() : own;
}

// A socket that listens at this address and port; port 0 chooses a free one.
int listening_socket(const std::string& address, std::uint16_t port) {
    constexpr int waiting = 1024;
    auto at = internet_address(address, port);
    const int descriptor = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (descriptor >= 0 && at && ::bind(descriptor, plain(*at), sizeof *at) == 0 &&
        ::listen(descriptor, waiting) == 0)
        return descriptor;
    if (descriptor >= 0) ::close(descriptor);
    return -1;
}

std::uint16_t port_of(int descriptor) {
    sockaddr_in own{};
    socklen_t size = sizeof own;
    if (::getsockname(descriptor, plain(own), &size) != 0) refused("listen for other ranks");
    return ntohs(own.sin_port);
}

void wait_at_most(int descriptor, std::chrono::seconds time) {
    const timeval most{.tv_sec = time.count(), .tv_usec = 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

// With a short timeout: some networks drop packets instead of rejecting the connection.
bool answers(int descriptor, const std::string& address, std::uint16_t port) {
    auto to = internet_address(address, port);
    wait_at_most(descriptor, std::chrono::seconds(2));
    const bool connected = to && ::connect(descriptor, plain(*to), sizeof *to) == 0;
    wait_at_most(descriptor, std::chrono::seconds(0));  // channels have their own deadlines
    return connected;
}

}  // namespace

std::vector<std::string> launcher_addresses() {
    const std::string uri = environment_variable("OMPI_MCA_orte_hnp_uri");
    const auto begin = uri.find("tcp://");
    if (begin == uri.npos) {
        const std::string slurm = environment_variable("SLURM_LAUNCH_NODE_IPADDR");
        return slurm.empty() ? std::vector<std::string>() : std::vector{slurm};
    }
    std::istringstream list(uri.substr(begin + 6, uri.rfind(':') - begin - 6));
    std::vector<std::string> all;
    for (std::string address; std::getline(list, address, ',');) all.push_back(address);
    return all;
}

Listener::Listener(Reach reach) : ready_(::epoll_create1(EPOLL_CLOEXEC)) {
    for (const std::string& address : addresses_for(reach)) {
        const int descriptor = listening_socket(address, port_);
        if (descriptor < 0) continue;
        port_ = port_of(descriptor);
        addresses_.push_back(address);
        sockets_.push_back(descriptor);
        epoll_event event{.events = EPOLLIN, .data = {.fd = descriptor}};
        ::epoll_ctl(ready_, EPOLL_CTL_ADD, descriptor, &event);
    }
    if (sockets_.empty()) refused("listen for other ranks");
}

Listener::~Listener() {
    for (const int descriptor : sockets_) ::close(descriptor);
    ::close(ready_);
}

Message Listener::address() const {
    return {{"port", port_}, {"addresses", addresses_}};
}

std::optional<Channel> Listener::next(Deadline deadline) {
    if (!is_readable(ready_, deadline)) return std::nullopt;
    for (const int descriptor : sockets_) {
        const int caller = ::accept4(descriptor, nullptr, nullptr, SOCK_CLOEXEC);
        if (caller < 0) continue;
        send_immediately(caller);
        return Channel(caller);
    }
    return std::nullopt;
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
