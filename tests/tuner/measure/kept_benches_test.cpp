// SPDX-License-Identifier: MIT
// The closed benches that a worker keeps, with benches of a given size.
#include "tuner/measure/kept_benches.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

struct SizedBench : WorkerBench {
    explicit SizedBench(std::size_t device_bytes) : size(device_bytes) {}
    BuildResult build(const Plan& /*plan*/) override { return {}; }
    RunResult run(const Config& /*config*/, const SamplingLimits& /*limits*/,
                  const OnStage& /*on_stage*/) override {
        return {};
    }
    std::vector<RunResult> time_interleaved(const std::vector<Config>& /*configs*/,
                                            std::size_t /*rounds*/, double /*max_ns*/,
                                            const OnStage& /*on_stage*/) override {
        return {};
    }
    SustainedResult time_sustained(const Config& /*config*/, double /*seconds*/,
                                   const OnStage& /*on_stage*/) override {
        return {};
    }
    RunResult run_size_check(const Plan& /*plan*/, const Problem& /*problem*/) override {
        return {};
    }
    Samples reference(int /*repeats*/, double /*longest*/) override { return {}; }
    std::string reference_fault() const override { return ""; }
    std::string checked_with() const override { return "host"; }
    std::size_t bytes() const override { return size; }

    std::size_t size;
};

std::string request_of(const std::string& kernel, int m) {
    return kernel + ' ' + std::to_string(m);
}

std::unique_ptr<WorkerBench> bench_of(std::size_t size) {
    return std::make_unique<SizedBench>(size);
}

}  // namespace

TEST_CASE("a closed bench is found by the very request that opened it, once") {
    KeptBenches kept(100);
    auto bench = bench_of(10);
    const WorkerBench* first = bench.get();
    kept.keep(request_of("gemm_tile", 64), std::move(bench));
    kept.keep(request_of("gemm_simt", 64), bench_of(10));
    CHECK_FALSE(kept.take(request_of("gemm_tile", 65)));
    CHECK(kept.take(request_of("gemm_tile", 64)).get() == first);
    CHECK_FALSE(kept.take(request_of("gemm_tile", 64)));
    CHECK(kept.take(request_of("gemm_simt", 64)));
}

TEST_CASE("the last benches are kept, as long as they are few and small") {
    KeptBenches kept(100);
    kept.keep(request_of("a", 1), bench_of(60));
    kept.keep(request_of("a", 2), bench_of(30));
    kept.keep(request_of("a", 3), bench_of(40));
    CHECK_FALSE(kept.take(request_of("a", 1)));
    CHECK(kept.take(request_of("a", 2)));
    kept.keep(request_of("a", 4), bench_of(101));
    CHECK_FALSE(kept.take(request_of("a", 4)));
    CHECK(kept.take(request_of("a", 3)));
    for (int m = 0; m < 6; ++m) kept.keep(request_of("b", m), bench_of(1));
    CHECK_FALSE(kept.take(request_of("b", 1)));
    CHECK(kept.take(request_of("b", 2)));
    kept.clear();
    CHECK_FALSE(kept.take(request_of("b", 5)));
}
