// SPDX-License-Identifier: MIT
// Ranks without MPI: the program must be alone, since it cannot communicate with other ranks.
#include "spaces/base/error.hpp"
#include "tuner/cluster/cluster.hpp"

namespace hone {

std::optional<RankInfo> join_ranks(const std::function<Message(Reach)>& /*connect_info*/) {
    if (launched_rank_count() < 2) return std::nullopt;
    throw Error(Exit::usage, "this hone was built without MPI, so ranks cannot share a search",
                "build it with -DHONE_MPI=ON, or split the candidates with --shard auto");
}

}  // namespace hone
