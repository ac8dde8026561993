// SPDX-License-Identifier: MIT
// The reductions on this device: an even sample of their configs, each operation, each precision.
#include <array>

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

Problem reduction_problem(const Space& space, const std::string& precision,
                          const std::string& operation, std::int64_t n) {
    return make_problem(space, precision, {{"n", Number(n)}, {"operation", operation}});
}

constexpr std::array<std::int64_t, 5> lengths{1, 31, 257, 4097, 100003};

// One config for each operation in each precision, at two lengths.
void check_reduction_sample(const std::string& kernel, std::uint64_t seed) {
    const Space space = shipped(kernel);
    for (const std::string precision : {"f32", "f64", "i32"}) {
        for (const std::string operation : {"sum", "dot", "asum", "max"}) {
            for (int i = 0; i < 2; ++i) {
                const std::int64_t n = lengths[++seed % lengths.size()];
                const Problem problem = reduction_problem(space, precision, operation, n);
                const Config config = Candidates(space, names(problem)).sample(1, seed).front();
                INFO(kernel << " " << precision << " " << operation << " n=" << n);
                INFO(make_plan(space, config, names(problem)).text());
                const Comparison found = run(kernel, space, problem, config, seed);
                INFO(found.text());
                CHECK(found.passed);
            }
        }
    }
}

}  // namespace

TEST_CASE("reduction_tree is right for sampled configs, operations and lengths", "[device]") {
    check_reduction_sample("reduction_tree", 1);
}

TEST_CASE("reduction_last is right for sampled configs, operations and lengths", "[device]") {
    check_reduction_sample("reduction_last", 2);
}

TEST_CASE("every rung of the reduction ladders is right", "[device]") {
    for (const std::string kernel : {"reduction_tree", "reduction_last"}) {
        const Space space = shipped(kernel);
        const Problem problem = reduction_problem(space, "f32", "sum", 100003);
        const Candidates candidates(space, names(problem));
        std::map<std::string, Value> values;
        for (const LadderStep& rung : space.ladder_for("f32")) {
            for (const auto& [name, value] : rung.values) values[name] = value;
            const Config config = choice(space, values);
            INFO(kernel << ": " << rung.name);
            CHECK(candidates.contains(config));
            CHECK(run(kernel, space, problem, config).passed);
        }
    }
}

// On any device: the words of AWAIT need 8 bytes written at once, as any 64-bit host does.
TEST_CASE("each walk and finish of reduction_last is right", "[device]") {
    const Space space = shipped("reduction_last");
    for (const std::string precision : {"f32", "f64"}) {
        for (const std::string walk : {"STRIDE", "PER_GROUP", "PER_ITEM"}) {
            for (const std::string finish : {"COUNT", "AWAIT"}) {
                for (const std::int64_t n : lengths) {
                    const Problem problem = reduction_problem(space, precision, "sum", n);
                    const Config config = choice(space, {{"WG", Number(16)},
                                                         {"V", Number(2)},
                                                         {"UNROLL", Number(4)},
                                                         {"ONE_SUM", Number(n % 2)},
                                                         {"WALK", walk},
                                                         {"ALIGNED", Number(0)},
                                                         {"L1_NO_ALLOCATE", Number(0)},
                                                         {"SHUFFLE", Number(0)},
                                                         {"FINISH", finish},
                                                         {"PER_UNIT", Number(4)}});
                    INFO(precision << " n=" << n << " " << walk << " " << finish);
                    const Comparison found = run("reduction_last", space, problem, config, 1);
                    INFO(found.text());
                    CHECK(found.passed);
                }
            }
        }
    }
}
