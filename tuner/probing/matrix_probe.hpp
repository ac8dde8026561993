// SPDX-License-Identifier: MIT
// The peak rates of matrix units: mma.sync, and on Hopper wgmma, which the kernels of hone use. Both
// multiply ones, so that the sums say whether all products were computed.
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
    bool wgmma;            // else mma.sync
    int tiles_m, tiles_n;  // instructions of a warp that are independent (mma.sync)
    std::size_t items;     // of a work-group
    std::size_t groups;    // for each compute unit
};

/// The variants to try in this precision; none on a device without such matrix units.
std::vector<MatrixVariant> matrix_variants(std::string_view precision, const Device& device);

/// Why there are none: "no matrix units …".
std::string why_no_matrix_units(std::string_view precision);

/// What one variant is to the compiler, and what it computes.
struct MatrixProgram {
    std::string source, options, target;  // the target: rewritten for it, where one is named
    std::string description;
    int rounds = 0;
    double sum = 0;    // what each work-item has to write
    double flops = 0;  // of a warp (mma.sync) or a warpgroup (wgmma)
};
MatrixProgram matrix_program(const MatrixVariant& variant, std::string_view precision);

/// Empty where all sums are right, else what is wrong: a product that was not computed is not fast.
std::string wrong_sums(std::span<const double> sums, double expected);

/// Measures one precision: "f16", "bf16", "tf32" or "f64".
Probe probe_matrix(const ProbeTimer& timer, std::string_view precision, const cl::Buffer& to,
                   std::size_t bytes);

}  // namespace hone
