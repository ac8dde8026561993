// SPDX-License-Identifier: MIT
// The checks: each fault that a kernel can have is planted, and must be found and reported.
#include "tests/kernels/made_gemm.hpp"

using namespace hone;
using namespace hone::test;

namespace {

Comparison check_gemm(const std::string& fault, const Names& given = {}) {
    const Space space = shipped("gemm_tile");
    Names all{{"M", Number(37)}, {"N", Number(29)}, {"K", Number(300)}};
    for (const auto& [name, value] : given) all[name] = value;
    const Problem problem = make_problem(space, "f32", all);
    const auto workload = make_workload(space, problem, test_context());
    return run(*workload, one_item_per_element(problem), gemm_with(fault));
}

}  // namespace

TEST_CASE("a right kernel passes", "[device]") {
    CHECK(check_gemm("").text() == "right");
    CHECK(check_gemm("", {{"beta", Number(2)}, {"ldc", Number(40)}}).passed);
}

TEST_CASE("one element that is wrong by a thousandth is found", "[device]") {
    const Comparison found = check_gemm("if (m == 17 && n == 3) sum += 1e-3f;");
    CHECK_FALSE(found.passed);
    CHECK(found.location == "C[17,3]");
    CHECK(found.wrong == 1);
    CHECK(found.error == Approx(1e-3).epsilon(0.2));
    CHECK(found.text().find("C[17,3]") == 0);
}

TEST_CASE("one missing product is found among many", "[device]") {
    const Comparison found =
        check_gemm("if (m == 36 && n == 28) sum -= A[m * lda + 299] * B[299 * ldb + n];",
                   {{"K", Number(2000)}});
    CHECK_FALSE(found.passed);
    CHECK(found.location == "C[36,28]");
}

TEST_CASE("a NaN never passes, and is told before any other fault", "[device]") {
    const Comparison found =
        check_gemm("if (m == 1) sum += 100; if (m == 20 && n == 28) sum = NAN;");
    CHECK_FALSE(found.passed);
    CHECK(found.location == "C[20,28]");
    CHECK(found.wrong == 30);
}

TEST_CASE("an element that is never written is found", "[device]") {
    CHECK(check_gemm("if (m == 36 && n == 0) return;").location == "C[36,0]");
}

TEST_CASE("a write behind or before the output is found", "[device]") {
    const Comparison behind = check_gemm("if (m == 0 && n == 0) C[M * N + 2] = 1;");
    CHECK(behind.location == "C[1075]");
    CHECK(behind.reference == "a write outside of the buffer");
    CHECK(check_gemm("if (m == 0 && n == 0) C[-1] = 1;").location == "C[-1]");
}

TEST_CASE("a write between the rows is found", "[device]") {
    const Comparison found =
        check_gemm("if (m == 5 && n == 0) C[m * ldc + N] = 1;", {{"ldc", Number(31)}});
    CHECK(found.location == "C[5,29]");
    CHECK(found.reference == "overwritten between the rows");
}

TEST_CASE("reading C where beta is 0 is found", "[device]") {
    CHECK_FALSE(check_gemm("sum += 0 * C[m * ldc + n];").passed);
}

TEST_CASE("a changed input is found, and is itself again for the next kernel", "[device]") {
    const Space space = shipped("gemm_tile");
    const Problem problem =
        make_problem(space, "f32", {{"M", Number(5)}, {"N", Number(6)}, {"K", Number(7)}});
    const auto workload = make_workload(space, problem, test_context());
    const Plan plan = one_item_per_element(problem);
    const Comparison found = run(*workload, plan, gemm_with("if (m == 4 && n == 5) B[3] = 7;"));
    CHECK(found.location == "B[3]");
    CHECK(found.reference == "an input was overwritten");
    CHECK(run(*workload, plan, gemm_with("")).passed);
}

TEST_CASE("other bits in a second run are flagged", "[device]") {
    const Space space = shipped("gemm_tile");
    const Problem problem =
        make_problem(space, "f32", {{"M", Number(5)}, {"N", Number(6)}, {"K", Number(7)}});
    const auto workload = make_workload(space, problem, test_context());
    const Plan plan = one_item_per_element(problem);
    REQUIRE(run(*workload, plan, gemm_with("")).passed);

    // Far within the bound, so it is still right.
    CHECK(run(*workload, plan, gemm_with("if (m == 4 && n == 1) sum *= 1 + 1e-7f;")).passed);
    workload->reset();
    const WorkloadContext there = test_context();
    const Compiled built = compile(there.context, there.device, gemm_with(""), workload->defines());
    Launcher(built.program, plan.launches, workload->bindings()).enqueue(there.queue);
    const Comparison found = workload->check_repeat();
    CHECK(found.location == "C[25]");
    CHECK(found.reference == "a second run gave another result");
}

TEST_CASE("a sum that leaves out its last or first element is found at any length", "[device]") {
    const Space space = shipped("reduction_last");
    for (const std::int64_t n : {2, 1000, 1 << 20}) {
        const Problem problem = make_problem(space, "f32", {{"n", Number(n)}});
        const auto workload = make_workload(space, problem, test_context());
        Plan plan;
        Launch& launch = plan.launches.emplace_back();
        launch.entry = "sum";
        launch.arguments = {"n", "x", "result"};
        const auto sum = [](const char* from, const char* to) {
            return fmt::format(
                "__kernel void sum(int n, __global float *x, __global float *result) "
                "{{ double s = 0; for (int i = {}; i < {}; i++) s += x[i]; "
                "*result = s; }}",
                from, to);
        };
        for (const Parameter& parameter : space.parameters) {
            plan.values.emplace_back(parameter.name, parameter.values.front());
        }
        INFO(n);
        CHECK(run(*workload, plan, sum("0", "n")).passed);
        CHECK_FALSE(run(*workload, plan, sum("0", "n - 1")).passed);
        CHECK_FALSE(run(*workload, plan, sum("1", "n")).passed);
    }
}
