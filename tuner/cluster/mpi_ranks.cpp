// SPDX-License-Identifier: MIT
// The only file that uses MPI. MPI numbers the ranks and broadcasts one text. Then it is finalized,
// because a rank that dies later would end every rank that still waits for it in MPI.
#include <mpi.h>

#include <memory>

#include "spaces/base/error.hpp"
#include "tuner/cluster/cluster.hpp"

namespace hone {
namespace {

/// Initializes MPI and finalizes it.
class Mpi {
  public:
    Mpi() { MPI_Init(nullptr, nullptr); }
    ~Mpi() { MPI_Finalize(); }
    Mpi(const Mpi&) = delete;
    Mpi& operator=(const Mpi&) = delete;
};

int rank_in(MPI_Comm group) {
    int rank = 0;
    MPI_Comm_rank(group, &rank);
    return rank;
}

int size_of(MPI_Comm group) {
    int size = 1;
    MPI_Comm_size(group, &size);
    return size;
}

struct HostInfo {
    int rank, size;  // among the ranks of this host
};

HostInfo host_info() {
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    const HostInfo info{rank_in(host), size_of(host)};
    MPI_Comm_free(&host);
    return info;
}

// Broadcasts rank 0's text to all ranks.
std::string announced(std::string text) {
    int size = static_cast<int>(text.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    text.resize(static_cast<std::size_t>(size));
    MPI_Bcast(text.data(), size, MPI_CHAR, 0, MPI_COMM_WORLD);
    return text;
}

}  // namespace

std::optional<RankInfo> join_ranks(const std::function<Message(Reach)>& connect_info) {
    if (launched_rank_count() < 2) return std::nullopt;
    const Mpi mpi;
    const HostInfo host = host_info();
    RankInfo info{.rank = rank_in(MPI_COMM_WORLD),
                  .size = size_of(MPI_COMM_WORLD),
                  .local_rank = host.rank,
                  .connect_info = {}};
    if (info.size < 2)
        throw Error(Exit::environment, "the launcher uses another MPI than hone was built with",
                    "use the mpirun of hone's MPI, or --shard auto");
    const Reach reach = host.size == info.size ? Reach::this_host : Reach::network;
    info.connect_info =
        Message::parse(announced(info.rank == 0 ? connect_info(reach).dump() : std::string()));
    return info;
}

}  // namespace hone
