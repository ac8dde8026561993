// SPDX-License-Identifier: MIT
// Large products are checked by samples: right ones pass, and each fault is found at any position.
// The products here are small, and only declared large.
#include "tests/kernels/made_gemm.hpp"

using namespace hone;
using namespace hone::test;

namespace {

WorkloadContext sampling() {
    WorkloadContext context = test_context();
    context.compared_elements = 0;
    return context;
}

// 600,000 elements, of which only 4,100 are compared individually.
Comparison check_by_samples(const std::string& fault, const Names& given = {}) {
    const Space space = shipped("gemm_tile");
    Names all{{"M", Number(300)}, {"N", Number(2000)}, {"K", Number(64)}};
    for (const auto& [name, value] : given) all[name] = value;
    const Problem problem = make_problem(space, "f32", all);
    const auto workload = make_workload(space, problem, sampling());
    const Comparison found = run(*workload, one_item_per_element(problem), gemm_with(fault));
    CHECK(workload->reference_fault().empty());
    return found;
}

}  // namespace

TEST_CASE("a right product passes by samples", "[device]") {
    CHECK(check_by_samples("").text() == "right");
    CHECK(check_by_samples("", {{"beta", Number(2)}, {"ldc", Number(2007)}}).text() == "right");
}

TEST_CASE("by samples every config of a kernel is right that is right in full", "[device]") {
    const Space space = shipped("gemm_tile");
    for (const std::string precision : {"f32", "f64", "f16", "bf16"}) {
        const Problem problem = make_problem(
            space, precision,
            {{"M", Number(130)}, {"N", Number(70)}, {"K", Number(45)}, {"TA", Number(1)}});
        const Config config = Candidates(space, names(problem)).sample(1, 7).front();
        const auto workload = make_workload(space, problem, sampling());
        const Comparison found =
            run(*workload, make_plan(space, config, names(problem)), source("gemm_tile"));
        INFO(precision << ": " << found.text());
        CHECK(found.passed);
    }
}

TEST_CASE("a reference that takes seconds is timed where they may be spent, and looked at then",
          "[device]") {
    WorkloadContext context = test_context();
    context.quick_products = 0;
    context.has_own_memory = false;
    const Space space = shipped("gemm_tile");
    const Problem problem =
        make_problem(space, "f32", {{"M", Number(130)}, {"N", Number(70)}, {"K", Number(45)}});
    const auto workload = make_workload(space, problem, context);
    const Comparison found =
        run(*workload, one_item_per_element(problem), gemm_with("if (m == 7 && n == 9) sum = 5;"));
    CHECK(found.reference == "samples on the host");
    CHECK_FALSE(workload->needs_clblast());
    CHECK(make_workload(space, problem, test_context())->needs_clblast());
    CHECK(workload->reference_times(3, 1e-9).empty());
    CHECK_THAT(workload->reference_skipped(), Catch::StartsWith("the time limit is too short "));
    CHECK(workload->reference_times(3, 1000).size() == 3);
    CHECK(workload->reference_fault().empty());
    context.slow_reference_seconds = 0;
    const auto other = make_workload(space, problem, context);
    run(*other, one_item_per_element(problem), gemm_with(""));
    CHECK(other->reference_times(3, 1e-9).empty());
    CHECK_THAT(other->reference_skipped(), Catch::StartsWith("it would take about "));
}

TEST_CASE("one wrong element of a row is found by samples", "[device]") {
    const Comparison found = check_by_samples("if (m == 171 && n == 1203) sum += 0.1f;");
    CHECK_FALSE(found.passed);
    CHECK(found.location == "the sum of row 171 of C, with random signs,");
    CHECK(found.reference == "samples on the host");
    CHECK(found.wrong == 1);
}

TEST_CASE("what is missing, infinite or no number is found by samples", "[device]") {
    CHECK_FALSE(check_by_samples("if (m == 299 && n == 7) return;").passed);
    CHECK_FALSE(check_by_samples("if (m == 12 && n == 1999) sum = NAN;").passed);
    CHECK_FALSE(check_by_samples("if (m == 12 && n == 1001) sum = INFINITY;").passed);
    CHECK_FALSE(check_by_samples("if (n / 16 == 3 && m / 16 == 2) sum = 0;").passed);
    CHECK_FALSE(check_by_samples("sum *= 1.0001f;").passed);
    CHECK_FALSE(check_by_samples("if (n == 4 || n == 5) sum = n == 4 ? 9 : -9;").passed);
}

TEST_CASE("writes beside a large product are found", "[device]") {
    const Comparison found =
        check_by_samples("if (m == 5 && n == 0) C[m * ldc + N] = 1;", {{"ldc", Number(2001)}});
    CHECK(found.location == "C[5,2000]");
    CHECK(found.reference == "overwritten between the rows");
}
