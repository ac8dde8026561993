// SPDX-License-Identifier: MIT
// A problem: the routine, its precision, its sizes and its variant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "spaces/language/value.hpp"

namespace hone {

struct Space;

/// One problem. Its arguments are those of the space's [problem] table: extents such as M, N, K and
/// n, flags such as a transposition (0 or 1), and words such as the operation of a reduction.
struct Problem {
    std::string routine;
    std::string precision;  // "f32", "f64", "f16", "bf16", "tf32", "i32"
    Names arguments;

    bool operator==(const Problem&) const = default;
};

/// The space's default problem with the values of `given`. Throws a usage Error for a precision or
/// an argument that the space does not have.
Problem make_problem(const Space& space, const std::string& precision, const Names& given);

/// Whether a size in `long_sizes` of the space exceeds an int. Then all such sizes are longs.
bool has_long_sizes(const Space& space, const Problem& problem);

/// All names of a problem that an expression may read, with their values: its arguments,
/// `precision` and `sizeof_real` (bytes of one element).
Names names_of(const Problem& problem);

/// All precisions.
std::vector<std::string> known_precisions();

/// The precision of a program, which has none.
constexpr std::string_view no_precision = "none";

/// Bytes of one element in this precision. Throws a usage Error for an unknown one.
int sizeof_real(std::string_view precision);

/// Whether the elements of two precisions have equally many bytes. Then a config moves as many
/// bytes in both, so its times in one tell about the other.
bool are_related(std::string_view one, std::string_view other);

}  // namespace hone
