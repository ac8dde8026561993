// SPDX-License-Identifier: MIT
// The only file that knows MPI. It is asked who is there and carries one text to all ranks; then it
// is done, since a rank that dies takes everybody with it who still waits for it there.
#include <mpi.h>

#include <memory>

#include "spaces/base/error.hpp"
#include "tuner/cluster/cluster.hpp"

namespace hone {
namespace {

/// MPI for as long as it is needed.
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

int rank_on_host() {
    MPI_Comm host = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    const int rank = rank_in(host);
    MPI_Comm_free(&host);
    return rank;
}

// What the first rank says, heard by all.
std::string announced(std::string text) {
    int size = static_cast<int>(text.size());
    MPI_Bcast(&size, 1, MPI_INT, 0, MPI_COMM_WORLD);
    text.resize(static_cast<std::size_t>(size));
    MPI_Bcast(text.data(), size, MPI_CHAR, 0, MPI_COMM_WORLD);
    return text;
}

}  // namespace

std::optional<Ranks> meet_ranks(const std::function<Message()>& invitation) {
    if (launched_together() < 2) return std::nullopt;
    const Mpi mpi;
    Ranks ranks{.rank = rank_in(MPI_COMM_WORLD),
                .size = size_of(MPI_COMM_WORLD),
                .on_host = rank_on_host(),
                .invitation = {}};
    if (ranks.size < 2)
        throw Error(Exit::environment, "the launcher speaks another MPI than hone was built with",
                    "use the mpirun of that MPI, or --shard auto");
    ranks.invitation =
        Message::parse(announced(ranks.rank == 0 ? invitation().dump() : std::string()));
    return ranks;
}

}  // namespace hone
