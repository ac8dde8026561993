// SPDX-License-Identifier: MIT
// The rewritten text of a program; a device test shows that it runs.
#include "db/ptx/ptx_rewrite.hpp"

#include <catch2/catch.hpp>

using namespace hone;

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

TEST_CASE("what is no text for the target is known") {
    CHECK(is_for_target(".target sm_90a, texmode_independent\n", "sm_90a"));
    CHECK(is_for_target(".target sm_90a\n", "sm_90a"));
    CHECK_FALSE(is_for_target(".target sm_90, texmode_independent\n", "sm_90a"));
    CHECK_FALSE(is_for_target(rewritten(".target sm_80\n", "sm_90a"), "sm_90a"));
    CHECK_FALSE(is_for_target(std::string("\177ELF\0", 5), "sm_90a"));
    CHECK(program_text(std::string("text\0\0", 6)) == "text");
}

TEST_CASE("the probe says its number only once it was rewritten") {
    const std::string source = ptx_probe_source("sm_90a");
    CHECK(source.find("//sm_90a: mov.u32 %0, 42;") != std::string::npos);
    CHECK(source.find("TARGET") == std::string::npos);
    CHECK(rewritten(source, "sm_90a").find("//sm_90a") == std::string::npos);
}
