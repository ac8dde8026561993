// SPDX-License-Identifier: MIT
// Multiplies matrices of ones: with depth K, each instruction increases an element by K.
#include "tuner/probing/matrix_probe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "db/device/architecture_id.hpp"
#include "kernels/source/kernel_parts.hpp"
#include "spaces/base/error.hpp"
#include "tuner/embedded.hpp"

namespace hone {
namespace {

constexpr int warp = 32;
constexpr int warpgroup = 128;
constexpr int mma_elements = 4;      // of C, per work-item and instruction
constexpr int wgmma_elements = 128;  // of C, per work-item and instruction
constexpr int wgmma_in_a_round = 4;
constexpr int mma_rounds = 4096;
constexpr int wgmma_rounds = 2048;
constexpr int f64_rounds = 1024;

struct MatrixPrecision {
    std::string_view name, define;
    int mma_depth, wgmma_depth;  // K of an instruction; 0 if there is none
    cl_uint ones;                // as many ones as fit into 32 bits
    std::int64_t capability;     // required by hone's kernels
};
constexpr std::array<MatrixPrecision, 4> precisions{{{"f16", "-DF16", 16, 16, 0x3C003C00, 80},
                                                     {"bf16", "-DBF16", 16, 16, 0x3F803F80, 80},
                                                     {"tf32", "-DTF32", 8, 8, 0x3F800000, 80},
                                                     {"f64", "-DF64", 16, 0, 0, 90}}};

constexpr std::array<MatrixVariant, 2> wgmma_variants{{{true, 0, 0, 256, 1}, {true, 0, 0, 128, 2}}};
constexpr std::array<MatrixVariant, 4> mma_variants{
    {{false, 4, 4, 256, 2}, {false, 2, 4, 256, 4}, {false, 2, 2, 512, 2}, {false, 4, 8, 128, 4}}};

const MatrixPrecision& of_name(std::string_view name) {
    return *std::ranges::find(precisions, name, &MatrixPrecision::name);
}

std::string part(std::string_view name) {
    return std::string(kernel_part(name)) + "\n";
}

std::string probe_text(std::string_view name) {
    return std::string(embedded::tuner::find(name));
}

MatrixProgram wgmma_program(const MatrixVariant& variant, const MatrixPrecision& precision) {
    MatrixProgram program;
    program.source = part("parts/common/precision.cl") + part("parts/nvidia/sm90.cl") +
                     probe_text("probing/probe_wgmma.cl");
    program.options = fmt::format("{} -DITEMS={}", precision.define, variant.items);
    program.target = "sm_90a";
    program.description =
        fmt::format("wgmma m64n256k{}, {} groups of {} work-items per compute unit",
                    precision.wgmma_depth, variant.groups, variant.items);
    program.rounds = wgmma_rounds;
    const double depth = double{wgmma_rounds} * wgmma_in_a_round * precision.wgmma_depth;
    program.sum = wgmma_elements * depth;
    program.flops = 2.0 * wgmma_elements * warpgroup * depth;
    return program;
}

MatrixProgram mma_program(const MatrixVariant& variant, const MatrixPrecision& precision) {
    MatrixProgram program;
    program.source = part("parts/common/precision.cl") + part("parts/nvidia/mma_fragments.cl") +
                     part("parts/nvidia/mma_sync.cl") + probe_text("probing/probe_mma.cl");
    program.options = fmt::format(
        "{} -DITEMS={} -DMMA_K={} -DMMA_TILES_M={} -DMMA_TILES_N={} -DREAD_WIDTH_LEFT=1 "
        "-DREAD_WIDTH_RIGHT=1",
        precision.define, variant.items, precision.mma_depth, variant.tiles_m, variant.tiles_n);
    program.description = fmt::format(
        "mma.sync m16n8k{}, {} x {} of a warp, {} groups of {} work-items per compute unit",
        precision.mma_depth, variant.tiles_m, variant.tiles_n, variant.groups, variant.items);
    program.rounds = precision.name == "f64" ? f64_rounds : mma_rounds;
    const double elements = mma_elements * variant.tiles_m * variant.tiles_n;
    const double depth = double(program.rounds) * precision.mma_depth;
    program.sum = elements * depth;
    program.flops = 2.0 * elements * warp * depth;
    return program;
}

template <typename Real>
std::vector<double> read_sums(const ProbeTimer& timer, const cl::Buffer& from, std::size_t count) {
    std::vector<Real> sums(count);
    timer.queue().enqueueReadBuffer(from, CL_TRUE, 0, count * sizeof(Real), sums.data());
    return {sums.begin(), sums.end()};
}

// Builds the variant, runs it once and checks its output.
ProbeWorkload checked_workload(const ProbeTimer& timer, const MatrixVariant& variant,
                               std::string_view precision, const cl::Buffer& to,
                               std::size_t bytes) {
    const MatrixProgram program = matrix_program(variant, precision);
    const bool f64 = precision == "f64";
    const std::size_t items =
        static_cast<std::size_t>(std::max<std::int64_t>(timer.device().compute_units, 1)) *
        variant.groups * variant.items;
    const std::size_t written = items * (f64 ? sizeof(double) : sizeof(float));
    if (written > bytes) throw Error(Exit::no, "the device has too little memory");
    cl::Kernel kernel(timer.build_text(program.source, program.options, program.target),
                      "multiply");
    kernel.setArg(0, to);
    f64 ? kernel.setArg(1, 1.0) : kernel.setArg(1, of_name(precision).ones);
    kernel.setArg(2, cl_int{program.rounds});
    const double warps = static_cast<double>(items) / (variant.wgmma ? warpgroup : warp);
    ProbeWorkload workload{kernel, items, variant.items, program.flops * warps,
                           program.description};
    timer.queue().enqueueFillBuffer(to, cl_uint{0}, 0, written);
    timer.time_run(workload);
    const std::vector<double> sums =
        f64 ? read_sums<double>(timer, to, items) : read_sums<float>(timer, to, items);
    if (const std::string wrong = wrong_sums(sums, program.sum); !wrong.empty())
        throw Error(Exit::no, wrong);
    return workload;
}

}  // namespace

std::vector<MatrixVariant> matrix_variants(std::string_view precision, const Device& device) {
    const MatrixPrecision& wanted = of_name(precision);
    const std::int64_t capability = compute_capability(device.architecture);
    if (capability < wanted.capability) return {};
    std::vector<MatrixVariant> all(mma_variants.begin(), mma_variants.end());
    constexpr std::int64_t hopper = 90;
    if (capability == hopper && wanted.wgmma_depth > 0)
        all.insert(all.begin(), wgmma_variants.begin(), wgmma_variants.end());
    return all;
}

std::string why_no_matrix_units(std::string_view precision) {
    const std::int64_t capability = of_name(precision).capability;
    return fmt::format(
        "no matrix units that kernels of hone use: in {} these are NVIDIA's, from compute "
        "capability {}.{} on",
        precision, capability / 10, capability % 10);
}

MatrixProgram matrix_program(const MatrixVariant& variant, std::string_view precision) {
    return variant.wgmma ? wgmma_program(variant, of_name(precision))
                         : mma_program(variant, of_name(precision));
}

std::string wrong_sums(std::span<const double> sums, double expected) {
    const auto wrong = std::ranges::find_if(sums, [&](double sum) { return sum != expected; });
    if (wrong == sums.end()) return {};
    return fmt::format("the matrix units computed {} instead of {}", *wrong, expected);
}

Probe probe_matrix(const ProbeTimer& timer, std::string_view precision, const cl::Buffer& to,
                   std::size_t bytes) {
    const std::vector<MatrixVariant> variants = matrix_variants(precision, timer.device());
    Probe probe;
    if (variants.empty())
        probe.message = why_no_matrix_units(precision);
    else
        probe = timer.time_variants(variants.size(), [&](std::size_t variant) {
            return checked_workload(timer, variants[variant], precision, to, bytes);
        });
    probe.unit = "FLOP/s";
    return probe;
}

}  // namespace hone
