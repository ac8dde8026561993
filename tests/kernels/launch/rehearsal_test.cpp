// SPDX-License-Identifier: MIT
// Launches without data: one work-group, numbers that are 1, a buffer of zeros for each argument.
#include "kernels/launch/rehearsal.hpp"

#include <chrono>
#include <ctime>

#include "kernels/launch/launcher.hpp"
#include "tests/kernels/bench.hpp"
#include "tests/skip.hpp"

using namespace hone;
using namespace hone::test;

namespace {

struct Rehearsed {
    explicit Rehearsed(const std::string& source)
        : program(compile(test_context().context, test_context().device, source,
                          argument_info_option(test_context().device))) {
        REQUIRE(program.ok());
    }

    void run(const Launch& launch) {
        CHECK(Rehearsal(test_context().context, test_context().device)
                  .run(program.program, {launch}));
    }

    Compiled program;
};

Launch launch_of(const std::string& entry, std::size_t local, std::size_t global) {
    Launch launch;
    launch.entry = entry;
    launch.local = {local, 1, 1};
    launch.global = {global, 1, 1};
    return launch;
}

}  // namespace

TEST_CASE("one work-group is rehearsed, with numbers that are 1 and buffers that are 0",
          "[device]") {
    // With other values the kernel would not end.
    Rehearsed rehearsed(R"(
typedef long Index;
kernel void add(Index n, float2 scale, global const float* x, local float* part, constant int* at,
                global float* y) {
    if (get_num_groups(0) > 1 || n != 1 || scale.y != 0.0f || x[5] != 0.0f || at[0] != 0)
        while (n) y[0] = y[0] + n;
    part[get_local_id(0)] = x[0];
})");
    CHECK_NOTHROW(rehearsed.run(launch_of("add", 16, 4096)));
}

TEST_CASE("a kernel that takes its work from a counter ends, since no other buffer is the counter",
          "[device]") {
    Rehearsed rehearsed(R"(
kernel void take(global const int* x, global int* y, global uint* counter, uint n) {
    for (uint at = atomic_inc(counter); at < n; at = atomic_inc(counter)) y[at] = 2 * x[at + 1];
})");
    CHECK_NOTHROW(rehearsed.run(launch_of("take", 1, 512)));
}

TEST_CASE("an argument that cannot be made up is no reason to fail", "[device]") {
    Rehearsed rehearsed(R"(
kernel void with_image(read_only image2d_t picture, global int* y) {
    for (;;) y[0] += get_image_width(picture);
})");
    CHECK_NOTHROW(rehearsed.run(launch_of("with_image", 8, 64)));
}

TEST_CASE("what was rehearsed is compiled: its first launch is as fast as the second", "[device]") {
    const cl::Platform platform(test_context().device.getInfo<CL_DEVICE_PLATFORM>());
    const bool compiles_late = platform.getInfo<CL_PLATFORM_NAME>().starts_with("Portable");
    if (!has(compiles_late, "a driver that compiles at a launch, as PoCL does")) return;
    // A new program in each run, which no cache has.
    std::string body = fmt::format("s = s + {};\n", std::time(nullptr) % 1'000'000);
    for (int i = 0; i < 300; ++i)
        body += "s = s * x[i + " + std::to_string(i) + "] + " + std::to_string(i) + ";\n";
    const std::string source =
        "kernel void slow(global const float* x, global float* y) { int i = get_local_id(0); float "
        "s = 0;\n" +
        body + "barrier(CLK_GLOBAL_MEM_FENCE); y[i] = s; }";
    const cl::Buffer memory(test_context().context, CL_MEM_READ_WRITE, 4096);
    const auto first_launch = [&](bool rehearses, std::size_t local) {
        Rehearsed built(source);
        const Launch launch = launch_of("slow", local, 2 * local);
        if (rehearses) built.run(launch);
        cl::Kernel kernel(built.program.program, "slow");
        kernel.setArg(0, memory);
        kernel.setArg(1, memory);
        const auto begin = std::chrono::steady_clock::now();
        enqueue(test_context().queue, kernel, launch);
        test_context().queue.finish();
        return std::chrono::steady_clock::now() - begin;
    };
    CHECK(first_launch(true, 24) < first_launch(false, 48));
}
