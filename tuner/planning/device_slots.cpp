// SPDX-License-Identifier: MIT
// Layouts are the variants of a routine's spaces, each 0 or 1. Every combination is a slot;
// applications use those with fewer transposes more often.
#include "tuner/planning/device_slots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>

#include "db/model/probe.hpp"
#include "tuner/catalog/kernel_selection.hpp"

namespace hone {
namespace {

/// The sizes of a routine; all of its extents have the same bounds.
struct RoutineSizes {
    std::string routine;
    std::int64_t least, usual, most;  // of an extent; `usual` for unknown peaks
    std::string_view peak;            // the probe that bounds the largest size
    double work;                      // factor in the work of an extent n: work * n^power
    int power;
    double seconds;  // time limit of the largest size at the peak
};

constexpr double bytes_of_float = 4;
const std::array<RoutineSizes, 2> routine_sizes{{
    {"reduction", 4096, 1 << 24, 1 << 26, probes::read_bandwidth, bytes_of_float, 1, 0.01},
    {"gemm", 32, 1024, 4096, probes::fma_f32, 2, 3, 0.05},
}};

// The largest power of two within the time limit.
std::int64_t largest(const RoutineSizes& sizes, const Device& device, Store& store) {
    const auto peak = store.probe(id_of(device), sizes.peak);
    if (!peak || peak->value <= 0) return sizes.usual;
    const double size = std::pow(peak->value * sizes.seconds / sizes.work, 1.0 / sizes.power);
    const auto whole = static_cast<std::uint64_t>(std::max(1.0, size));
    return std::clamp(static_cast<std::int64_t>(std::bit_floor(whole)), sizes.usual / 4,
                      sizes.most);
}

// Layouts learn from each other, so each draws different sizes.
constexpr std::uint64_t seeds_apart = 1000;

std::set<std::string> precisions_of(const std::vector<Space>& spaces) {
    std::set<std::string> all;
    for (const Space& space : spaces) all.insert(space.precisions.begin(), space.precisions.end());
    return all;
}

bool computes_in(const Space& space, const std::string& precision) {
    return std::ranges::find(space.precisions, precision) != space.precisions.end();
}

// All combinations of the variants.
std::vector<Names> layouts_of(const Space& space) {
    std::vector<Names> layouts{{}};
    for (const std::string& variant : space.variants) {
        std::vector<Names> more;
        for (const Names& layout : layouts)
            for (const std::int64_t value : {0, 1}) {
                more.push_back(layout);
                more.back().emplace(variant, Number(value));
            }
        layouts = std::move(more);
    }
    return layouts;
}

double weight_of(const std::string& precision, const Names& layout) {
    constexpr double other_precision = 0.7;
    double weight = precision == "f32" ? 1 : other_precision;
    for (const auto& [variant, value] : layout)
        weight *= std::get<Number>(value).truthy() ? 0.5 : 1;
    return weight;
}

std::vector<Space> kernels_for(const std::vector<Space>& spaces, const LocalDevice& device,
                               const Problem& problem) {
    std::vector<Space> able = spaces;
    std::erase_if(able, [&](const Space& space) {
        return unmet_requirement(space, device, problem).has_value();
    });
    return able;
}

// Whether the device computes in this precision itself. For other precisions a single kernel does
// not count: the portable kernel computes in f32.
bool has_precision(const std::string& precision, const Device& device,
                   const std::vector<Space>& able) {
    const std::array<std::string_view, 3> usual{"f32", "f64", "i32"};
    if (std::ranges::find(usual, precision) != usual.end()) return !able.empty();
    return able.size() > 1 || (precision == "f16" && device.half && !able.empty());
}

SizeRange range_of(const RoutineSizes& sizes, const Space& space, std::int64_t most) {
    SizeRange range{.names = {}, .bounds = {}, .count = 1};
    for (const auto& [name, usual] : extents_of(space)) {
        range.names.push_back(name);
        range.bounds.push_back({sizes.least, most});
    }
    return range;
}

Problem problem_of(const RoutineSizes& sizes, const Space& space, const SizeRange& range,
                   const std::string& precision, const Names& layout) {
    Names arguments = layout;
    for (const std::string& name : range.names) arguments.emplace(name, Number(sizes.usual));
    return make_problem(space, precision, arguments);
}

}  // namespace

std::string Slot::words() const {
    std::string words = routine + " " + precision;
    const Space& space = spaces.front();
    for (const std::string& variant : space.variants)
        words += fmt::format(" {}={}", variant, text(sizes.like.arguments.at(variant)));
    return words;
}

std::vector<Slot> slots_of(const LocalDevice& device, const std::string& precision,
                           std::uint64_t seed, Store& store) {
    std::vector<Slot> slots;
    for (const RoutineSizes& sizes : routine_sizes) {
        const std::vector<Space> spaces = spaces_named(sizes.routine);
        const SizeRange range =
            range_of(sizes, spaces.front(), largest(sizes, device.device, store));
        for (const std::string& one : precisions_of(spaces)) {
            if (!precision.empty() && precision != one) continue;
            const Space& space = *std::ranges::find_if(
                spaces, [&](const Space& each) { return computes_in(each, one); });
            std::uint64_t seed_of_layout = seed;
            for (const Names& layout : layouts_of(space)) {
                const Problem like = problem_of(sizes, space, range, one, layout);
                std::vector<Space> able = kernels_for(spaces, device, like);
                if (!has_precision(one, device.device, able)) continue;
                slots.push_back({sizes.routine,
                                 one,
                                 std::move(able),
                                 {.range = range, .like = like, .seed = seed_of_layout},
                                 weight_of(one, layout)});
                seed_of_layout += seeds_apart;
            }
        }
    }
    return slots;
}

}  // namespace hone
