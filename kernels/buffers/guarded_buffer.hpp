// SPDX-License-Identifier: MIT
// Device memory between two guard zones. What lies there is different in each buffer, on each side
// and before each run; every other word of it is NaN to any floating-point type. A kernel that reads
// past an end spoils its result, and one that writes there is found out, even if it writes what it
// has read there.
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

/// Past the end lies as much as work-groups of the largest size overshoot with 64 vectors each; for
/// small problems less is enough.
constexpr GuardZones wide_zones{std::size_t{128} << 10U, std::size_t{1280} << 10U};
constexpr GuardZones narrow_zones{std::size_t{16} << 10U, std::size_t{64} << 10U};

/// The words that zones are written with, on the host and on a device with its own memory: between two runs it
/// writes its megabytes far sooner than they come from the host, which does it where the device is seen to do it
/// wrong, and where both have the same memory.
class GuardWords {
  public:
    GuardWords(const cl::Context& context, const cl::CommandQueue& queue, bool has_own_memory);

    /// So many bytes of them. They begin elsewhere in each run.
    static std::span<const std::byte> some(std::uint64_t seed, std::uint64_t run,
                                           std::size_t bytes);
    /// Writes such words into a buffer. They are there for what follows in the queue.
    void write(const cl::CommandQueue& queue, std::span<const std::byte> words,
               const cl::Buffer& buffer, std::size_t offset) const;
    /// Those on the device, where they are used, for a hash: a kernel may write anywhere.
    std::optional<BufferHash::Region> on_device() const;
    /// Writes those on the device anew where they have changed; whether they had.
    bool mend(const cl::CommandQueue& queue) const;

  private:
    bool are_copied(const cl::Context& context, const cl::CommandQueue& queue) const;

    cl::Buffer on_device_;
    bool copied_ = false;  // by the device
};

class GuardedBuffer {
  public:
    /// So many bytes, at least one, and its zones, which are written at once. No two buffers should
    /// have the same seed. The words must outlive it.
    GuardedBuffer(const GuardWords& words, const cl::Context& context,
                  const cl::CommandQueue& queue, std::size_t bytes, std::uint64_t seed,
                  GuardZones zones);

    /// What kernels are handed: the part between the zones.
    const cl::Buffer& buffer() const { return inside_; }
    std::size_t bytes() const { return bytes_; }

    void write(const cl::CommandQueue& queue, std::span<const std::byte> content) const;
    /// Fills it with the pattern, again and again.
    void fill(const cl::CommandQueue& queue, const FillPattern& pattern) const;
    Bytes read(const cl::CommandQueue& queue) const;
    /// The same into bytes that are there.
    void read(const cl::CommandQueue& queue, Bytes& content) const;

    /// Writes both zones anew, with other words than before.
    void guard(const cl::CommandQueue& queue);
    /// The first byte of a zone that was changed, counted from the start of the inside: below zero,
    /// or past its end. Nothing when both zones are intact.
    std::optional<std::ptrdiff_t> broken(const cl::CommandQueue& queue) const;
    /// Both zones, for hashes of them: see `set_zone_hashes`.
    std::array<BufferHash::Region, 2> zones() const;
    /// Of the zones as they were written; forgotten when they are written anew.
    void set_zone_hashes(std::array<std::uint64_t, 2> hashes) { zone_hashes_ = hashes; }
    const std::optional<std::array<std::uint64_t, 2>>& zone_hashes() const { return zone_hashes_; }
    /// The first byte in which the inside differs from `content`.
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
    std::uint64_t written_ = 0;  // how often the zones were
    std::optional<std::array<std::uint64_t, 2>> zone_hashes_;
    cl::Buffer whole_;
    cl::Buffer inside_;
};

}  // namespace hone
