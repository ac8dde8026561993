// SPDX-License-Identifier: MIT
// Connects a worker process by a socket pair.
#include "tuner/worker/worker_handle.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "spaces/base/error.hpp"

namespace hone {

WorkerHandle::WorkerHandle(const std::filesystem::path& program, const Environment& extra)
    : channel_(-1) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw Error(Exit::environment,
                    std::string("cannot connect to a worker process: ") + std::strerror(errno));
    channel_ = Channel(ends[0]);
    const Channel theirs(ends[1]);  // closed here once the worker has inherited it
    process_ = std::make_unique<LocalProcess>(program, ends[1], "", extra);
}

WorkerHandle::WorkerHandle(Channel channel, std::unique_ptr<WorkerProcess> process)
    : channel_(std::move(channel)), process_(std::move(process)) {}

std::unique_ptr<WorkerHandle> start_worker(const Placement& placement,
                                           const std::filesystem::path& program,
                                           const Environment& extra) {
    return placement.launch ? placement.launch() : std::make_unique<WorkerHandle>(program, extra);
}

}  // namespace hone
