// SPDX-License-Identifier: MIT
// A problem without work is refused with the size that causes it.
#include "kernels/workload/empty_problem.hpp"

#include "spaces/formats/read_space.hpp"
#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

std::string fault(const Space& space, const Names& arguments) {
    const Problem problem = make_problem(space, "f32", arguments);
    return empty_problem(space, problem, names(problem));
}

/// A user's kernel whose launch depends on n and on a parameter, and whose buffer has a halo.
Space own(const std::string& more = "") {
    return read_space(R"toml(
[problem]
n = 100
halo = 1
[parameters]
WG = [64, 32]
[[launch]]
entry = "blur"
local = ["WG"]
global = ["ceil_div(n, WG) * WG"]
[[arguments]]
name = "x"
type = "float"
count = "n + 2 * halo"
fill = "output"
[check]
reference = "plain"
local = [1]
global = ["n"]
)toml" + more,
                      "own.toml");
}

}  // namespace

TEST_CASE("a routine's sizes are 1 at least") {
    const Space gemm = shipped("gemm_tile");
    const Number four(4);
    CHECK(fault(gemm, {{"M", Number(0)}, {"N", four}, {"K", four}}) ==
          "M is 0: a size is 1 at least");
    CHECK(fault(gemm, {{"M", four}, {"N", four}, {"K", Number(0)}}) ==
          "K is 0: a size is 1 at least");
    CHECK(fault(shipped("reduction_tree"), {{"n", Number(-5)}}) == "n is -5: a size is 1 at least");
    CHECK(fault(gemm, {{"M", four}, {"N", four}, {"K", four}}).empty());  // lda and beta are 0
}

TEST_CASE("a user's kernel that would have no work-items is named") {
    CHECK(fault(own(), {{"n", Number(0)}}) == "n is 0: 'blur' would have no work-items");
    CHECK(fault(own(), {{"n", Number(-64)}}) == "n is -64: 'blur' would have no work-items");
    CHECK(fault(own(), {{"n", Number(1)}}).empty());
    CHECK(fault(own(), {{"halo", Number(0)}}).empty());  // a size may be 0 where work is left
}

TEST_CASE("an empty size in [check] is named before anything is tried") {
    CHECK(fault(own("sizes = [{ n = 7 }, { n = 0 }]"), {}) ==
          "of the sizes in [check], n is 0: 'blur' would have no work-items");
    CHECK(fault(own("sizes = [{ n = 7 }, { n = 8, halo = 0 }]"), {}).empty());
    CHECK(fault(own("sizes = []"), {}).empty());
}
