// SPDX-License-Identifier: MIT
// `hone worker`: the program as its own worker. Not for people.
#include <fcntl.h>

#include "tuner/cli/command.hpp"
#include "tuner/worker/worker_main.hpp"

namespace hone::cli {
namespace {

void declare_worker(po::options_description& /*options*/) {}

Exit run_worker(const po::variables_map& /*given*/) {
    if (::fcntl(worker_descriptor, F_GETFD) < 0) {
        throw Error(Exit::usage, "`hone worker` is only for hone itself",
                    "`hone help` lists the commands");
    }
    return serve_as_worker();
}

}  // namespace

extern const Command worker_command;
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
