// SPDX-License-Identifier: MIT
// `hone worker`: the program as its own worker process; users do not call it.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <string>

#include "tuner/cli/commands.hpp"
#include "tuner/worker/group_guard.hpp"
#include "tuner/worker/worker_main.hpp"

namespace hone::cli {
namespace {

void declare_worker(po::options_description& /*options*/) {}

// The key that the parent has written to the standard input.
std::string seal_key() {
    struct stat input {};
    if (::fstat(STDIN_FILENO, &input) != 0 || !S_ISREG(input.st_mode)) return "";
    std::array<char, 64> key{};
    const ssize_t got = ::read(STDIN_FILENO, key.data(), key.size());
    return {key.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

Exit run_worker(const po::variables_map& /*given*/) {
    if (::fcntl(worker_descriptor, F_GETFD) < 0) {
        throw Error(Exit::usage, "`hone worker` is only for hone itself",
                    "`hone help` lists the commands");
    }
    guard_process_group();
    return serve_as_worker(seal_key());
}

}  // namespace

const Command worker_command{
    .name = "worker",
    .synopsis = "",
    .summary = "build and run configs for another hone process",
    .details = "",
    .declare = declare_worker,
    .words = {},
    .run = run_worker,
    .hidden = true,
};

}  // namespace hone::cli
