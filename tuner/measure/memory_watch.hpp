// SPDX-License-Identifier: MIT
// Ends a worker whose compiler or run takes more and more memory, so that other processes of the
// machine are not affected. System limits count address space, of which GPU drivers reserve far
// more than they use; so the resident memory is watched instead.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <thread>

namespace hone {

/// In bytes.
struct MemoryUse {
    std::int64_t grown = 0;      // by this process since the watch began
    std::int64_t total = 0;      // of the machine, or of the control group if that has less
    std::int64_t available = 0;  // of the machine, or of the control group if that has less
};

/// The limit of a control group and its free part; the largest numbers if it has no limit.
struct GroupMemory {
    std::int64_t total = std::numeric_limits<std::int64_t>::max();
    std::int64_t available = std::numeric_limits<std::int64_t>::max();
};

GroupMemory group_memory(const std::filesystem::path& folder);

/// Returns a message if the use is too high; empty otherwise. The limit is a quarter of the total,
/// or less if the machine has little memory left.
std::string memory_fault(const MemoryUse& use);

/// The same for workers that run kernels. Their buffers may be large, so it only counts if the
/// machine has little memory left.
std::string run_memory_fault(const MemoryUse& use);

/// While it exists, a worker whose memory grows too much prints a message and exits.
class MemoryWatch {
  public:
    explicit MemoryWatch(std::string (*fault)(const MemoryUse&) = memory_fault);

  private:
    std::jthread thread_;
};

}  // namespace hone
