// SPDX-License-Identifier: MIT
// Two tables for each kind of probe: one for devices that run work-items in lockstep, one for cores
// with caches.
#include "tuner/probing/probe_variants.hpp"

#include <fmt/format.h>

#include <array>

namespace hone {
namespace {

struct VariantSets {
    std::span<const ProbeVariant> lockstep, cores;
};

constexpr std::array<ProbeVariant, 6> stream_lockstep{{{4, 4, 256, 8},
                                                       {4, 8, 256, 8},
                                                       {4, 4, 512, 4},
                                                       {4, 2, 256, 32},
                                                       {2, 8, 256, 16},
                                                       {1, 8, 256, 32}}};
constexpr std::array<ProbeVariant, 4> stream_cores{
    {{8, 4, 1, 1}, {16, 4, 1, 4}, {16, 8, 1, 16}, {8, 8, 4, 16}}};

constexpr std::array<ProbeVariant, 6> chains_lockstep{{{1, 8, 256, 8},
                                                       {1, 16, 256, 8},
                                                       {2, 8, 256, 8},
                                                       {4, 4, 256, 16},
                                                       {1, 4, 1024, 4},
                                                       {1, 8, 256, 8, "mad"}}};
constexpr std::array<ProbeVariant, 6> chains_cores{{{8, 8, 1, 4},
                                                    {16, 8, 1, 4},
                                                    {16, 12, 1, 4},
                                                    {1, 8, 64, 4},
                                                    {16, 8, 1, 4, "mad"},
                                                    {8, 12, 1, 4, "mad"}}};

constexpr std::array<ProbeVariant, 5> local_lockstep{
    {{1, 8, 256, 8}, {2, 8, 256, 8}, {4, 4, 256, 8}, {4, 8, 512, 4}, {4, 8, 1024, 2}}};
constexpr std::array<ProbeVariant, 3> local_cores{{{8, 8, 1, 4}, {16, 8, 1, 4}, {16, 4, 1, 4}}};

// Each variant reads 8 KiB per step, so that the smallest working set is a whole number of steps.
constexpr std::array<ProbeVariant, 3> cache_lockstep{
    {{4, 2, 256, 8}, {2, 4, 256, 8}, {1, 8, 256, 8}}};
constexpr std::array<ProbeVariant, 2> cache_cores{{{16, 8, 1, 4}, {8, 8, 1, 4}}};

constexpr std::array<VariantSets, 5> tables{{{stream_lockstep, stream_cores},
                                             {stream_lockstep, stream_cores},
                                             {chains_lockstep, chains_cores},
                                             {local_lockstep, local_cores},
                                             {cache_lockstep, cache_cores}}};

std::string value_type(std::string_view element, std::size_t width) {
    return width == 1 ? std::string(element) : fmt::format("{}{}", element, width);
}

}  // namespace

std::string ProbeVariant::description(std::string_view element) const {
    return fmt::format("{}, {} in flight, {} group{} of {} work-item{} per compute unit{}",
                       value_type(element, width), independent, groups, groups == 1 ? "" : "s",
                       items, items == 1 ? "" : "s",
                       multiply_add == "fma" ? "" : ", with mad instead of fma");
}

std::string ProbeVariant::defines(std::string_view element) const {
    constexpr std::size_t tile_elements = 4096;
    return fmt::format("-DREAL={} -DVALUE={} -DFIRST={} -DFLIGHT={} -DTILE={} -DMULTIPLY_ADD={}",
                       element, value_type(element, width), width == 1 ? "" : ".s0", independent,
                       tile_elements / width, multiply_add);
}

std::span<const ProbeVariant> probe_variants(ProbeKind kind, const Device& device) {
    const VariantSets& both = tables.at(static_cast<std::size_t>(kind));
    return device.type == "cpu" ? both.cores : both.lockstep;
}

}  // namespace hone
