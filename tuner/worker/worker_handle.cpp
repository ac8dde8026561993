// SPDX-License-Identifier: MIT
// A line and the process at its other end.
#include "tuner/worker/worker_handle.hpp"

#include <dlfcn.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "spaces/base/error.hpp"
#include "tuner/cluster/remote_launcher.hpp"

namespace hone {

std::filesystem::path own_program() {
    std::error_code error;
    // An application that links the tuner as a library is not the one to be started.
    Dl_info here{};
    const bool known = ::dladdr(reinterpret_cast<const void*>(&own_program), &here) != 0;
    const std::filesystem::path file = known ? here.dli_fname : "";
    if (file.filename().string().find(".so") != std::string::npos) {
        auto folder = std::filesystem::absolute(file, error).parent_path();
        for (int up = 0; up < 3; ++up, folder = folder.parent_path())
            if (std::filesystem::exists(folder / "bin" / "hone", error))
                return folder / "bin" / "hone";
    }
    auto program = std::filesystem::read_symlink("/proc/self/exe", error);
    if (error)
        throw Error(Exit::environment, "cannot find the running program: " + error.message(),
                    "is /proc mounted?");
    return program;
}

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

std::unique_ptr<Child> start_worker(Outpost* outpost, const std::filesystem::path& program) {
    return outpost ? outpost->start_worker() : std::make_unique<Child>(program);
}

}  // namespace hone
