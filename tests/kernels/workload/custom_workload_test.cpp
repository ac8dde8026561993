// SPDX-License-Identifier: MIT
// A user's own kernel: it gets what its space declares, and its result is compared with its
// reference, another entry or a file.
#include <fstream>

#include "spaces/formats/read_space.hpp"
#include "tests/folder.hpp"
#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

const std::string saxpy_space = R"(
routine = "saxpy"
precisions = ["f32", "f64"]
[problem]
n = 1000
[parameters]
WG = [1, 8]
[[arguments]]
name = "n"
kind = "scalar"
type = "int"
value = "n"
[[arguments]]
name = "factor"
kind = "scalar"
type = "real"
value = "2.5"
[[arguments]]
name = "x"
kind = "buffer"
type = "real"
count = "n"
fill = "random"
low = -3
high = 3
[[arguments]]
name = "places"
kind = "buffer"
type = "int"
count = "n"
fill = "index"
[[arguments]]
name = "all"
kind = "local"
type = "real"
count = "WG"
[[arguments]]
name = "y"
kind = "buffer"
type = "real"
count = "n"
fill = "output"
[[launch]]
entry = "saxpy"
local = ["WG"]
global = ["ceil_div(n, WG) * WG"]
)";

const std::string saxpy_source = R"(
#ifndef WG
#define WG 1
#endif
#define ARGUMENTS int n, REAL factor, __global REAL *x, __global int *places, __local REAL *all, \
                  __global REAL *y
__kernel void saxpy(ARGUMENTS) {
    const int i = get_global_id(0), l = get_local_id(0);
    all[l] = i < n ? factor * x[i] : 0;
    if (i < n) y[places[i]] = all[l] + FAULT;
}
__kernel void plain(ARGUMENTS) {
    const int i = get_global_id(0);
    y[i] = factor * x[i];
}
)";

/// The space and the kernel in a temporary folder.
class Saxpy {
  public:
    explicit Saxpy(const std::string& check) {
        write("saxpy.toml", saxpy_space + check);
        write("saxpy.cl", saxpy_source);
    }

    void write(const std::string& name, const std::string& content) const {
        std::ofstream(folder_ / name, std::ios::binary) << content;
    }
    Space space() const { return read_space(folder_ / "saxpy.toml"); }

  private:
    Folder folder_;
};

Comparison check(const Space& space, const std::string& fault, const Names& given = {}) {
    const Problem problem = make_problem(space, "f32", given);
    const auto workload = make_workload(space, problem, test_context());
    const Plan plan = make_plan(space, choice(space, {{"WG", Number(8)}}), names(problem));
    return run(*workload, plan, "#define FAULT " + fault + "\n" + saxpy_source);
}

const std::string by_entry = R"([check]
reference = "plain"
local = ["1"]
global = ["n"]
relative = 1e-6
)";

}  // namespace

TEST_CASE("a kernel of a user's is judged by another entry of its file", "[device]") {
    const Saxpy folder(by_entry);
    folder.write("saxpy.cl", "#define FAULT 0\n" + saxpy_source);
    const Space space = folder.space();
    CHECK(check(space, "0").text() == "right");
    const Comparison found = check(space, "(i == 998 ? 1e-3f : 0)");
    CHECK_FALSE(found.passed);
    CHECK(found.location == "y[998]");
    CHECK(found.reference == "plain");
    CHECK(check(space, "(i == 998 ? NAN : 0)").location == "y[998]");
    const auto workload = make_workload(space, make_problem(space, "f32", {}), test_context());
    CHECK(workload->checked_with() == "own reference");
}

TEST_CASE("a kernel of a user's is judged by a file of expected values", "[device]") {
    const Saxpy folder("[check]\nexpected = \"y.txt\"\nabsolute = 10\n");
    const Space space = folder.space();
    folder.write("y.txt", "0 0 0 0.5");
    CHECK(check(space, "0", {{"n", Number(4)}}).passed);
    CHECK(check(space, "(i == 2 ? 20 : 0)", {{"n", Number(4)}}).location == "y[2]");

    const std::array<float, 3> raw{1, 2, 3};
    folder.write("y.txt", {reinterpret_cast<const char*>(raw.data()), sizeof raw});
    CHECK(check(space, "0", {{"n", Number(3)}}).passed);
    CHECK_THROWS_WITH(check(space, "0", {{"n", Number(5)}}), Catch::Contains("y.txt"));
}

// Copies are timed by turns without a reset before; fresh memory is often zero by chance.
TEST_CASE("constants are there in every copy of the buffers, and inputs are", "[device]") {
    const Saxpy folder(R"([[arguments]]
name = "counters"
kind = "buffer"
type = "int"
count = "WG"
fill = "constant"
value = "7"
)" + by_entry);
    const Space space = folder.space();
    WorkloadContext there = test_context();
    there.sets = 3;
    const auto workload = make_workload(space, make_problem(space, "f32", {}), there);
    const Plan plan =
        make_plan(space, choice(space, {{"WG", Number(8)}}), names(make_problem(space, "f32", {})));
    workload->prepare(plan);
    CHECK(workload->bytes() == there.sets * (3 * 4000 + 8 * 4));  // x, places, y; counters
    for (std::size_t set = 0; set < there.sets; ++set) {
        INFO("copy " << set);
        CHECK(workload->check_intact(set).text() == "right");
        const Bindings all = workload->bindings(set);
        const auto found =
            std::ranges::find(all, "counters", [](const auto& each) { return each.first; });
        REQUIRE(found != all.end());
        std::array<cl_int, 8> values{};
        there.queue.enqueueReadBuffer(std::get<cl::Buffer>(found->second), CL_TRUE, 0,
                                      sizeof values, values.data());
        CHECK(values == std::array<cl_int, 8>{7, 7, 7, 7, 7, 7, 7, 7});
    }
}

TEST_CASE("harm is found in every copy of the buffers, whether they are hashed or read",
          "[device]") {
    const bool is_hashed = GENERATE(true, false);
    const std::size_t set = GENERATE(std::size_t{0}, std::size_t{2});
    CAPTURE(is_hashed, set);
    const Saxpy folder(by_entry);
    const Space space = folder.space();
    WorkloadContext there = test_context();
    there.sets = 3;
    there.has_own_memory = is_hashed;
    const auto workload = make_workload(space, make_problem(space, "f32", {}), there);
    workload->prepare(make_plan(space, choice(space, {{"WG", Number(8)}}),
                                names(make_problem(space, "f32", {}))));
    workload->reset();
    const auto write_to = [&](const std::string& name, std::ptrdiff_t byte) {
        const Bindings all = workload->bindings(set);
        const auto found =
            std::ranges::find(all, name, [](const auto& each) { return each.first; });
        REQUIRE(found != all.end());
        const auto inside = std::get<cl::Buffer>(found->second);
        const auto begin = static_cast<std::ptrdiff_t>(inside.getInfo<CL_MEM_OFFSET>());
        const cl::Buffer whole(inside.getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>().get(), true);
        const cl_uchar value = 0x5a;
        there.queue.enqueueWriteBuffer(whole, CL_TRUE, static_cast<std::size_t>(begin + byte), 1,
                                       &value);
    };
    CHECK(workload->check_intact(set).passed);
    write_to("x", 2);
    CHECK(workload->check_intact(set).text() == "x[0]: an input was overwritten");
    CHECK(workload->check_intact(set).passed);  // it was written anew
    write_to("y", 4000);
    CHECK(workload->check_intact(set).text() == "y[1000]: a write outside of the buffer");
    write_to("y", 4000 + 64 * 1024 - 1);
    CHECK_FALSE(workload->check_intact(set).passed);
    CHECK(workload->check_intact(1).passed);
}

TEST_CASE("what a user's space lacks is said", "[device]") {
    const Saxpy folder("");
    const Space space = folder.space();
    CHECK_THROWS_WITH(make_workload(space, make_problem(space, "f32", {}), test_context()),
                      Catch::Contains("[check]"));
}

TEST_CASE("half is rounded as hardware rounds it") {
    const Element& half = element_of("half");
    const auto round = [&](double value) {
        Bytes bytes(2);
        half.put(value, bytes, 0);
        return half.at(bytes, 0);
    };
    CHECK(round(1.0 / 3) == 0.333251953125);
    CHECK(round(1 + 0x1p-11) == 1);               // a tie goes to the even one
    CHECK(round(1 + 3 * 0x1p-11) == 1 + 0x1p-9);  // up as well as down
    CHECK(round(2047.9) == 2048);                 // carries into the exponent
    CHECK(round(-0x1p-24) == -0x1p-24);           // the smallest
    CHECK(round(0x1p-14 - 0x1p-25) == 0x1p-14);   // up into the normal ones
    CHECK(round(65519) == 65504);
    CHECK(std::isinf(round(65520)));
    CHECK(std::isnan(round(NAN)));
}
