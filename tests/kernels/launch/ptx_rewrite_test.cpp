// SPDX-License-Identifier: MIT
// The failure that a worker gets if the driver does not load rewritten programs.
#include "kernels/launch/ptx_rewrite.hpp"
#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

TEST_CASE("a driver that takes no such programs is told as a build that failed", "[device]") {
    const WorkloadContext there = test_context();
    if (there.device.getInfo<CL_DEVICE_TYPE>() != CL_DEVICE_TYPE_CPU) return;
    const Compiled plain = compile(there.context, there.device, "__kernel void k() {}", "");
    REQUIRE(plain.ok());
    const Compiled again = rewrite(plain, there.context, there.device, "sm_90a", "");
    CHECK_FALSE(again.ok());
    CHECK(again.log == "the driver does not load rewritten PTX for sm_90a");
}
