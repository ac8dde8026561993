// SPDX-License-Identifier: MIT
// The winner of a problem among several kernels of a routine.
#include "tuner/cli/inspect/best_view.hpp"

#include <catch2/catch.hpp>

using namespace hone;
using namespace hone::cli;

namespace {

Best best_of(const std::string& id, const std::string& kernel, double ns, std::int64_t started) {
    Best best;
    best.routine = "gemm";
    best.kernel = kernel;
    best.key.kernel = "id of " + kernel;
    best.trial.id = id;
    best.trial.time.median = ns;
    best.trial.started = started;
    return best;
}

std::vector<std::string> winners(const Bests& bests) {
    std::vector<std::string> ids;
    for (const Best& best : bests.rows)
        if (bests.wins(best)) ids.push_back(best.trial.id);
    return ids;
}

}  // namespace

TEST_CASE("the fastest kernel of a problem wins, whenever it was measured") {
    Bests bests;
    bests.rows = {best_of("a", "tile", 300, 30), best_of("b", "panel", 100, 10),
                  best_of("c", "simt", 200, 20)};
    CHECK(winners(bests) == std::vector<std::string>{"b"});
}

TEST_CASE("of kernels that are equally fast one wins, the one that was measured last") {
    Bests bests;
    bests.rows = {best_of("a", "before", 100, 10), best_of("b", "now", 100, 20),
                  best_of("c", "tile", 150, 30)};
    CHECK(winners(bests) == std::vector<std::string>{"b"});
    bests.rows = {best_of("b", "before", 100, 10), best_of("a", "now", 100, 10)};
    CHECK(winners(bests) == std::vector<std::string>{"a"});
}

TEST_CASE("each problem, precision and device has a winner of its own") {
    Bests bests;
    bests.rows = {best_of("a", "tile", 100, 10), best_of("b", "tile", 200, 10),
                  best_of("c", "tile", 300, 10), best_of("d", "tile", 400, 10)};
    bests.rows[1].key.problem = "another";
    bests.rows[2].key.precision = "f16";
    bests.rows[3].key.device = "another";
    CHECK(winners(bests) == std::vector<std::string>{"a", "b", "c", "d"});
}

TEST_CASE("where a problem was measured with warm caches and with cold ones both are said") {
    Bests bests;
    bests.rows = {best_of("a", "tile", 100, 10), best_of("b", "tile", 200, 10),
                  best_of("c", "tile", 300, 10)};
    for (Best& best : bests.rows) {
        best.key.precision = "f32";
        best.key.problem = R"({"M":64})";
        bests.kernels[best.key.kernel] = {};
    }
    bests.rows[0].key.conditions = R"({"cache":"warm","options":""})";
    bests.rows[1].key.conditions = R"({"cache":"cold","options":""})";
    bests.rows[2].key.conditions = R"({"cache":"cold","options":""})";
    bests.rows[2].key.problem = R"({"M":65})";
    CHECK(bests.problem(bests.rows[0]) == "gemm f32 M=64 (warm caches)");
    CHECK(bests.problem(bests.rows[1]) == "gemm f32 M=64 (cold caches)");
    CHECK(bests.problem(bests.rows[2]) == "gemm f32 M=65");
}
