// SPDX-License-Identifier: MIT
// The output of a verbose compiler, and the reports of this machine's drivers on a small kernel.
#include "tuner/measure/build_info.hpp"

#include <catch2/catch.hpp>

#include "tuner/devices/devices.hpp"

using namespace hone;

namespace {

constexpr std::string_view verbose = R"(
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'first' for 'sm_90a'
ptxas info    : Function properties for first
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 122 registers, used 1 barriers, 16644 bytes smem
ptxas info    : Compiling entry function 'second' for 'sm_90a'
ptxas info    : Function properties for second
    48 bytes stack frame, 44 bytes spill stores, 52 bytes spill loads
ptxas info    : Used 255 registers, 400 bytes cmem[0]
)";

}  // namespace

TEST_CASE("NVIDIA's log tells each entry's registers, spills and local memory") {
    const auto first = read_nvidia_log(verbose, "first");
    CHECK(first.registers == 122);
    CHECK(first.spills == 0);
    CHECK(first.barriers == 1);
    CHECK(first.local_memory == 16644);
    const auto second = read_nvidia_log(verbose, "second");
    CHECK(second.registers == 255);
    CHECK(second.spills == 96);
    CHECK(second.barriers == 0);
    CHECK(second.local_memory == 0);
}

TEST_CASE("A log that says nothing of an entry leaves zeros") {
    CHECK(read_nvidia_log(verbose, "third").registers == 0);
    CHECK(read_nvidia_log("", "first").registers == 0);
    CHECK(read_nvidia_log("entry function 'first' registers", "first").registers == 0);
    CHECK(read_nvidia_log("entry function 'first", "first").registers == 0);
}

TEST_CASE("A built kernel tells its limits") {
    for (const auto& local : all_devices()) {
        const cl::Context context(local.handle);
        const cl::Program program(
            context,
            "kernel void one(global int* x) { local int y[64]; y[get_local_id(0)] = x[0];"
            " barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = y[1]; }");
        program.build({local.handle});
        const auto built = read_build_info(cl::Kernel(program, "one"), local.handle, "");
        CHECK(built.max_work_group > 0);
        CHECK(built.max_work_group <= local.device.max_work_group);
        CHECK(built.preferred_multiple > 0);
        CHECK(built.local_memory >= 256);
        CHECK(built.registers == 0);
    }
}
