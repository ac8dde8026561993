// SPDX-License-Identifier: MIT
// Device memory between two guard zones. The zones are filled with what is NaN to any
// floating-point type: a kernel that reads past an end spoils its result, and one that writes there
// is found out.
#pragma once

#include <CL/opencl.hpp>
#include <cstddef>
#include <optional>
#include <span>

#include "kernels/launch/element.hpp"

namespace hone {

class GuardedBuffer {
  public:
    /// So many bytes, at least one, and its zones, which are written at once.
    GuardedBuffer(const cl::Context& context, const cl::CommandQueue& queue, std::size_t bytes);

    /// What kernels are handed: the part between the zones.
    const cl::Buffer& buffer() const { return inside_; }
    std::size_t bytes() const { return bytes_; }

    void write(const cl::CommandQueue& queue, std::span<const std::byte> content) const;
    void fill(const cl::CommandQueue& queue, std::byte pattern) const;
    Bytes read(const cl::CommandQueue& queue) const;

    /// Writes both zones anew.
    void guard(const cl::CommandQueue& queue) const;
    /// The first byte of a zone that was changed, counted from the start of the inside: below zero,
    /// or past its end. Nothing when both zones are intact.
    std::optional<std::ptrdiff_t> broken(const cl::CommandQueue& queue) const;
    /// The first byte in which the inside differs from `content`.
    std::optional<std::size_t> changed(const cl::CommandQueue& queue,
                                       std::span<const std::byte> content) const;

  private:
    std::optional<std::size_t> broken_zone(const cl::CommandQueue& queue, std::size_t from) const;

    std::size_t bytes_;
    std::size_t zone_;  // bytes of each
    cl::Buffer whole_;
    cl::Buffer inside_;
};

}  // namespace hone
