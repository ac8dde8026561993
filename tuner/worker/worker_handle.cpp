// SPDX-License-Identifier: MIT
// A line and the process at its other end.
#include "tuner/worker/worker_handle.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "spaces/base/error.hpp"

namespace hone {

Child::Child(const std::filesystem::path& program) : channel_(-1) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw Error(Exit::environment,
                    std::string("cannot talk to a worker process: ") + std::strerror(errno));
    channel_ = Channel(ends[0]);
    const Channel theirs(ends[1]);  // closed here once they have it
    process_ = std::make_unique<LocalProcess>(program, ends[1]);
}

Child::Child(Channel channel, std::unique_ptr<Process> process)
    : channel_(std::move(channel)), process_(std::move(process)) {}

std::unique_ptr<Child> start_worker(const Seat& seat, const std::filesystem::path& program) {
    return seat.launch ? seat.launch() : std::make_unique<Child>(program);
}

}  // namespace hone
