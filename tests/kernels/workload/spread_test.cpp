// SPDX-License-Identifier: MIT
// Inputs of all exponents: kernels that keep their precision's bound pass; kernels that keep it
// only for usual magnitudes fail.
#include "kernels/inputs/exponents.hpp"

#include <cmath>
#include <set>

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

WorkloadContext spread_context(std::uint64_t seed, Spread spread = Spread::denormal) {
    WorkloadContext there = test_context(seed);
    there.spread = spread;
    return there;
}

Comparison run_spread(const std::string& kernel, const Space& space, const Problem& problem,
                      const Config& config, const WorkloadContext& there) {
    const auto workload = make_workload(space, problem, there);
    return run(*workload, make_plan(space, config, names(problem)), source(kernel), there);
}

// One config that is legal for a ragged problem, for each problem that has one.
void check_ragged(const std::string& kernel, const std::string& precision, const Names& arguments,
                  std::uint64_t seed) {
    const Space space = shipped(kernel);
    const auto problems = ragged_problems(make_problem(space, precision, arguments));
    const Config config = Candidates(space, names(problems.at(1))).sample(1, seed).front();
    for (const Problem& problem : problems) {
        if (!Candidates(space, names(problem)).contains(config)) continue;
        INFO(kernel << " " << precision << " " << make_plan(space, config, names(problem)).text());
        const Comparison found = run_spread(kernel, space, problem, config, spread_context(seed));
        INFO(found.text());
        CHECK(found.passed);
    }
}

// Whether product.cl is right with this fault on all ragged problems.
bool passes(const std::string& fault, const std::string& precision, Spread spread) {
    const std::filesystem::path folder = std::filesystem::path(HONE_SOURCE_DIR) / "tests/liars";
    const Space space = read_space(folder / "product.toml");
    const Config config = choice(space, {{"FAULT", fault}});
    bool all = true;
    for (const Problem& problem : ragged_problems(make_problem(space, precision, {}))) {
        const WorkloadContext there = spread_context(1, spread);
        const auto workload = make_workload(space, problem, there);
        all = run(*workload, make_plan(space, config, names(problem)),
                  kernel_source(folder / "product.cl"), there)
                  .passed &&
              all;
    }
    return all;
}

}  // namespace

TEST_CASE("the portable products keep their bounds for all exponents", "[device]") {
    for (const std::string precision : {"f32", "f64", "f16", "bf16", "tf32", "tf32x3"})
        check_ragged("gemm_tile", precision, {}, 1);
    for (const std::string precision : {"f32", "f64"}) check_ragged("gemm_panel", precision, {}, 7);
}

TEST_CASE("the reductions keep their bounds for all exponents", "[device]") {
    for (const std::string kernel : {"reduction_tree", "reduction_last"})
        for (const std::string precision : {"f32", "f64"})
            for (const std::string operation : {"sum", "dot", "asum", "max"})
                check_ragged(kernel, precision, {{"operation", operation}}, operation.size());
}

TEST_CASE("what keeps f32's bound for usual magnitudes alone is wrong", "[device]") {
    CHECK(passes("NONE", "f32", Spread::denormal));
    for (const std::string fault : {"THREE_TF32", "DENORMALS", "SMALL", "LARGE", "SMALL_RESULTS"}) {
        INFO(fault);
        CHECK(passes(fault, "f32", Spread::none));
        CHECK_FALSE(passes(fault, "f32", Spread::denormal));
    }
    CHECK_FALSE(passes("THREE_TF32_BY_ROW", "f32", Spread::normal));
    CHECK_FALSE(passes("ONE_TF32", "f32", Spread::none));
}

TEST_CASE("three products of tf32 keep the bound of tf32x3", "[device]") {
    CHECK(passes("THREE_TF32", "tf32x3", Spread::denormal));
    CHECK_FALSE(passes("ONE_TF32", "tf32x3", Spread::denormal));
}

TEST_CASE("small results of bf16 are results", "[device]") {
    CHECK(passes("NONE", "bf16", Spread::denormal));
    CHECK(passes("SMALL_RESULTS", "bf16", Spread::none));
    CHECK_FALSE(passes("SMALL_RESULTS", "bf16", Spread::normal));
}

TEST_CASE("products have one exponent in each sum, and factors have all") {
    for (const std::string precision : {"f32", "f64", "f16", "bf16", "tf32", "tf32x3"}) {
        INFO(precision);
        const ExponentRange range = range_of(precision, Spread::denormal);
        const ProductExponents exponents(range, {.sum = 12}, 1);
        std::set<int> of_a;
        for (std::size_t i = 0; i < 64; ++i)
            for (std::size_t k = 0; k < 64; ++k) {
                const int a = exponents.row(i) + exponents.inner(k);
                const int b = exponents.column(i) - exponents.inner(k);
                of_a.insert(a);
                CHECK((a >= range.least && a <= range.largest));
                CHECK((b >= range.least && b <= range.largest));
            }
        CHECK(*of_a.begin() == range.least);
        CHECK(*of_a.rbegin() == std::min(range.largest, -range.least));
    }
}

TEST_CASE("numbers to be summed up differ in exponents, and their sum is finite") {
    std::set<int> all;
    for (std::uint64_t seed = 1; seed < 64; ++seed) {
        const VectorExponents exponents(range_of("f32", Spread::denormal), 20, seed);
        all.insert(exponents.all());
        CHECK(exponents.all() <= 127 - 20);
        for (std::size_t i = 0; i < 64; ++i)
            CHECK(exponents.all() - exponents.less(i) >= exponents.least());
        CHECK(exponents.least() >= -149);
    }
    CHECK(all.size() > 8);
    CHECK(VectorExponents(range_of("f32", Spread::none), 20, 1).all() == 0);
    CHECK(range_of("f32", Spread::normal).least > -126);
    CHECK(range_of("i32", Spread::denormal).largest == 0);
}
