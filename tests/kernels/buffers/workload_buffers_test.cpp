// SPDX-License-Identifier: MIT
// What a run must leave of a workload's memory, by hashes and by reading: kernels that write where
// they may not, that give another result the second time, or that do nothing the second time.
#include "kernels/buffers/workload_buffers.hpp"

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

constexpr std::size_t elements = 256;
using Role = WorkloadBuffers::Role;
using Scratch = WorkloadBuffers::Scratch;

Bytes floats(float first) {
    Bytes bytes(elements * sizeof(float));
    for (std::size_t i = 0; i < elements; ++i)
        element_of("float").write(first + static_cast<float>(i), &bytes[i * sizeof(float)]);
    return bytes;
}

/// y = 2 * x on the buffers "x" and "y".
struct Doubled {
    WorkloadBuffers buffers;

    explicit Doubled(bool by_hashes, float first = 1)
        : buffers({.context = test_context().context,
                   .device = test_context().device,
                   .queue = test_context().queue,
                   .has_own_memory = by_hashes}) {
        buffers.add("x", Role::input, element_of("float"), elements * sizeof(float), floats(first));
        buffers.add("y", Role::output, element_of("float"), elements * sizeof(float), {});
    }

    /// Runs this statement for each i of the elements.
    void run(const std::string& statement) {
        const WorkloadContext there = test_context();
        cl::Program program(there.context,
                            "kernel void go(global float* x, global float* y) { const int i = "
                            "get_global_id(0); " +
                                statement + " }");
        program.build();
        cl::Kernel kernel(program, "go");
        kernel.setArg(0, buffers.on_device("x", 0));
        kernel.setArg(1, buffers.on_device("y", 0));
        there.queue.enqueueNDRangeKernel(kernel, cl::NullRange, elements);
        there.queue.finish();
    }
    Comparison after(const std::string& statement) {
        buffers.reset(0, Scratch::anew);
        run(statement);
        return buffers.check_intact(0, buffers);
    }
};

const std::string right = "y[i] = 2 * x[i];";

}  // namespace

TEST_CASE("a write beside a buffer or into an input is found and named", "[device]") {
    const bool by_hashes = GENERATE(false, true);
    Doubled doubled(by_hashes);
    CHECK(doubled.after(right).passed);
    const Comparison past = doubled.after(right + " if (i == 0) y[256] = 1;");
    CHECK(past.location == "y[256]");
    const Comparison before = doubled.after(right + " if (i == 0) y[-1] = 1;");
    CHECK(before.location == "y[-1]");
    const Comparison input = doubled.after(right + " if (i == 7) x[i] = 0;");
    CHECK(input.location == "x[7]");
    CHECK(doubled.after(right).passed);  // the input is as it was
    CHECK(doubled.buffers.outputs(0) == doubled.buffers.keep_outputs(0));
}

TEST_CASE("a second run must give the same bits, also where the first wrote poison", "[device]") {
    const bool by_hashes = GENERATE(false, true);
    Doubled doubled(by_hashes);
    const auto second = [&](const std::string& first, const std::string& statement) {
        REQUIRE(doubled.after(first).passed);
        doubled.buffers.keep_outputs(0);
        REQUIRE(doubled.after(statement).passed);
        return doubled.buffers.check_repeat(0);
    };
    const auto same = second(right, right);
    CHECK(same.comparison.passed);
    CHECK(same.all_written);
    CHECK(second(right, right + " if (i == 9) y[i] += 1;").comparison.location == "y[9]");
    const std::string partly = "if (i != 5) y[i] = 2 * x[i];";
    CHECK(second(right, partly).comparison.location == "y[5]");
    const auto never = second(partly, partly);
    CHECK(never.comparison.passed);
    CHECK_FALSE(never.all_written);
}

TEST_CASE("a run on its own result that writes nothing is found", "[device]") {
    Doubled doubled(false);
    REQUIRE(doubled.after(right).passed);
    doubled.buffers.keep_outputs(0);
    const auto again = [&](const std::string& statement) {
        doubled.buffers.reset(0, Scratch::anew);
        doubled.buffers.perturb_outputs();
        doubled.run(statement);
        return doubled.buffers.check_perturbed();
    };
    CHECK(again(right).passed);
    CHECK_FALSE(again("if (i == 0) y[i] = 2 * x[i];").passed);
}

TEST_CASE("a run on other inputs is compared there, and its inputs here", "[device]") {
    Doubled here(false), there(false, 1000);
    REQUIRE(here.after(right).passed);
    here.buffers.start_as(there.buffers);
    here.run(right);
    CHECK(here.buffers.check_intact(0, there.buffers).passed);
    CHECK_FALSE(here.buffers.check_intact(0, here.buffers).passed);  // it restores x
    here.buffers.hand_outputs_to(there.buffers);
    CHECK(element_of("float").read(there.buffers.outputs(0).front().data()) == 2000);
}

TEST_CASE("what is read and written is restored before each run", "[device]") {
    const bool by_hashes = GENERATE(false, true);
    Doubled doubled(by_hashes);
    doubled.buffers.add("y", Role::output, element_of("float"), elements * sizeof(float),
                        floats(5));
    CHECK_FALSE(doubled.buffers.is_repeatable());
    doubled.buffers.keep_pristine("y");
    CHECK(doubled.buffers.is_repeatable());
    CHECK(doubled.buffers.restores());
    CHECK(doubled.after("y[i] += x[i];").passed);
    doubled.buffers.keep_outputs(0);
    doubled.buffers.restore();
    doubled.run("y[i] += x[i];");
    CHECK(doubled.buffers.check_repeat(0).comparison.passed);
    doubled.run("y[i] += x[i];");  // twice without a restore
    CHECK_FALSE(doubled.buffers.check_repeat(0).comparison.passed);
}
