// SPDX-License-Identifier: MIT
// A compiler or a run that takes more and more memory ends its worker, and not what else runs on the
// machine. Limits of the system count address space, of which drivers of GPUs reserve far more than
// they use; so the resident memory is looked at instead.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>

namespace hone {

/// Bytes.
struct MemoryUse {
    std::int64_t grown = 0;      // by this process since the watch began
    std::int64_t total = 0;      // of the machine, or of the control group where that has less
    std::int64_t available = 0;  // the same
};

/// What a control group may use and what it has left of that; the largest numbers where it is not limited.
struct GroupMemory {
    std::int64_t total = std::numeric_limits<std::int64_t>::max();
    std::int64_t available = std::numeric_limits<std::int64_t>::max();
};

GroupMemory group_memory(const std::filesystem::path& folder);

/// Why that is too much; empty where it is not. A quarter of all is, and less where the machine has
/// little left.
std::string memory_fault(const MemoryUse& use);

/// The same for a worker that runs kernels, whose buffers may be large: too much is what leaves the
/// machine little.
std::string run_memory_fault(const MemoryUse& use);

/// While it lives, a worker whose memory grows too much says so and exits.
class MemoryWatch {
  public:
    explicit MemoryWatch(std::string (*fault)(const MemoryUse&) = memory_fault);

  private:
    std::jthread thread_;
};

}  // namespace hone
