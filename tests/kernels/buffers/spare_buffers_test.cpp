// SPDX-License-Identifier: MIT
// Scratch of earlier plans is reused with its content, between zones that are still guarded.
#include "kernels/buffers/spare_buffers.hpp"

#include <fstream>
#include <set>

#include "tests/folder.hpp"
#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

/// The config determines the size of the scratch.
const std::string scratching = R"(
problem = { n = 64 }
parameters = { WG = [1, 2, 4, 8] }
launch = [{ entry = "scratching", local = ["WG"], global = ["n"] }]
arguments = [{ name = "y", type = "float", count = "n", fill = "output" },
             { name = "w", type = "float", count = "4 * WG", fill = "scratch" }]
[check]
reference = "ones"
local = [1]
global = ["n"]
)";

/// Fills its scratch, and writes this many elements past its end.
std::string text_of(int past) {
    return fmt::format(R"(
#ifndef WG
#define WG 1
#endif
kernel void ones(global float* y, global float* w) {{ y[get_global_id(0)] = 1; }}
kernel void scratching(global float* y, global float* w) {{
    if (get_global_id(0) < 4 * WG + {}) w[get_global_id(0)] = 1;
    y[get_global_id(0)] = 1;
}})",
                       past);
}

cl_mem scratch_of(const Workload& workload) {
    for (const auto& [name, binding] : workload.bindings())
        if (name == "w") return std::get<cl::Buffer>(binding)();
    return nullptr;
}

GuardedBuffer made(const GuardWords& words, std::size_t bytes, std::uint64_t seed) {
    const WorkloadContext there = test_context();
    return {words, there.context, there.queue, bytes, seed, narrow_zones};
}

}  // namespace

TEST_CASE("spares are found by name and size, and those that lie longest go first", "[device]") {
    const WorkloadContext there = test_context();
    const GuardWords words(there.context, there.queue, true);
    SpareBuffers spares(1000);
    spares.keep("a", {made(words, 400, 1)});
    spares.keep("b", {made(words, 300, 2), made(words, 300, 3)});
    CHECK(spares.bytes() == 1000);
    CHECK(spares.take("a", 300).empty());
    CHECK(spares.take("b", 300).size() == 2);
    CHECK(spares.take("b", 300).empty());
    spares.keep("b", {made(words, 700, 4)});  // for which the first has to go
    CHECK(spares.take("a", 400).empty());
    CHECK(spares.take("b", 700).size() == 1);
    spares.keep("c", {made(words, 1001, 5)});
    CHECK(spares.bytes() == 0);
}

TEST_CASE("zones are guarded when they are made, and anew before each run", "[device]") {
    const WorkloadContext there = test_context();
    const GuardWords words(there.context, there.queue, true);
    GuardedBuffer guarded = made(words, 100, 6);
    for (int run = 0; run < 3; ++run) {
        CHECK_FALSE(guarded.broken(there.queue));
        guarded.guard(there.queue);
        CHECK_FALSE(guarded.broken(there.queue));
    }
    const GuardedBuffer other = made(words, 100, 7);
    // Its own zone in the other's place: the words differ.
    const cl::Buffer whole = guarded.zones()[0].buffer;
    there.queue.enqueueCopyBuffer(other.zones()[1].buffer, whole, other.zones()[1].from,
                                  guarded.zones()[1].from, 8);
    CHECK(guarded.broken(there.queue) == 100);
    guarded.guard(there.queue);
    CHECK_FALSE(guarded.broken(there.queue));
}

TEST_CASE("plans that are timed in turn have their scratch again", "[device]") {
    const int past = GENERATE(0, 1);
    const Folder folder;
    std::ofstream(folder / "scratching.cl") << text_of(past);
    std::ofstream(folder / "scratching.toml") << scratching;
    const Space space = read_space(folder / "scratching.toml");
    const Problem problem = make_problem(space, "f32", {});
    WorkloadContext there = test_context();
    there.sets = 2;
    const auto workload = make_workload(space, problem, there);
    std::vector<cl_mem> first;
    for (int round = 0; round < 3; ++round) {
        for (std::uint16_t wg = 0; wg < 3; ++wg) {
            const Plan plan = make_plan(space, {wg}, names(problem));
            const Comparison found = run(*workload, plan, text_of(past), there);
            INFO(found.text());
            CHECK(found.passed == (past == 0));
            if (past != 0) CHECK(found.text().find("outside") != std::string::npos);
            if (round == 0) first.push_back(scratch_of(*workload));
            CHECK(scratch_of(*workload) == first[wg]);
        }
    }
    CHECK(std::set<cl_mem>(first.begin(), first.end()).size() == 3);
    workload->drop_spares();
    CHECK(scratch_of(*workload) == first[2]);
}

TEST_CASE("what zones are written with is written anew where a kernel has changed it", "[device]") {
    const WorkloadContext there = test_context();
    const GuardWords words(there.context, there.queue, true);
    const auto on_device = words.on_device();
    REQUIRE(on_device);
    CHECK_FALSE(words.mend(there.queue));
    GuardedBuffer guarded = made(words, 100, 8);
    there.queue.enqueueFillBuffer(on_device->buffer, cl_int{3}, 0, on_device->bytes);
    CHECK(words.mend(there.queue));
    CHECK_FALSE(words.mend(there.queue));
    guarded.guard(there.queue);
    CHECK_FALSE(guarded.broken(there.queue));
    CHECK_FALSE(GuardWords(there.context, there.queue, false).on_device());
}
