// SPDX-License-Identifier: MIT
// Benches that a worker has closed, and may be asked to open again: where several kernels of a routine are
// tuned in turns, the inputs and the reference of each are made once. Those that are small enough are kept, the
// last ones first.
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
    /// What those of a worker may take together: a product of 4096 squared in floats has 192 MiB.
    static constexpr std::size_t bytes_of_worker = std::size_t{256} << 20U;

    /// `most_bytes` is what all of them may take together.
    explicit KeptBenches(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    void keep(std::string request, std::unique_ptr<WorkerBench> bench);
    /// The bench that was opened by this very request, or nothing.
    std::unique_ptr<WorkerBench> take(const std::string& request);
    void clear() { kept_.clear(); }

  private:
    struct Kept {
        std::string request;
        std::unique_ptr<WorkerBench> bench;
    };

    std::size_t most_bytes_;
    std::list<Kept> kept_;  // the last one first
};

}  // namespace hone
