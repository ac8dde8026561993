// SPDX-License-Identifier: MIT
// A workload names the references that decide: CLBlast only if results are compared with its own.
#include "tests/kernels/made_gemm.hpp"

using namespace hone;
using namespace hone::test;

namespace {

std::string checked_with(const Space& space, const Problem& problem,
                         const WorkloadContext& context = test_context()) {
    const auto workload = make_workload(space, problem, context);
    workload->make_reference();
    return workload->checked_with();
}

std::string product_checked_with(const WorkloadContext& context,
                                 const std::string& precision = "f32") {
    const Space space = shipped("gemm_tile");
    return checked_with(
        space,
        make_problem(space, precision, {{"M", Number(37)}, {"N", Number(29)}, {"K", Number(70)}}),
        context);
}

}  // namespace

TEST_CASE("a product is checked with CLBlast and the host", "[device]") {
    for (const std::string precision : {"f32", "f64", "f16"}) {
        INFO(precision);
        CHECK(product_checked_with(test_context(), precision) == "clblast+host");
    }
    Space space = shipped("gemm_tile");
    space.check = Check{};  // hone's own routines do not use it
    CHECK(checked_with(
              space,
              make_problem(space, "f32", {{"M", Number(5)}, {"N", Number(6)}, {"K", Number(7)}})) ==
          "clblast+host");
}

TEST_CASE("a product that would take CLBlast seconds is checked with the host", "[device]") {
    WorkloadContext context = test_context();
    context.quick_products = 0;
    CHECK(product_checked_with(context) == "host");
    context.has_own_memory = true;
    CHECK(product_checked_with(context) == "clblast+host");
}

TEST_CASE("a product that is checked by samples is checked with the host, even if CLBlast runs",
          "[device]") {
    WorkloadContext context = test_context();
    context.compared_elements = 0;
    CHECK(product_checked_with(context) == "host");
}

TEST_CASE("a product is checked with the host if CLBlast failed or is not asked", "[device]") {
    WorkloadContext context = test_context();
    context.reference_fault = "CLBlast fails";
    CHECK(product_checked_with(context) == "host");
    context = test_context();
    context.reference_backend = ReferenceBackend::host;
    CHECK(product_checked_with(context) == "host");
}

TEST_CASE("a product that was kept is checked with what computed it", "[device]") {
    KeptReferences kept(std::size_t{1} << 20U);
    WorkloadContext context = test_context();
    context.products = &kept;
    CHECK(product_checked_with(context) == "clblast+host");
    CHECK(product_checked_with(context) == "clblast+host");
    context.reference_fault = "CLBlast fails";
    CHECK(product_checked_with(context) == "host");
    CHECK(product_checked_with(context) == "host");
}

TEST_CASE("a reduction is checked with both where CLBlast has the type", "[device]") {
    const Space space = shipped("reduction_tree");
    const auto of = [&](const std::string& precision, const std::string& operation) {
        return checked_with(
            space, make_problem(space, precision, {{"n", Number(257)}, {"operation", operation}}));
    };
    CHECK(of("f32", "sum") == "clblast+host");
    CHECK(of("f32", "max") == "clblast+host");
    CHECK(of("i32", "sum") == "host");
}
