// SPDX-License-Identifier: MIT
// The reference of a matrix product. CLBlast computes it, and the host verifies a sample with
// compensated sums. If the two disagree, CLBlast is wrong and the host computes the whole product.
#pragma once

#include <CL/opencl.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/check/product_sample.hpp"
#include "kernels/launch/clblast.hpp"

namespace hone {

/// The name of CLBlast where it computes a reference.
inline constexpr std::string_view clblast_name = "CLBlast";

/// op(A) * op(B), row by row and without gaps.
struct GemmReference {
    std::vector<double> values;
    std::vector<double> magnitudes;      // sum of |a||b|: errors are proportional to it
    std::vector<ProductSample> samples;  // without magnitudes
    std::string computed_by;             // clblast_name or "the host"
    std::string fault;                   // why CLBlast was not used; empty if it was
};

/// The implementation of a reference. For CPUs, CLBlast's kernels take seconds to compile.
enum class ReferenceBackend { clblast, host };

/// The product of matrices without gaps. Their elements have either sign and magnitudes from 1/4 to
/// 1. CLBlast is skipped if it failed before.
template <class T>
GemmReference gemm_reference(const blas::Gemm& shape, const std::vector<T>& a,
                             const std::vector<T>& b, std::uint64_t seed,
                             const cl::CommandQueue& queue, std::string known_fault,
                             ReferenceBackend backend = ReferenceBackend::clblast);

/// The largest difference of two sums of `length` products with this unit roundoff, relative to
/// their sum of magnitudes.
double gemm_error_bound(std::size_t length, double unit);

}  // namespace hone
