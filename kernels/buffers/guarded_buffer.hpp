// SPDX-License-Identifier: MIT
// Device memory between two guard zones. The zones' content differs in each buffer, on each side
// and before each run; every other word is NaN in any floating-point type. A kernel that reads past
// an end spoils its result. One that writes there is found, even if it writes what it has read
// there.
#pragma once

#include <CL/opencl.hpp>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "kernels/buffers/buffer_hash.hpp"
#include "kernels/launch/element.hpp"

namespace hone {

/// Bytes of the two zones.
struct GuardZones {
    std::size_t before, after;
};

/// The zone at the end covers the overshoot of the largest work-groups with 64 vectors per
/// work-item; small problems need less.
constexpr GuardZones wide_zones{std::size_t{128} << 10U, std::size_t{1280} << 10U};
constexpr GuardZones narrow_zones{std::size_t{16} << 10U, std::size_t{64} << 10U};

/// The words of the guard zones, on the host and, if the device has its own memory, also there. The
/// device copies megabytes between two runs much faster than the host sends them. The host writes
/// if the device copies wrongly or shares the host's memory.
class GuardWords {
  public:
    GuardWords(const cl::Context& context, const cl::CommandQueue& queue, bool has_own_memory);

    /// Returns `bytes` bytes of the words; the start differs in each run.
    static std::span<const std::byte> some(std::uint64_t seed, std::uint64_t run,
                                           std::size_t bytes);
    /// Enqueues a write of such words into a buffer; later commands of the queue see them.
    void write(const cl::CommandQueue& queue, std::span<const std::byte> words,
               const cl::Buffer& buffer, std::size_t offset) const;
    /// The copy on the device, if it is used: it is hashed, because a kernel may write anywhere.
    std::optional<BufferHash::Region> on_device() const;
    /// Restores the copy on the device if it has changed; returns whether it had.
    bool mend(const cl::CommandQueue& queue) const;

  private:
    bool are_copied(const cl::Context& context, const cl::CommandQueue& queue) const;

    cl::Buffer on_device_;
    bool copied_ = false;  // copied by the device
};

class GuardedBuffer {
  public:
    /// Allocates `bytes` bytes, at least one, and writes the zones. Each buffer should have a seed
    /// of its own. `words` must outlive the buffer.
    GuardedBuffer(const GuardWords& words, const cl::Context& context,
                  const cl::CommandQueue& queue, std::size_t bytes, std::uint64_t seed,
                  GuardZones zones);

    /// The part between the zones: the argument of kernels.
    const cl::Buffer& buffer() const { return inside_; }
    std::size_t bytes() const { return bytes_; }

    void write(const cl::CommandQueue& queue, std::span<const std::byte> content) const;
    /// Fills the content with the pattern, repeated.
    void fill(const cl::CommandQueue& queue, const FillPattern& pattern) const;
    Bytes read(const cl::CommandQueue& queue) const;
    /// Reads into existing memory.
    void read(const cl::CommandQueue& queue, Bytes& content) const;

    /// Writes both zones anew, with other words than before.
    void guard(const cl::CommandQueue& queue);
    /// The first changed byte of a zone, relative to the start of the content: negative, or past
    /// its end. Empty if both zones are intact.
    std::optional<std::ptrdiff_t> broken(const cl::CommandQueue& queue) const;
    /// Both zones as regions to hash; see `set_zone_hashes`.
    std::array<BufferHash::Region, 2> zones() const;
    /// Stores the hashes of the zones as written; they are dropped when the zones are written anew.
    void set_zone_hashes(std::array<std::uint64_t, 2> hashes) { zone_hashes_ = hashes; }
    const std::optional<std::array<std::uint64_t, 2>>& zone_hashes() const { return zone_hashes_; }
    /// The first byte at which the content differs from `content`.
    std::optional<std::size_t> changed(const cl::CommandQueue& queue,
                                       std::span<const std::byte> content) const;

  private:
    std::span<const std::byte> words_before() const;
    std::span<const std::byte> words_after() const;
    std::optional<std::size_t> first_change(const cl::CommandQueue& queue, std::size_t from,
                                            std::span<const std::byte> content) const;

    const GuardWords* words_;
    std::size_t bytes_;
    GuardZones zones_;
    std::uint64_t seed_;
    std::uint64_t written_ = 0;  // how often the zones were written
    std::optional<std::array<std::uint64_t, 2>> zone_hashes_;
    cl::Buffer whole_;
    cl::Buffer inside_;
};

}  // namespace hone
