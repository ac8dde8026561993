// SPDX-License-Identifier: MIT
// The mapping of vendors' numbers and names, for devices that no machine has all at once.
#include "db/device/architecture_id.hpp"

#include <array>

#include <catch2/catch.hpp>

using namespace hone;

TEST_CASE("NVIDIA's compute capability becomes an architecture and back") {
    CHECK(nvidia_architecture(9, 0) == "sm_90");
    CHECK(nvidia_architecture(12, 1) == "sm_121");
    CHECK(nvidia_architecture(0, 0).empty());
    CHECK(compute_capability("sm_90") == 90);
    CHECK(compute_capability("sm_121") == 121);
    CHECK(compute_capability("gfx1100") == 0);
    CHECK(compute_capability("") == 0);
}

TEST_CASE("AMD's architecture comes from the name, else from the IP version") {
    CHECK(amd_architecture("gfx1100", 11, 0) == "gfx1100");
    CHECK(amd_architecture("gfx90a:sramecc+:xnack-", 9, 0) == "gfx90a");
    CHECK(amd_architecture("AMD Radeon (radeonsi, gfx1032, LLVM 15)", 0, 0) == "gfx1032");
    CHECK(amd_architecture("Vega", 9, 0) == "gfx900");
    CHECK(amd_architecture("Navi", 10, 3) == "gfx1030");
    CHECK(amd_architecture("unknown", 0, 0).empty());
}

TEST_CASE("Intel's architecture comes from the IP version, else from the product's name") {
    const auto version = [](unsigned major, unsigned minor) { return major << 22 | minor << 14; };
    CHECK(intel_architecture(version(9, 0), "") == "gen9");
    CHECK(intel_architecture(version(11, 0), "") == "gen11");
    CHECK(intel_architecture(version(12, 10), "") == "xe-lp");
    CHECK(intel_architecture(version(12, 57) | 8, "") == "xe-hpg");
    CHECK(intel_architecture(version(12, 60), "") == "xe-hpc");
    CHECK(intel_architecture(version(12, 71), "") == "xe-hpg");
    CHECK(intel_architecture(version(20, 1), "") == "xe2");
    CHECK(intel_architecture(0, "Intel(R) Data Center GPU Max 1550") == "xe-hpc");
    CHECK(intel_architecture(0, "Intel(R) Arc(TM) A770 Graphics") == "xe-hpg");
    CHECK(intel_architecture(0, "Intel(R) Arc(TM) B580 Graphics") == "xe2");
    CHECK(intel_architecture(0, "Intel(R) UHD Graphics 770") == "xe-lp");
    CHECK(intel_architecture(0, "Intel(R) UHD Graphics 630") == "gen9");
    CHECK(intel_architecture(0, "something new").empty());
}

TEST_CASE("Architectures of Apple, Arm and Qualcomm come from names and versions") {
    CHECK(mobile_architecture("Apple M1 Pro", "OpenCL 1.2 ") == "apple7");
    CHECK(mobile_architecture("Apple M4", "OpenCL 1.2 ") == "apple9");
    CHECK(mobile_architecture("Mali-G71", "") == "mali-v6");
    CHECK(mobile_architecture("Mali-G710 r0p0", "OpenCL 3.0") == "mali-v10");
    CHECK(mobile_architecture("Mali-G78 r0p1", "OpenCL 3.0") == "mali-v9");
    CHECK(mobile_architecture("QUALCOMM Adreno(TM)", "OpenCL 2.0 Adreno(TM) 640") == "adreno-6xx");
    CHECK(mobile_architecture("QUALCOMM Adreno(TM) 750", "") == "adreno-7xx");
    CHECK(mobile_architecture("Mali-T860", "OpenCL 1.2").empty());
}

TEST_CASE("Addresses are written as lspci writes them") {
    CHECK(text(PciAddress{0, 1, 0, 0}) == "0000:01:00.0");
    CHECK(text(PciAddress{1, 0xc8, 0x1f, 7}) == "0001:c8:1f.7");
}

TEST_CASE("A UUID of zeros is none") {
    CHECK(uuid_text(std::array<unsigned char, 4>{0xde, 0xad, 0, 7}) == "dead0007");
    CHECK(uuid_text(std::array<unsigned char, 4>{}).empty());
}

TEST_CASE("a product's architecture comes from its name where the driver is unknown") {
    CHECK(named_architecture("nvidia geforce rtx 2080 ti") == "sm_75");
    CHECK(named_architecture("nvidia titan rtx") == "sm_75");
    CHECK(named_architecture("rtx titan") == "sm_75");
    CHECK(named_architecture("nvidia a100 pcie 40gb") == "sm_80");
    CHECK(named_architecture("nvidia geforce rtx 3060 laptop gpu") == "sm_86");
    CHECK(named_architecture("rtx a4000") == "sm_86");
    CHECK(named_architecture("nvidia h200") == "sm_90");
    CHECK(named_architecture("amd instinct mi250x") == "gfx90a");
    CHECK(named_architecture("amd instinct mi300x") == "gfx942");
    CHECK(named_architecture("left gpu").empty());
    CHECK(named_architecture("").empty());
}
