// SPDX-License-Identifier: MIT
// The variants of a probe. On a GPU many small accesses hide latency; on a CPU a few wide ones fill
// the vector units. The best variant depends on the model.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "db/model/device.hpp"

namespace hone {

/// The quantity that a probe measures.
enum class ProbeKind { read, copy, multiply_add, local, cache };

/// One variant: the width of an access, how many are in flight, and the launch size.
struct ProbeVariant {
    std::size_t width;        // elements per access
    std::size_t independent;  // independent accesses or chains
    std::size_t items;        // per work-group
    std::size_t groups;       // per compute unit
    std::string_view multiply_add = "fma";

    /// "float4, 8 in flight, 4 groups of 256 a unit".
    std::string description(std::string_view element) const;
    /// The variant as compiler options.
    std::string defines(std::string_view element) const;
};

/// The variants to try on this device.
std::span<const ProbeVariant> probe_variants(ProbeKind kind, const Device& device);

}  // namespace hone
