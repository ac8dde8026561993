// SPDX-License-Identifier: MIT
// The peak rates of matrix units: mma.sync, and on Hopper wgmma, as hone's kernels use them. Both
// multiply ones, so the sums show whether all products were computed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tuner/probing/probe_race.hpp"

namespace hone {

/// One variant of a matrix product: the instructions, and the launch.
struct MatrixVariant {
    bool wgmma;            // otherwise mma.sync
    int tiles_m, tiles_n;  // independent instructions of a warp (mma.sync)
    std::size_t items;     // per work-group
    std::size_t groups;    // per compute unit
};

/// The variants to try in this precision; empty if the device has no such matrix units.
std::vector<MatrixVariant> matrix_variants(std::string_view precision, const Device& device);

/// Why there is no variant: "no matrix units …".
std::string why_no_matrix_units(std::string_view precision);

/// The build inputs and the expected results of one variant.
struct MatrixProgram {
    std::string source, options, target;  // rewritten for `target` unless empty
    std::string description;
    int rounds = 0;
    double sum = 0;    // expected output of each work-item
    double flops = 0;  // per warp (mma.sync) or warpgroup (wgmma)
};
MatrixProgram matrix_program(const MatrixVariant& variant, std::string_view precision);

/// Empty if all sums are right, otherwise a message: products that were not computed must not count
/// as fast.
std::string wrong_sums(std::span<const double> sums, double expected);

/// Measures one precision: "f16", "bf16", "tf32" or "f64".
Probe probe_matrix(const ProbeTimer& timer, std::string_view precision, const cl::Buffer& to,
                   std::size_t bytes);

}  // namespace hone
