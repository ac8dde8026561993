// SPDX-License-Identifier: MIT
// What a program's text becomes; that it runs is for a device to show.
#include "kernels/launch/ptx_rewrite.hpp"
#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

TEST_CASE("a program is rewritten for its target and freed of the marks") {
    const std::string text =
        ".version 9.0\n.target sm_90, texmode_independent\n\t//sm_90a: wgmma.fence.sync.aligned;\n"
        "\t//sm_100a: other;\n\t// a comment\n";
    CHECK(rewritten(text, "sm_90a") ==
          ".version 9.0\n.target sm_90a, texmode_independent\n\twgmma.fence.sync.aligned;\n"
          "\t//sm_100a: other;\n\t// a comment\n");
}

TEST_CASE("what is rewritten already stays as it is") {
    const std::string text = ".target sm_90a\n\twgmma.fence.sync.aligned;\n";
    CHECK(rewritten(text, "sm_90a") == text);
}

TEST_CASE("a driver that takes no such programs is told as a build that failed", "[device]") {
    const WorkloadContext there = test_context();
    if (there.device.getInfo<CL_DEVICE_TYPE>() != CL_DEVICE_TYPE_CPU) return;
    const Compiled plain = compile(there.context, there.device, "__kernel void k() {}", "");
    REQUIRE(plain.ok());
    const Compiled again = rewrite(plain, there.context, there.device, "sm_90a", "");
    CHECK_FALSE(again.ok());
    CHECK(again.log == "the driver does not load rewritten PTX for sm_90a");
}
