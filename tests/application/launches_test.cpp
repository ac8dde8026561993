// SPDX-License-Identifier: MIT
// Launches as an application in C++ holds them, and the same from C.
#include <optional>

#include "tests/application/here.hpp"
#include "tests/skip.hpp"

using namespace application;

extern "C" const char* use_in_c(cl_context context, cl_device_id device, cl_command_queue queue);

namespace {

hone::Settings cube(std::int64_t n) {
    return {{"M", n}, {"N", n}, {"K", n}};
}

hone::Launches product(hone::Tuned& tuned, std::int64_t n) {
    return {tuned, "gemm", here().context, here().device, "f32", cube(n)};
}

}  // namespace

TEST_CASE("launches are found, built, set and enqueued", "[device]") {
    constexpr std::size_t n = 64;
    const Numbers a(hone::Precision::f32, n * n, 1);
    const Numbers b(hone::Precision::f32, n * n, 2);
    const Numbers c(hone::Precision::f32, n * n, 3);
    hone::Tuned tuned;
    hone::Launches gemm = product(tuned, n);
    gemm.set("A", a.buffer).set("B", b.buffer).set("C", c.buffer);
    gemm.set("alpha", 1.0F).set("beta", 0.0F).set("lda", cl_int{n});
    const auto events = gemm.enqueue(here().queue);
    CHECK(events.size() == gemm.kernels().size());
    const auto found = c.read(events);
    for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += a.host[i * n + k] * b.host[k * n + i];
        CHECK(found[i * n + i] == Approx(sum));
    }
    CHECK(gemm.answer().routine == "gemm");

    here().queue.enqueueFillBuffer(c.buffer, cl_uchar{0}, 0, found.size() * sizeof(float));
    gemm.enqueue_without_events(here().queue);
    here().queue.finish();
    CHECK(c.read() == found);
}

TEST_CASE("launches can be asked for by another objective", "[device]") {
    hone::Tuned tuned;
    const hone::Launches frugal(tuned, "gemm", here().context, here().device, "f32", cube(64),
                                hone::Objective::energy);
    CHECK(frugal.answer().query.objective == hone::Objective::energy);
    CHECK_THAT(frugal.answer().reason, Catch::Contains("no energy under sustained load"));
    CHECK(product(tuned, 64).answer().query.objective == hone::Objective::time);
}

TEST_CASE("what an application gets wrong is named", "[device]") {
    hone::Tuned tuned;
    hone::Launches gemm = product(tuned, 64);
    const auto refused = [&](const char* name, auto value) {
        return refusal([&] { gemm.set(name, value); });
    };
    CHECK_THAT(refused("k", cl_int{1}), Catch::EndsWith("it has A, B, C, alpha, beta"));
    CHECK_THAT(refused("alpha", 1.0), Catch::EndsWith("is a float, not a double"));
    CHECK_THAT(refused("alpha", cl_int{1}), Catch::EndsWith("is a float, not a int"));
    CHECK_THAT(refused("A", 1.0F), Catch::EndsWith("is a buffer, not a float"));
    // Drivers accept any pointer as a buffer.
    CHECK_THAT(refused("A", &tuned), Catch::EndsWith("is a buffer, not a pointer"));
    CHECK_THAT(refused("A", here().queue()), Catch::EndsWith("is a buffer, not a pointer"));
    CHECK_THAT(refused("A", cl::Sampler()), Catch::EndsWith("is a buffer, not a sampler"));
    CHECK_THAT(refused("A", cl::Image2D()), Catch::EndsWith("is a buffer, not a image"));
    const cl::Buffer buffer(here().context, CL_MEM_READ_WRITE, 64 * 64 * sizeof(float));
    for (int i = 0; i < 2; ++i) {
        CHECK_THAT(refused("A", cl::Buffer()), Catch::EndsWith("has no buffer"));
        CHECK_THAT(refused("A", cl_mem{nullptr}), Catch::EndsWith("has no buffer"));
        CHECK_NOTHROW(gemm.set("A", buffer).set("B", cl::Memory(buffer)));
    }
    CHECK_THAT(refused("ldb", cl_int{65}), Catch::Contains("is 64 in the problem"));
    CHECK_THAT(refusal([&] { gemm.enqueue(here().queue); }), Catch::Contains("were not set"));
    const auto asked = [&](const char* what, const hone::Settings& problem) {
        return refusal(
            [&] { hone::Launches(tuned, what, here().context, here().device, "f32", problem); });
    };
    CHECK(asked("gemm", {{"M", 64}, {"N", 64}}) == "gemm: K is missing");
    CHECK(asked("gemv", {}) == "no database has a kernel 'gemv'");
    CHECK_THAT(asked("gemm", {{"k", 64}}),
               Catch::StartsWith("gemm has no argument 'k'; it has M, N, K, TA, TB, lda"));
}

TEST_CASE("a kernel that does not compile is said with the compiler's log", "[device]") {
    hone::TunedKernel broken;
    broken.match = hone::Match::exact;
    broken.kernel = "broken";
    broken.source = "kernel void broken() { no_such_thing(); }";
    broken.launches.resize(1);
    broken.launches[0].entry = "broken";
    CHECK_THAT(refusal([&] { hone::Launches(broken, here().context, here().device); }),
               Catch::Contains("no_such_thing"));
    broken.source = "kernel void broken(float x, global int* y) { y[0] = x; }";
    broken.launches[0].arguments = {"x", "y"};
    hone::Launches mended(broken, here().context, here().device);
    CHECK_THAT(refusal([&] { mended.set("x", 1.0); }), Catch::Contains("'x'"));
    CHECK_THAT(refusal([&] { mended.set("y", 1.0F); }), Catch::Contains("'y'"));
    CHECK_NOTHROW(mended.set("x", 1.0F));
}

TEST_CASE("a program in C multiplies, sums and is told its mistakes", "[device]") {
    const char* wrong = use_in_c(here().context(), here().device(), here().queue());
    INFO((wrong ? wrong : ""));
    CHECK(wrong == nullptr);
}

TEST_CASE("programs can be forgotten at any time", "[device]") {
    hone::Tuned tuned;
    const hone::Launches before = product(tuned, 64);
    hone::forget_programs();
    CHECK(before.kernels()[0].getInfo<CL_KERNEL_REFERENCE_COUNT>() >= 1);
    CHECK_NOTHROW(product(tuned, 64));
}

namespace {

std::optional<Here> nvidia() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        if (platform.getInfo<CL_PLATFORM_NAME>().find("NVIDIA") == std::string::npos) continue;
        std::vector<cl::Device> devices;
        platform.getDevices(CL_DEVICE_TYPE_GPU, &devices);
        if (!devices.empty()) return Here{devices[0]};
    }
    return std::nullopt;
}

}  // namespace

TEST_CASE("a program that is rewritten multiplies on a Hopper GPU", "[nvidia]") {
    const auto gpu = nvidia();
    const bool is_hopper = gpu && hone::device_of(gpu->device).architecture == "sm_90";
    if (!hone::test::has(is_hopper, "a GPU of NVIDIA's that takes rewritten programs")) return;
    hone::Tuned tuned;
    hone::Launches gemm(tuned, "gemm_wgmma", gpu->context, gpu->device, "f16", cube(256));
    CHECK(gemm.answer().rewrite == "sm_90a");
    const std::vector<std::uint16_t> ones(256 * 256, 0x3C00);
    std::vector<std::uint16_t> c(ones.size());
    const cl::Buffer a(gpu->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 2 * ones.size(),
                       const_cast<std::uint16_t*>(ones.data()));
    const cl::Buffer result(gpu->context, CL_MEM_READ_WRITE, 2 * c.size());
    gemm.set("A", a).set("B", a).set("C", result).set("alpha", 0.5F).set("beta", 0.0F);
    gemm.enqueue(gpu->queue);
    gpu->queue.enqueueReadBuffer(result, CL_TRUE, 0, 2 * c.size(), c.data());
    for (const std::uint16_t element : c) REQUIRE(element == 0x5800);  // 128
    // On a second start the program comes from the cache, without the probe.
    hone::forget_programs();
    CHECK_NOTHROW(hone::Launches(tuned, "gemm_wgmma", gpu->context, gpu->device, "f16", cube(256)));
}

TEST_CASE("a call that no config could have answered leaves all of them", "[device]") {
    hone::Tuned tuned;
    const hone::Device device = hone::device_of(here().device);
    const hone::Settings problem{{"M", 64}, {"N", 48}, {"K", 32}};
    const auto before = tuned.find("gemm", device, "f32", problem);
    REQUIRE(before);
    const auto launches = [&](const cl::Context& context, const hone::Settings& asked) {
        return refusal([&] {
            const hone::Launches built(tuned, "gemm", context, here().device, "f32", asked);
        });
    };
    CHECK_THAT(launches(cl::Context(), problem), Catch::Contains("a pointer is NULL"));
    const auto after = tuned.find("gemm", device, "f32", problem);
    CHECK(after.kernel == before.kernel);
    CHECK(after.config == before.config);

    CHECK_THAT(launches(here().context, {{"M", 64}, {"N", 48}, {"K", 32}, {"lda", 40.0}}),
               Catch::Contains("as 'lda', not the real number 40"));
    CHECK_THAT(
        launches(here().context, {{"M", 64}, {"N", 48}, {"K", 32}, {"lda", std::int64_t{1} << 32}}),
        Catch::Contains("from 0 to 2147483647 as 'lda', not 4294967296"));
    const auto sum_by = [&](const std::string& operation) {
        return refusal([&] {
            const hone::Launches built(tuned, "reduction", here().context, here().device, "f32",
                                       {{"n", 1024}, {"operation", operation}});
        });
    };
    CHECK(sum_by("asum").empty());
    CHECK_THAT(sum_by("prod"),
               Catch::Contains("takes sum, dot, asum or max as 'operation', not 'prod'"));
    CHECK_THAT(sum_by("max "), Catch::Contains("not 'max '"));
}
