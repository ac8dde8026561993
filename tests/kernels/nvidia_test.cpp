// SPDX-License-Identifier: MIT
// The kernels for NVIDIA GPUs on such a GPU: each precision, each transposition, ragged sizes,
// leading dimensions with gaps, alpha and beta, split-K of all tiles and of those after the first
// wave. If no GPU here has the compute capability that a kernel requires, its test says so and CTest
// reports it as skipped.
#include <fmt/format.h>

#include <array>
#include <optional>

#include "tests/kernels/bench.hpp"
#include "tests/kernels/split_k.hpp"
#include "tests/skip.hpp"

using namespace hone;
using namespace hone::test;

namespace {

// From cl_nv_device_attribute_query.
constexpr cl_device_info capability_major = 0x4000;
constexpr cl_device_info capability_minor = 0x4001;

int capability_of(const cl::Device& device) {
    cl_uint major = 0, minor = 0;
    const bool told =
        clGetDeviceInfo(device(), capability_major, sizeof major, &major, nullptr) == CL_SUCCESS &&
        clGetDeviceInfo(device(), capability_minor, sizeof minor, &minor, nullptr) == CL_SUCCESS;
    return told ? static_cast<int>(10 * major + minor) : 0;
}

std::optional<cl::Device> find_nvidia() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> devices;
        cl_uint count = 0;  // on a platform without a GPU the call below would throw
        if (clGetDeviceIDs(platform(), CL_DEVICE_TYPE_GPU, 0, nullptr, &count) != CL_SUCCESS)
            continue;
        platform.getDevices(CL_DEVICE_TYPE_GPU, &devices);
        for (const cl::Device& device : devices)
            if (capability_of(device) > 0) return device;
    }
    return std::nullopt;
}

/// The first NVIDIA GPU, with its names for expressions.
const std::optional<WorkloadContext>& nvidia() {
    static const std::optional<WorkloadContext> site = []() -> std::optional<WorkloadContext> {
        const auto device = find_nvidia();
        if (!device) return std::nullopt;
        const cl::Context context(*device);
        Names known;
        known["device.compute_units"] = Number(device->getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
        known["device.type"] = std::string("gpu");
        known["device.fp64"] = Number(1);
        known["device.compute_capability"] = Number(capability_of(*device));
        return WorkloadContext{context, *device, cl::CommandQueue(context, *device), known, 1, 1};
    }();
    return site;
}

/// Whether there is such a GPU. `only`: a kernel for this capability and no later one.
bool is_here(int capability, bool only = false) {
    const int here = nvidia() ? capability_of(nvidia()->device) : 0;
    return has(only ? here == capability : here >= capability,
               fmt::format("an NVIDIA GPU of compute capability {}.{}{}", capability / 10,
                           capability % 10, only ? "" : " or later"));
}

/// The most bytes of local memory of a static array: ptxas's limit, not OpenCL's.
std::int64_t local_memory_limit() {
    const int capability = capability_of(nvidia()->device);
    const bool large = capability == 80 || capability == 87;
    const bool larger = capability >= 90 && capability < 120;
    return 1024 * (larger ? 227 : large ? 163 : 99) - 4;
}

Names known_of(const Problem& problem) {
    Names all = names_of(problem);
    const Names& device = nvidia()->known;
    all.insert(device.begin(), device.end());
    return all;
}

void check(const Space& space, const Problem& problem, const Config& config) {
    const Plan plan = make_plan(space, config, known_of(problem));
    if (plan.local_memory > local_memory_limit()) return;
    const auto workload = make_workload(space, problem, *nvidia());
    const Comparison found = run(*workload, plan, source(space.name), *nvidia(), space.rewrite);
    INFO(space.name << " " << problem.precision << " " << plan.text());
    for (const auto& [name, value] : problem.arguments) UNSCOPED_INFO(name << "=" << text(value));
    INFO(found.text());
    CHECK(found.passed);
}

struct Shape {
    std::int64_t m = 0, n = 0, k = 0;
    std::int64_t gap = 0;  // elements of padding of each row of C
    Number alpha, beta;
    std::int64_t alignment = 16;  // of the rows of A and B, in elements
};

/// Two of them store C by the paths for aligned rows: with ragged tiles, and with more tiles than
/// there are compute units. In the last two no row is aligned.
const std::array<Shape, 9> shapes{{{64, 64, 64, 0, 1, 0},
                                   {127, 61, 33, 3, Number::fraction(3, 2), -2},
                                   {65, 129, 17, 16, 1, 1},
                                   {1, 257, 3, 0, 2, 0},
                                   {193, 259, 263, 5, Number::fraction(-1, 4), 0},
                                   {131, 200, 70, 8, Number::fraction(1, 2), 0},
                                   {1100, 1104, 40, 0, 1, 0},
                                   {129, 187, 77, 0, 1, 0, 1},
                                   {1100, 1103, 41, 0, 1, 0, 1}}};

Problem problem_of(const Space& space, const std::string& precision, const Shape& s, int ta,
                   int tb) {
    // If rows of A and B are aligned, there is a gap after each.
    const auto stride = [&](std::int64_t columns) {
        return Number(s.alignment == 1 ? columns : (columns / s.alignment + 1) * s.alignment);
    };
    return make_problem(space, precision,
                        {{"M", Number(s.m)},
                         {"N", Number(s.n)},
                         {"K", Number(s.k)},
                         {"TA", Number(ta)},
                         {"TB", Number(tb)},
                         {"lda", stride(ta != 0 ? s.m : s.k)},
                         {"ldb", stride(tb != 0 ? s.k : s.n)},
                         {"ldc", Number(s.n + s.gap)},
                         {"alpha", s.alpha},
                         {"beta", s.beta}});
}

/// One config for which the condition holds.
void check_where(const Space& space, const Problem& problem, const std::string& condition,
                 std::uint64_t seed) {
    const Candidates candidates = candidates_where(space, known_of(problem), condition);
    REQUIRE_FALSE(candidates.empty());
    check(space, problem, candidates.sample(1, seed).front());
}

/// Sampled configs for each shape; for a deep problem also one that splits K, and for one of more
/// tiles than compute units one that splits those after the first wave, if the kernel can do that.
void check_sampled(const std::string& kernel, const std::string& precision, int ta, int tb,
                   std::uint64_t seed) {
    Space space = shipped(kernel);
    // Configs that are only slow must be right as well.
    std::erase_if(space.constraints, [](const Constraint& constraint) {
        return constraint.kind != Constraint::Kind::legality;
    });
    for (const Shape& shape : shapes) {
        const Problem problem = problem_of(space, precision, shape, ta, tb);
        const Candidates candidates(space, known_of(problem));
        REQUIRE_FALSE(candidates.empty());
        for (const Config& config : candidates.sample(2, ++seed)) check(space, problem, config);
    }
    const Problem deep =
        problem_of(space, precision, {97, 103, 4099, 1, 1, Number::fraction(1, 2)}, ta, tb);
    check_where(space, deep, "SPLIT_K > 1", seed);
    const Problem several_waves =
        problem_of(space, precision, {2200, 2111, 1100, 1, 1, Number::fraction(1, 2)}, ta, tb);
    check_where(space, several_waves, split_of_tail(space), seed);
}

/// All four transpositions.
void check_variants(const std::string& kernel, const std::string& precision) {
    for (const int variant : {0, 1, 2, 3})
        check_sampled(kernel, precision, variant / 2, variant % 2,
                      10 * static_cast<unsigned>(variant));
}

/// Every step of the ladder, or the nearest legal config, on a problem of several tiles.
void check_ladder(const std::string& kernel, const std::string& precision, int ta, int tb) {
    const Space space = shipped(kernel);
    const Problem problem = problem_of(space, precision, {1111, 777, 555, 1, 1, 1}, ta, tb);
    const Candidates candidates(space, known_of(problem));
    std::map<std::string, Value> values;
    for (const LadderStep& step : space.ladder_for(precision)) {
        for (const auto& [name, value] : step.values) values[name] = value;
        INFO(step.name);
        const auto legal = candidates.nearest(choice(space, values));
        REQUIRE(legal);
        check(space, problem, *legal);
    }
}

}  // namespace

TEST_CASE("gemm_simt is right on an NVIDIA GPU in f32", "[nvidia]") {
    if (!is_here(80)) return;
    check_variants("gemm_simt", "f32");
    check_ladder("gemm_simt", "f32", 0, 0);
}

TEST_CASE("gemm_simt is right on an NVIDIA GPU in f64", "[nvidia]") {
    if (!is_here(80)) return;
    check_variants("gemm_simt", "f64");
}

TEST_CASE("gemm_mma is right on an NVIDIA GPU in f16", "[nvidia]") {
    if (!is_here(80)) return;
    check_variants("gemm_mma", "f16");
    check_ladder("gemm_mma", "f16", 0, 1);
}

TEST_CASE("gemm_mma is right on an NVIDIA GPU in bf16", "[nvidia]") {
    if (!is_here(80)) return;
    check_variants("gemm_mma", "bf16");
    check_ladder("gemm_mma", "bf16", 1, 0);
}

TEST_CASE("gemm_mma is right on an NVIDIA GPU in tf32", "[nvidia]") {
    if (!is_here(80)) return;
    check_variants("gemm_mma", "tf32");
    check_ladder("gemm_mma", "tf32", 0, 0);
}

TEST_CASE("gemm_mma is right on an NVIDIA GPU in tf32x3", "[nvidia]") {
    if (!is_here(80)) return;
    check_variants("gemm_mma", "tf32x3");
    check_ladder("gemm_mma", "tf32x3", 0, 0);
}

TEST_CASE("gemm_mma is right on an NVIDIA GPU in f64", "[nvidia]") {
    if (!is_here(90)) return;
    check_variants("gemm_mma", "f64");
    check_ladder("gemm_mma", "f64", 1, 1);
}

TEST_CASE("gemm_mma_tma is right on Hopper in f16", "[nvidia]") {
    if (!is_here(90, true)) return;
    check_variants("gemm_mma_tma", "f16");
    check_ladder("gemm_mma_tma", "f16", 0, 0);
}

TEST_CASE("gemm_mma_tma is right on Hopper in bf16", "[nvidia]") {
    if (!is_here(90, true)) return;
    check_variants("gemm_mma_tma", "bf16");
}

TEST_CASE("gemm_mma_tma is right on Hopper in tf32", "[nvidia]") {
    if (!is_here(90, true)) return;
    check_variants("gemm_mma_tma", "tf32");
    check_ladder("gemm_mma_tma", "tf32", 0, 0);
}

TEST_CASE("gemm_wgmma is right on Hopper in f16", "[nvidia]") {
    if (!is_here(90, true)) return;
    check_variants("gemm_wgmma", "f16");
    check_ladder("gemm_wgmma", "f16", 0, 0);
}

TEST_CASE("gemm_wgmma is right on Hopper in bf16", "[nvidia]") {
    if (!is_here(90, true)) return;
    check_variants("gemm_wgmma", "bf16");
    check_ladder("gemm_wgmma", "bf16", 1, 0);
}

TEST_CASE("gemm_wgmma is right on Hopper in tf32 for K-major matrices", "[nvidia]") {
    if (!is_here(90, true)) return;
    check_sampled("gemm_wgmma", "tf32", 0, 1, 1);
}

TEST_CASE("gemm_wgmma_tf32 is right on Hopper", "[nvidia]") {
    if (!is_here(90, true)) return;
    check_sampled("gemm_wgmma_tf32", "tf32", 0, 0, 1);
    check_sampled("gemm_wgmma_tf32", "tf32", 1, 1, 2);
    check_ladder("gemm_wgmma_tf32", "tf32", 0, 0);
}

// The paths through the reductions that only NVIDIA GPUs have: shuffles, loads that do not allocate
// in L1, partial results with flags, barriers of a warp.
void check_reduction(const std::string& kernel, const std::string& operation,
                     const std::map<std::string, Value>& values) {
    const Space space = shipped(kernel);
    for (const std::string precision : {"f32", "f64", "i32"}) {
        std::map<std::string, Value> all = values;
        if (values.contains("L1_NO_ALLOCATE")) all["V"] = Number(precision == "f64" ? 2 : 4);
        for (const std::int64_t n : {1, 257, 100003}) {
            const Problem problem =
                make_problem(space, precision, {{"n", Number(n)}, {"operation", operation}});
            const Config config = choice(space, all);
            REQUIRE(Candidates(space, known_of(problem)).contains(config));
            check(space, problem, config);
        }
    }
}

TEST_CASE("the reductions are right on an NVIDIA GPU by its own instructions", "[nvidia]") {
    if (!is_here(70)) return;
    for (const std::string operation : {"sum", "dot", "asum", "max"}) {
        for (const std::string walk : {"STRIDE", "PER_GROUP", "PER_ITEM"})
            for (const std::string finish : {"COUNT", "AWAIT"})
                check_reduction("reduction_last", operation,
                                {{"WG", Number(128)},
                                 {"UNROLL", Number(4)},
                                 {"ONE_SUM", Number(1)},
                                 {"WALK", walk},
                                 {"ALIGNED", Number(1)},
                                 {"L1_NO_ALLOCATE", Number(1)},
                                 {"SHUFFLE", Number(1)},
                                 {"FINISH", finish},
                                 {"PER_UNIT", Number(2)}});
        for (const std::string tree : {"LAST_WARP", "UNROLLED"})
            check_reduction("reduction_tree", operation,
                            {{"WG", Number(256)},
                             {"V", Number(2)},
                             {"UNROLL", Number(2)},
                             {"WALK", std::string("STRIDE")},
                             {"TREE", tree},
                             {"PER_UNIT", Number(2)}});
    }
}
