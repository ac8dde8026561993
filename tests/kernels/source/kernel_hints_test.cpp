// SPDX-License-Identifier: MIT
// The hints in a kernel's text for its first space.
#include "kernels/source/kernel_hints.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

KernelHints hints(const std::string& body, const std::string& before = "") {
    return kernel_hints(before + "kernel void k(global float* y) {" + body + "}", "k", {"y"});
}

}  // namespace

TEST_CASE("a kernel that asks its place in two dimensions has two") {
    CHECK(hints("y[get_global_id(0)] = 1;").dimensions == 1);
    CHECK(hints("y[get_global_id( 1 )] = 1;").dimensions == 2);
    CHECK(hints("if (1) { y[get_group_id(2)] = get_local_id(0); }").dimensions == 3);
    CHECK(hints("y[0] = 1; // get_global_id(2)").dimensions == 1);
    CHECK(hints("printf(\"//\"); y[get_global_id(1)] = 1;").dimensions == 2);
    CHECK(hints("y[0] = 1;", "void other() { get_global_id(2); }").dimensions == 1);
}

TEST_CASE("an argument whose elements are only assigned is not read") {
    for (const char* body : {"y[i] = x;", "y[a[i] + 1] = 0;", "y[i].x = 2;", "vstore4(v, i, y);",
                             "/* y[0] + */ y[0] = 3;", "my[0] + 1;"})
        CHECK(hints(body).is_read.empty());
    for (const char* body : {"y[i] += x;", "x = y[i];", "if (y[i] == 0) x = 1;", "y[i].x *= 2;",
                             "atomic_add(&y[i], 1);", "y[i]++;"})
        CHECK(hints(body).is_read.contains("y"));
}

TEST_CASE("a struct's members are those of its definition") {
    using Types = std::vector<std::string>;
    const auto all = hints("",
                           "typedef struct { float4 at; float m, t[2]; /* id */ int id; } Body;\n"
                           "struct Pair { int a; uint b; };\n"
                           "typedef struct Named { char c; } Other;\n"
                           "typedef struct { float* p; } Pointer;\n"
                           "typedef struct { float t[N]; } Unknown;\n")
                         .structs;
    CHECK(all.at("Body") == Types{"float4", "float", "float", "float", "int"});
    CHECK(all.at("Pair") == Types{"int", "uint"});
    CHECK(all.at("Named") == all.at("Other"));
    CHECK_FALSE(all.contains("Pointer"));
    CHECK_FALSE(all.contains("Unknown"));
}
