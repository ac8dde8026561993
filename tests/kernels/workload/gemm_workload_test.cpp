// SPDX-License-Identifier: MIT
// The GEMM kernels on this device: an even sample of their configs, each on another problem.
#include <array>
#include <span>

#include "tests/kernels/bench.hpp"
#include "tests/kernels/split_k.hpp"

using namespace hone;
using namespace hone::test;

namespace {

struct ProblemKey {
    std::int64_t m = 0, n = 0, k = 0;
    int ta = 0, tb = 0, gap = 0;
    Number alpha, beta;
};

// 1, primes, multiples, and one beside them; every transposition; with and without all options.
const std::array<ProblemKey, 9> cases{{{65, 33, 17, 1, 0, 5, 1, 0},
                                       {1, 1, 1, 0, 0, 0, 1, 0},
                                       {64, 64, 64, 0, 0, 0, 1, 0},
                                       {63, 65, 31, 1, 0, 0, 1, 0},
                                       {127, 61, 33, 0, 1, 3, Number::fraction(3, 2), -2},
                                       {65, 129, 17, 1, 1, 16, 1, 1},
                                       {1, 257, 3, 0, 0, 0, 2, 0},
                                       {131, 1, 67, 1, 0, 16, 1, Number::fraction(1, 2)},
                                       {97, 103, 263, 0, 1, 0, Number::fraction(-1, 4), 0}}};

Problem gemm_problem(const Space& space, const std::string& precision, const ProblemKey& c) {
    const auto stride = [&](std::int64_t columns) {
        return c.gap == 0 ? Number(0) : Number((columns / c.gap + 1) * c.gap);
    };
    return make_problem(space, precision,
                        {{"M", Number(c.m)},
                         {"N", Number(c.n)},
                         {"K", Number(c.k)},
                         {"TA", Number(c.ta)},
                         {"TB", Number(c.tb)},
                         {"lda", stride(c.ta != 0 ? c.m : c.k)},
                         {"ldb", stride(c.tb != 0 ? c.k : c.n)},
                         {"ldc", stride(c.n)},
                         {"alpha", c.alpha},
                         {"beta", c.beta}});
}

// One config for each of the last problems.
void check_gemm_sample(const std::string& kernel, const std::string& precision,
                       std::size_t problems, std::uint64_t seed) {
    const Space space = shipped(kernel);
    for (const ProblemKey& c : std::span(cases).last(problems)) {
        const Problem problem = gemm_problem(space, precision, c);
        const Config config = Candidates(space, names(problem)).sample(1, ++seed).front();
        const Comparison found = run(kernel, space, problem, config);
        INFO(fmt::format("{} {} M={} N={} K={} TA={} TB={}", kernel, precision, c.m, c.n, c.k, c.ta,
                         c.tb));
        INFO(make_plan(space, config, names(problem)).text());
        INFO(found.text());
        CHECK(found.passed);
    }
}

const std::vector<std::pair<std::string, std::string>> nvidia_kernels{
    {"gemm_mma", "f16"},     {"gemm_mma", "bf16"},     {"gemm_mma", "tf32"},
    {"gemm_mma", "f64"},     {"gemm_mma", "tf32x3"},   {"gemm_simt", "f32"},
    {"gemm_wgmma", "f16"},   {"gemm_wgmma", "bf16"},   {"gemm_wgmma_tf32", "tf32"},
    {"gemm_mma_tma", "f16"}, {"gemm_mma_tma", "bf16"}, {"gemm_mma_tma", "tf32"}};
constexpr std::int64_t units_of_h200 = 132;

Names names_on_h200(const Space& space, const std::string& precision, std::int64_t m,
                    std::int64_t n, std::int64_t k) {
    Names known = names_of(
        make_problem(space, precision, {{"M", Number(m)}, {"N", Number(n)}, {"K", Number(k)}}));
    known["device.compute_units"] = Number(units_of_h200);
    return known;
}

std::int64_t value_in(const Plan& plan, const std::string& parameter) {
    const auto found =
        std::ranges::find(plan.values, parameter, [](const auto& each) { return each.first; });
    return std::get<Number>(found->second).numerator();
}

/// The tiles of C of a config of gemm_simt or gemm_mma.
std::int64_t tiles_of(const std::string& kernel, const Plan& plan, std::int64_t m, std::int64_t n) {
    const auto value = [&](const std::string& name) { return value_in(plan, name); };
    const bool simt = kernel == "gemm_simt";
    const std::int64_t rows = simt ? value("LANES_M") * value("TM") : value("WM");
    const std::int64_t columns = simt ? 32 / value("LANES_M") * value("TN") : value("WN");
    const auto divided = [](std::int64_t all, std::int64_t by) { return (all + by - 1) / by; };
    return divided(m, value("WARPS_M") * rows) * divided(n, value("WARPS_N") * columns);
}

}  // namespace

TEST_CASE("gemm_panel is right for sampled configs and ragged problems", "[device]") {
    check_gemm_sample("gemm_panel", "f32", cases.size(), 1);
    check_gemm_sample("gemm_panel", "f64", 2, 2);
}

TEST_CASE("gemm_tile is right for sampled configs and ragged problems", "[device]") {
    check_gemm_sample("gemm_tile", "f32", cases.size(), 1);
    check_gemm_sample("gemm_tile", "f64", 2, 2);
    check_gemm_sample("gemm_tile", "f16", 3, 3);
    check_gemm_sample("gemm_tile", "bf16", 4, 4);
    check_gemm_sample("gemm_tile", "tf32", 2, 5);
}

TEST_CASE("every rung of the GEMM ladders is right", "[device]") {
    for (const std::string kernel : {"gemm_tile", "gemm_panel"}) {
        const Space space = shipped(kernel);
        const Problem problem =
            make_problem(space, "f32", {{"M", Number(160)}, {"N", Number(96)}, {"K", Number(48)}});
        const Candidates candidates(space, names(problem));
        std::map<std::string, Value> values;
        const auto ladder = space.ladder_for("f32");
        REQUIRE_FALSE(ladder.empty());
        for (const LadderStep& rung : ladder) {
            for (const auto& [name, value] : rung.values) values[name] = value;
            const Config config = choice(space, values);
            INFO(kernel << ": " << rung.name);
            if (kernel != "gemm_panel") CHECK(candidates.contains(config));
            CHECK(run(kernel, space, problem, config).passed);
        }
    }
}

TEST_CASE("every rung of the ladders for NVIDIA GPUs is legal there") {
    for (const auto& [kernel, precision] : nvidia_kernels) {
        const Space space = shipped(kernel);
        const Names known = names_on_h200(space, precision, 4096, 4096, 4096);
        const Candidates candidates(space, known);
        std::map<std::string, Value> values;
        INFO(kernel << " " << precision);
        const auto ladder = space.ladder_for(precision);
        REQUIRE_FALSE(ladder.empty());
        for (const LadderStep& rung : ladder) {
            for (const auto& [name, value] : rung.values) values[name] = value;
            INFO(rung.name);
            CHECK(candidates.contains(choice(space, values)));
        }
    }
}

TEST_CASE("each kernel for NVIDIA GPUs can split the K of a product of several waves") {
    for (const auto& [kernel, precision] : nvidia_kernels) {
        INFO(kernel << " " << precision);
        const Space space = shipped(kernel);
        const Names known = names_on_h200(space, precision, 2200, 2112, 1088);
        CHECK_FALSE(candidates_where(space, known, split_of_tail(space)).empty());
    }
}

TEST_CASE("a split tail has a work-group for each whole tile and for each slice of the others") {
    const std::vector<std::pair<std::string, std::string>> kernels{
        {"gemm_simt", "f32"}, {"gemm_simt", "f64"}, {"gemm_mma", "f16"}, {"gemm_mma", "f64"}};
    const std::array<std::array<std::int64_t, 3>, 3> sizes{
        {{2200, 2112, 1088}, {3000, 3000, 3000}, {1248, 2048, 2048}}};
    for (const auto& [kernel, precision] : kernels)
        for (const auto& [m, n, k] : sizes) {
            const Space space = shipped(kernel);
            const Names known = names_on_h200(space, precision, m, n, k);
            for (const Config& config :
                 candidates_where(space, known, "SPLIT_K > 1").sample(40, 7)) {
                const Plan plan = make_plan(space, config, known);
                INFO(kernel << " " << precision << " M=" << m << ": " << plan.text());
                const std::int64_t tiles = tiles_of(kernel, plan, m, n);
                const std::int64_t whole =
                    value_in(plan, "SPLIT_TAIL") == 0 ? 0 : tiles / units_of_h200 * units_of_h200;
                CHECK(
                    plan.launches.front().work_groups() ==
                    static_cast<std::size_t>(whole + (tiles - whole) * value_in(plan, "SPLIT_K")));
            }
        }
}

TEST_CASE("the local memory that a GEMM config says is what the device says", "[device]") {
    const WorkloadContext there = test_context();
    for (const std::string kernel : {"gemm_tile", "gemm_panel"}) {
        const Space space = shipped(kernel);
        const Problem problem = make_problem(space, "f32", {});
        for (const Config& config : Candidates(space, names(problem)).sample(2, 5)) {
            const Plan plan = make_plan(space, config, names(problem));
            const auto workload = make_workload(space, problem, there);
            const Compiled built = compile(there.context, there.device, source(kernel),
                                           workload->defines() + " " + plan.defines());
            REQUIRE(built.ok());
            workload->prepare(plan);
            // Local arrays that are arguments count once they are set.
            const Launcher launcher(built.program, plan.launches, workload->bindings());
            INFO(kernel << ": " << plan.text());
            // NVIDIA's driver adds the alignment of the arrays, 32 bytes at most.
            const auto told = static_cast<std::int64_t>(
                launcher.kernels().at(plan.main).getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(
                    there.device));
            CHECK(told >= plan.local_memory);
            CHECK(told <= plan.local_memory + 32);
        }
    }
}
