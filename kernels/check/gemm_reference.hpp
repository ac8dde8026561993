// SPDX-License-Identifier: MIT
// The reference of a matrix product. CLBlast computes it, and the host checks a sample of it with
// compensated sums; where the two disagree, CLBlast is wrong and the host computes all of it.
#pragma once

#include <CL/opencl.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/launch/clblast.hpp"

namespace hone {

/// op(A) * op(B), row by row and without gaps.
struct GemmReference {
    struct Sample {
        std::size_t row, column;
        double value;  // exact
    };
    std::vector<double> values;
    std::vector<double> magnitudes;  // sum of |a||b|, which errors are in proportion to
    std::vector<Sample> samples;     // the corners, and others at random
    std::string computed_by;         // who computed it: "CLBlast" or "the host"
    std::string fault;               // what CLBlast did wrong, or nothing
};

/// The product of matrices without gaps whose elements are of either sign and from 1/4 to 1. Where a
/// fault of CLBlast is known it is not asked.
template <class T>
GemmReference gemm_reference(const blas::Gemm& shape, const std::vector<T>& a,
                             const std::vector<T>& b, std::uint64_t seed,
                             const cl::CommandQueue& queue, std::string known_fault);

/// How far two sums of `length` products may lie apart, in proportion to their magnitude, when both
/// are computed with this unit roundoff.
double gemm_error_bound(std::size_t length, double unit);

}  // namespace hone
