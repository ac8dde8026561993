// SPDX-License-Identifier: MIT
// The time until an application has its first result: from main to C of a product, first with an
// empty program cache, then on a second start; and the number of programs that 30 sizes of one
// config build.
//   warm_start [SIZE]
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <hone/opencl.hpp>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

int source_builds = 0;

cl_program CL_API_CALL counted(cl_context context, cl_uint count, const char** texts,
                               const std::size_t* lengths, cl_int* status) {
    ++source_builds;
    return clCreateProgramWithSource(context, count, texts, lengths, status);
}

hone_opencl counting() {
    hone_opencl opencl = *hone_opencl_here();
    opencl.clCreateProgramWithSource = counted;
    return opencl;
}

/// Milliseconds since the last call.
class Lap {
  public:
    double operator()() {
        const auto now = Clock::now();
        const double took = std::chrono::duration<double, std::milli>(now - last_).count();
        last_ = now;
        return took;
    }

  private:
    Clock::time_point last_ = Clock::now();
};

hone_launches* launches_of(const hone_opencl& opencl, hone::Tuned& tuned, std::int64_t n,
                           const cl::Context& context, const cl::Device& device) {
    hone_launches* launches = nullptr;
    hone::check_call(hone::search_launches(
        opencl, tuned, {"gemm", hone::device_of(device), "f32", {{"M", n}, {"N", n}, {"K", n}}},
        context(), device(), &launches));
    return launches;
}

/// One start of an application; prints its line of the table.
int start(std::int64_t n, const char* name) {
    Lap lap;
    const cl::Device device = cl::Device::getDefault();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    const double context_ms = lap();
    const hone_opencl opencl = counting();
    hone::Tuned tuned;
    const double tuned_ms = lap();
    hone_launches* gemm = launches_of(opencl, tuned, n, context, device);
    const double program_ms = lap();
    std::vector<float> host(static_cast<std::size_t>(n * n), 1);
    const cl::Buffer a(context, host.begin(), host.end(), true);
    const cl::Buffer c(context, CL_MEM_READ_WRITE, host.size() * sizeof(float));
    const cl_float factors[] = {1, 0};
    for (const char* input : {"A", "B"}) {
        hone::check_call(hone_launches_set(gemm, input, sizeof(cl_mem), &a()));
    }
    hone::check_call(hone_launches_set(gemm, "C", sizeof(cl_mem), &c()));
    hone::check_call(hone_launches_set(gemm, "alpha", sizeof(cl_float), &factors[0]));
    hone::check_call(hone_launches_set(gemm, "beta", sizeof(cl_float), &factors[1]));
    const double buffers_ms = lap();
    hone::check_call(hone_launches_enqueue(gemm, queue()));
    queue.enqueueReadBuffer(c, CL_TRUE, 0, host.size() * sizeof(float), host.data());
    const double first_ms = lap();
    hone::check_call(hone_launches_enqueue(gemm, queue()));
    queue.finish();
    const double second_ms = lap();
    const bool right = host[0] == static_cast<float>(n);
    fmt::print("{:<12}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.1f}{:>9.1f}{:>10.1f}   {}\n", name,
               context_ms, tuned_ms, program_ms, buffers_ms, first_ms, second_ms,
               tuned_ms + program_ms + buffers_ms + first_ms, right ? "" : "WRONG");
    hone_launches_free(gemm);
    return right ? 0 : 1;
}

int thirty_sizes() {
    const cl::Device device = cl::Device::getDefault();
    const cl::Context context(device);
    const hone_opencl opencl = counting();
    hone::Tuned tuned;
    Lap lap;
    for (std::int64_t n = 256; n < 256 + 30 * 16; n += 16)
        hone_launches_free(launches_of(opencl, tuned, n, context, device));
    fmt::print("30 sizes: {} programs built from source in {:.1f} ms\n", source_builds, lap());
    return 0;
}

/// In a separate process, as an application starts.
template <class Body>
int apart(Body body) {
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        const int code = body();
        std::fflush(stdout);
        ::_exit(code);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
}

}  // namespace

int main(int count, char** words) {
    const std::int64_t n = count > 1 ? std::atoll(words[1]) : 512;
    const auto cache =
        std::filesystem::temp_directory_path() / ("hone_warm_start_" + std::to_string(::getpid()));
    ::setenv("HONE_CACHE", cache.c_str(), 1);
    fmt::print("{:<12}{:>9}{:>9}{:>9}{:>9}{:>9}{:>9}{:>10}   ms, n = {}\n", "start", "context",
               "tuned", "program", "buffers", "first", "second", "beyond", n);
    int wrong = 0;
    for (const char* name : {"cold", "warm", "warm again"})
        wrong |= apart([&] { return start(n, name); });
    std::filesystem::remove_all(cache);
    wrong |= apart(thirty_sizes);
    std::filesystem::remove_all(cache);
    return wrong == 0 ? 0 : 1;
}
