// SPDX-License-Identifier: MIT
// One reference serves all kernels of a problem, and only that problem.
#include "kernels/check/kept_references.hpp"

#include "tests/kernels/made_gemm.hpp"

using namespace hone;
using namespace hone::test;

namespace {

ProductReference of_size(std::size_t elements) {
    ProductReference made;
    made.expected.resize(elements);
    made.bound.resize(elements);
    return made;
}

Problem product(std::int64_t m) {
    return make_problem(shipped("gemm_tile"), "f32",
                        {{"M", Number(m)}, {"N", Number(48)}, {"K", Number(40)}});
}

KeptReferences::Key key_of(const Problem& problem) {
    return {.problem = problem,
            .seed = 1,
            .spread = Spread::none,
            .device = nullptr,
            .known_fault = ""};
}

}  // namespace

TEST_CASE("a reference is computed once for all that is the same") {
    KeptReferences kept(std::size_t{1} << 20U);
    int computed = 0;
    const auto compute = [&] {
        ++computed;
        return of_size(100);
    };
    const auto first = kept.of(key_of(product(64)), compute);
    CHECK(kept.of(key_of(product(64)), compute) == first);
    CHECK(computed == 1);
    const auto differs = [&](const std::function<void(KeptReferences::Key&)>& change) {
        auto other = key_of(product(64));
        change(other);
        const int before = computed;
        return kept.of(other, compute) != first && computed == before + 1;
    };
    CHECK(differs([](auto& key) { key.problem = product(65); }));
    CHECK(differs([](auto& key) { key.problem.precision = "f64"; }));
    CHECK(differs([](auto& key) { key.seed = 2; }));
    CHECK(differs([](auto& key) { key.spread = Spread::normal; }));
    CHECK(differs([](auto& key) { key.device = reinterpret_cast<cl_device_id>(&key); }));
    CHECK(differs([](auto& key) { key.known_fault = "CLBlast is wrong"; }));
    CHECK_FALSE(differs([](auto& /*key*/) {}));
}

TEST_CASE("references have so much room, and the one used last stays") {
    KeptReferences kept(2 * of_size(100).bytes());
    const auto ask = [&](std::int64_t m) {
        return kept.of(key_of(product(m)), [] { return of_size(100); });
    };
    const auto first = ask(1);
    const auto second = ask(2);
    CHECK(ask(1) == first);
    ask(3);
    CHECK(ask(1) == first);
    CHECK(ask(2) != second);
    const auto too_large = kept.of(key_of(product(4)), [] { return of_size(1000); });
    REQUIRE(too_large);
    CHECK(kept.of(key_of(product(4)), [] { return of_size(1000); }) != too_large);
}

TEST_CASE("a product is compared with the reference that was kept", "[device]") {
    KeptReferences kept(std::size_t{1} << 20U);
    const Space space = shipped("gemm_tile");
    WorkloadContext there = test_context();
    there.products = &kept;
    const auto passes = [&](std::int64_t m) {
        const Problem problem = product(m);
        const auto workload = make_workload(space, problem, there);
        return run(*workload, one_item_per_element(problem), gemm_with(""), there).passed;
    };
    CHECK(passes(56));
    CHECK(passes(56));
    // A wrong cached reference shows: results are compared with it.
    const KeptReferences::Key key{.problem = product(57),
                                  .seed = there.seed,
                                  .spread = there.spread,
                                  .device = there.device(),
                                  .known_fault = ""};
    kept.of(key, [] { return of_size(57 * 48); });
    CHECK_FALSE(passes(57));
    CHECK(passes(58));
}
