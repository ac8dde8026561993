// SPDX-License-Identifier: MIT
// Caches the benches that a worker has closed and may open again. If several kernels of a routine
// are tuned in turns, the inputs and the reference of each are made only once. The most recent
// benches are kept, if they are small enough.
#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <string>

#include "tuner/measure/worker_bench.hpp"

namespace hone {

class KeptBenches {
  public:
    static constexpr std::size_t most = 4;
    /// The limit on all cached benches of a worker. A product of 4096 squared in floats has 192
    /// MiB.
    static constexpr std::size_t bytes_of_worker = std::size_t{256} << 20U;

    /// `most_bytes` is the limit on all cached benches together.
    explicit KeptBenches(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    void keep(std::string request, std::unique_ptr<WorkerBench> bench);
    /// Removes and returns the bench that was opened by an identical request; nullptr if there is
    /// none.
    std::unique_ptr<WorkerBench> take(const std::string& request);
    void clear() { kept_.clear(); }

  private:
    struct Kept {
        std::string request;
        std::unique_ptr<WorkerBench> bench;
    };

    std::size_t most_bytes_;
    std::list<Kept> kept_;  // most recent first
};

}  // namespace hone
