// SPDX-License-Identifier: MIT
// CLBlast gets no binary of a program for a CPU, so that PoCL compiles only the kernels that run.
// All other questions about programs, and those of others, are answered by the driver.
#include "kernels/launch/clblast_binaries.hpp"

#include "kernels/launch/clblast.hpp"
#include "kernels/launch/shared_context.hpp"
#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

cl::Program built_program() {
    const WorkloadContext there = test_context();
    return shared_program(there.context, there.device,
                          "kernel void one(global int* x) { *x = 1; }"
                          "kernel void two(global int* x) { *x = 2; }");
}

std::size_t size_of_binary(const cl::Program& program) {
    return program.getInfo<CL_PROGRAM_BINARY_SIZES>().at(0);
}

}  // namespace

TEST_CASE("binaries are withheld as long as a scope exists", "[device]") {
    const cl::Program program = built_program();
    const std::size_t before = blas::binaries_withheld();
    {
        const blas::BinariesWithheld scope;
        CHECK(size_of_binary(program) == 0);
        CHECK(program.getInfo<CL_PROGRAM_BINARIES>().at(0).empty());
        CHECK(program.getInfo<CL_PROGRAM_NUM_KERNELS>() == 2);
        CHECK(program.getInfo<CL_PROGRAM_DEVICES>().size() == 1);
        CHECK(blas::binaries_withheld() > before);
    }
    const std::size_t then = blas::binaries_withheld();
    CHECK(size_of_binary(program) > 0);
    CHECK(program.getInfo<CL_PROGRAM_BINARIES>().at(0).size() == size_of_binary(program));
    CHECK(blas::binaries_withheld() == then);
}

// CLBlast builds its program at the first product of this process, which may be of another test.
TEST_CASE("CLBlast builds a program once and gets no binary of it", "[device]") {
    const WorkloadContext there = test_context();
    const blas::Gemm shape{2, 2, 2, false, false, 2, 2, 2};
    const std::vector<double> a{1, 2, 3, 4};
    const std::vector<double> b{5, 6, 7, 8};
    const std::vector<double> product{19, 22, 43, 50};
    CHECK(blas::gemm(shape, a, b, there.queue) == product);
    const std::size_t withheld = blas::binaries_withheld();
    CHECK(withheld > 0);
    CHECK(blas::gemm(shape, a, b, there.queue) == product);
    CHECK(blas::binaries_withheld() == withheld);
}
