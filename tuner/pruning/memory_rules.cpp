// SPDX-License-Identifier: MIT
// Soft rules about memory access, from the hints of the space: coalescing, alignment and bank
// conflicts.
#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "tuner/devices/grouped_digits.hpp"
#include "tuner/devices/occupancy.hpp"
#include "tuner/pruning/rule_sets.hpp"

namespace hone {

namespace {

/// One load of a whole warp: the bytes that its work-items need, and the touched segments.
struct WarpLoad {
    std::int64_t bytes = 0;
    std::int64_t segments = 0;
};

WarpLoad warp_load(const Architecture& unit, std::int64_t access, std::int64_t stride) {
    const auto together = ceil_div((unit.warp - 1) * stride + access, unit.segment);
    const auto apart = unit.warp * ceil_div(access, unit.segment);
    return {stride == 0 ? access : unit.warp * access, std::min(together, apart)};
}

RuleResult coalescing(const RuleInput& input) {
    if (auto why = without_occupancy(input); !why.empty()) return not_applicable(std::move(why));
    const auto& [access, stride] = std::pair{input.hints.access_bytes, input.hints.access_stride};
    if (!access || !stride || *access < 1 || *stride < 0)
        return not_applicable("the space has no hints `access_bytes` and `access_stride`");
    const auto segment = input.architecture->segment;
    const auto [bytes, segments] = warp_load(*input.architecture, *access, *stride);
    const auto moved = segments * segment;
    const auto used = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(moved));
    const bool one = segments == ceil_div(*access, segment);
    return rule_result(one || used >= thresholds().coalescing,
                       fmt::format("a warp uses {} of {} transferred bytes: {} at a stride of {}",
                                   grouped_digits(bytes), grouped_digits(moved), *access, *stride));
}

/// A warp whose first byte lies inside a segment touches one segment more than necessary.
RuleResult alignment(const RuleInput& input) {
    if (auto why = without_occupancy(input); !why.empty()) return not_applicable(std::move(why));
    const auto& [access, aligned] =
        std::pair{input.hints.access_bytes, input.hints.access_alignment};
    if (!access || !aligned || *access < 1 || *aligned < 1)
        return not_applicable("the space has no hints `access_bytes` and `access_alignment`");
    const auto wanted = std::min(input.architecture->segment, input.architecture->warp * *access);
    return rule_result(
        *aligned % wanted == 0,
        fmt::format("aligned to {} bytes; a transaction needs {}", *aligned, wanted));
}

/// The number of work-items that share a bank is the greatest common divisor of the stride and the
/// number of banks. At a stride of 0 all read the same word, which is one access.
RuleResult bank_conflicts(const RuleInput& input) {
    if (auto why = without_occupancy(input); !why.empty()) return not_applicable(std::move(why));
    const auto stride = input.hints.bank_stride;
    if (!stride || *stride < 0) return not_applicable("the space has no hint `bank_stride`");
    const auto banks = input.architecture->banks;
    const auto ways = *stride == 0 ? 1 : std::gcd(*stride, banks);
    return rule_result(static_cast<double>(ways) <= thresholds().bank_conflicts,
                       fmt::format("{} share one of {} banks, at a stride of {}",
                                   count_of(ways, "work-item"), banks, count_of(*stride, "word")));
}

using enum Rule::Strength;
using enum Rule::Stage;
constexpr std::array memory_table{
    Rule{"coalescing", "share of the transferred bytes that a warp uses", soft, before_build,
         coalescing},
    Rule{"alignment", "alignment of global memory accesses to transactions", soft, before_build,
         alignment},
    Rule{"bank_conflicts", "work-items that access the same bank of local memory", soft,
         before_build, bank_conflicts},
};

}  // namespace

std::span<const Rule> memory_rules() {
    return memory_table;
}

}  // namespace hone
