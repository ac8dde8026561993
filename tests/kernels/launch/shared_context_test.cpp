// SPDX-License-Identifier: MIT
// hone's own programs are built once for each context, device and set of options, and can be used
// repeatedly.
#include "kernels/launch/shared_context.hpp"

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

const std::string puts_value = "kernel void put(global int* x) { *x = VALUE; }";

int value_put_by(const cl::Program& program, const WorkloadContext& there) {
    cl_int value = 0;
    const cl::Buffer buffer(there.context, CL_MEM_READ_WRITE, sizeof value);
    cl::Kernel kernel(program, "put");
    kernel.setArg(0, buffer);
    there.queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(1));
    there.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof value, &value);
    return value;
}

}  // namespace

TEST_CASE("a shared program is built once for its options, and runs each time", "[device]") {
    const WorkloadContext there = test_context();
    const cl::Program one = shared_program(there.context, there.device, puts_value, "-DVALUE=1");
    const cl::Program two = shared_program(there.context, there.device, puts_value, "-DVALUE=2");
    const cl::Program again = shared_program(there.context, there.device, puts_value, "-DVALUE=1");
    CHECK(again() == one());
    CHECK(two() != one());
    CHECK(value_put_by(one, there) == 1);
    CHECK(value_put_by(two, there) == 2);
    CHECK(value_put_by(again, there) == 1);
}

TEST_CASE("another context has a shared program of its own", "[device]") {
    const WorkloadContext there = test_context();
    WorkloadContext other = there;
    other.context = cl::Context(there.device);
    other.queue = cl::CommandQueue(other.context, there.device);
    const cl::Program here = shared_program(there.context, there.device, puts_value, "-DVALUE=3");
    const cl::Program elsewhere =
        shared_program(other.context, there.device, puts_value, "-DVALUE=3");
    CHECK(elsewhere() != here());
    CHECK(value_put_by(elsewhere, other) == 3);
}

TEST_CASE("a shared program that does not build fails each time", "[device]") {
    const WorkloadContext there = test_context();
    const auto build = [&] {
        return shared_program(there.context, there.device, puts_value, "-DVALUE=not_declared");
    };
    CHECK_THROWS_AS(build(), cl::Error);
    CHECK_THROWS_AS(build(), cl::Error);
}
