// SPDX-License-Identifier: MIT
// What reaches memory in a slow way, by the hints of the space: transactions of which little is
// used, and local accesses that wait for one another at a bank.
#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "tuner/devices/grouped_digits.hpp"
#include "tuner/pruning/rule_sets.hpp"

namespace hone {

namespace {

std::int64_t over(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

/// One load of a whole warp: what its work-items want, and the segments that they touch.
struct WarpLoad {
    std::int64_t bytes = 0;
    std::int64_t segments = 0;
};

WarpLoad warp_load(const Architecture& unit, std::int64_t access, std::int64_t stride) {
    const auto together = over((unit.warp - 1) * stride + access, unit.segment);
    const auto apart = unit.warp * over(access, unit.segment);
    return {stride == 0 ? access : unit.warp * access, std::min(together, apart)};
}

Finding coalescing(const Question& question) {
    if (auto why = without_occupancy(question); !why.empty()) return silent(std::move(why));
    const auto& [access, stride] =
        std::pair{question.hints.access_bytes, question.hints.access_stride};
    if (!access || !stride || *access < 1 || *stride < 0)
        return silent("the space gives no hints `access_bytes` and `access_stride`");
    const auto segment = question.architecture->segment;
    const auto [bytes, segments] = warp_load(*question.architecture, *access, *stride);
    const auto moved = segments * segment;
    const auto used = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(moved));
    const bool one = segments == over(*access, segment);
    return found(one || used >= thresholds().coalescing,
                 fmt::format("a warp uses {} of {} bytes that are moved, {} every {} bytes",
                             figure(bytes), figure(moved), *access, *stride));
}

/// A warp whose first byte lies inside a segment touches one segment more than it would have to.
Finding alignment(const Question& question) {
    if (auto why = without_occupancy(question); !why.empty()) return silent(std::move(why));
    const auto& [access, aligned] =
        std::pair{question.hints.access_bytes, question.hints.access_alignment};
    if (!access || !aligned || *access < 1 || *aligned < 1)
        return silent("the space gives no hints `access_bytes` and `access_alignment`");
    const auto wanted =
        std::min(question.architecture->segment, question.architecture->warp * *access);
    return found(*aligned % wanted == 0,
                 fmt::format("aligned to {} bytes; a transaction takes {}", *aligned, wanted));
}

/// Work-items at a stride share a bank as often as the stride and the number of banks have factors
/// in common; at a stride of 0 all of them read the same word, which is one access.
Finding bank_conflicts(const Question& question) {
    if (auto why = without_occupancy(question); !why.empty()) return silent(std::move(why));
    const auto stride = question.hints.bank_stride;
    if (!stride || *stride < 0) return silent("the space gives no hint `bank_stride`");
    const auto banks = question.architecture->banks;
    const auto ways = *stride == 0 ? 1 : std::gcd(*stride, banks);
    return found(static_cast<double>(ways) <= thresholds().bank_conflicts,
                 fmt::format("{} at one of {} banks, {} apart", count_of(ways, "work-item"), banks,
                             count_of(*stride, "word")));
}

using enum Rule::Strength;
using enum Rule::Stage;
constexpr std::array memory_table{
    Rule{"coalescing", "use of what global memory transactions move", soft, before_build,
         coalescing},
    Rule{"alignment", "global memory access from the start of a transaction", soft, before_build,
         alignment},
    Rule{"bank_conflicts", "work-items that wait for one another at a bank of local memory", soft,
         before_build, bank_conflicts},
};

}  // namespace

std::span<const Rule> access_rules() {
    return memory_table;
}

}  // namespace hone
