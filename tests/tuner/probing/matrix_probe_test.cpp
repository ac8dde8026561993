// SPDX-License-Identifier: MIT
// The choice of matrix units to probe; and the products themselves without such units: plain C
// replaces the instruction, once correctly and once leaving out work.
#include "tuner/probing/matrix_probe.hpp"

#include <catch2/catch.hpp>

#include "db/model/probe.hpp"
#include "tests/skip.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/embedded.hpp"
#include "tuner/probing/run_probe.hpp"

using namespace hone;

namespace {

Device of_architecture(const std::string& name) {
    Device device;
    device.type = "gpu";
    device.architecture = name;
    return device;
}

constexpr std::string_view stand_in = R"(
typedef float ACC;
typedef uint operand_register;
#define REGISTERS_LEFT 4
#define REGISTERS_RIGHT 2
typedef struct {
    operand_register left[MMA_TILES_M][REGISTERS_LEFT], right[MMA_TILES_N][REGISTERS_RIGHT];
} fragments;
typedef struct { ACC c[MMA_TILES_M][MMA_TILES_N][4]; } accumulators;
static inline void mma_k_block(accumulators *acc, const fragments *f) {
    for (int i = 0; i < MMA_TILES_M; i++)
        for (int j = 0; j < MMA_TILES_N - LEFT_OUT; j++)
            for (int e = 0; e < 4; e++)
                acc->c[i][j][e] += MMA_K * as_float(f->left[i][e]) * as_float(f->right[j][e % 2]);
}
)";

/// The output of each of 64 work-items.
std::vector<double> sums_of(const ProbeTimer& timer, const MatrixProgram& program, int left_out) {
    const std::string source =
        std::string(stand_in) + std::string(embedded::tuner::find("probing/probe_mma.cl"));
    const std::string options = program.options + " -DLEFT_OUT=" + std::to_string(left_out);
    cl::Kernel kernel(timer.build_text(source, options, ""), "multiply");
    std::vector<float> sums(64);
    const cl::Buffer to(timer.context(), CL_MEM_READ_WRITE, sums.size() * sizeof(float));
    kernel.setArg(0, to);
    kernel.setArg(1, cl_uint{0x3F800000});
    kernel.setArg(2, cl_int{program.rounds});
    timer.time_run({kernel, sums.size(), 32, 0, ""});
    timer.queue().enqueueReadBuffer(to, CL_TRUE, 0, sums.size() * sizeof(float), sums.data());
    return {sums.begin(), sums.end()};
}

}  // namespace

TEST_CASE("each architecture is asked for the matrix units that it has") {
    CHECK(matrix_variants("f16", of_architecture("")).empty());
    CHECK(matrix_variants("f16", of_architecture("gfx1100")).empty());
    CHECK(matrix_variants("f16", of_architecture("sm_75")).empty());
    CHECK_FALSE(matrix_variants("tf32", of_architecture("sm_80")).empty());
    CHECK(matrix_variants("f64", of_architecture("sm_80")).empty());
    CHECK_FALSE(matrix_variants("f64", of_architecture("sm_90")).front().wgmma);
    CHECK(matrix_variants("bf16", of_architecture("sm_90")).front().wgmma);
    CHECK_FALSE(matrix_variants("bf16", of_architecture("sm_120")).front().wgmma);
    CHECK(why_no_matrix_units("f64").find("no matrix units") == 0);
}

TEST_CASE("a program says what it computes") {
    const MatrixProgram mma = matrix_program({false, 4, 4, 256, 2}, "f16");
    // 4 x 4 instructions of 16 x 8 x 16 in each round.
    CHECK(mma.flops == 2.0 * 16 * 8 * 16 * 16 * mma.rounds);
    CHECK(mma.sum == 4 * 16 * 16.0 * mma.rounds);
    CHECK(mma.target.empty());
    const MatrixProgram wgmma = matrix_program({true, 0, 0, 256, 1}, "tf32");
    CHECK(wgmma.flops == 2.0 * 64 * 256 * 8 * 4 * wgmma.rounds);
    CHECK(wgmma.target == "sm_90a");
    CHECK(wgmma.source.find("wgmma.mma_async") != std::string::npos);
    // Sums of floats are exact up to 2^24.
    CHECK(mma.sum <= 1 << 24);
    CHECK(wgmma.sum <= 1 << 24);
    CHECK(matrix_program({false, 4, 8, 128, 4}, "bf16").sum <= 1 << 24);
}

TEST_CASE("a sum that is wrong is said", "[liar]") {
    CHECK(wrong_sums(std::vector<double>{8, 8}, 8).empty());
    CHECK(wrong_sums(std::vector<double>{8, 0}, 8) == "the matrix units computed 0 instead of 8");
}

TEST_CASE("units that leave out a product are found out", "[device]") {
    const ProbeTimer timer(all_devices().front());
    MatrixProgram program = matrix_program({false, 2, 2, 32, 1}, "tf32");
    program.rounds = 64;
    const double expected = 4 * 4 * 8.0 * 64;
    CHECK(wrong_sums(sums_of(timer, program, 0), expected).empty());
    CHECK_FALSE(wrong_sums(sums_of(timer, program, 1), expected).empty());
}

TEST_CASE("a device without matrix units says so", "[device]") {
    LocalDevice device = all_devices().front();
    const bool has_units = device.device.architecture.starts_with("sm_");
    if (!test::has(!has_units, "a device without matrix units")) return;
    const Probe none = run_probe(device, probes::matrix_f16).at(0);
    CHECK(none.value == 0);
    CHECK(none.message.find("no matrix units") == 0);
    // A device posing as Hopper has no working matrix units: a compiler error or wrong sums show
    // it.
    device.device.architecture = "sm_90";
    const Probe pretended = run_probe(device, probes::matrix_f16).at(0);
    CHECK(pretended.value == 0);
    CHECK_FALSE(pretended.message.empty());
}
