// SPDX-License-Identifier: MIT
// Ranks for a program that was built without MPI: it is alone, or cannot know the others.
#include "spaces/base/error.hpp"
#include "tuner/cluster/cluster.hpp"

namespace hone {

std::optional<RankInfo> join_ranks(const std::function<Message(Reach)>& /*connect_info*/) {
    if (launched_rank_count() < 2) return std::nullopt;
    throw Error(Exit::usage, "this hone was built without MPI, so ranks cannot share a search",
                "build it with -DHONE_MPI=ON, or split the candidates with --shard auto");
}

}  // namespace hone
