// SPDX-License-Identifier: MIT
// The cost of a call for the calling thread, compared with a bare launch and CLBlast's call: a
// small product and a small sum, repeatedly, as in an application with many small ones.
// Microseconds of the thread's own time, the median of many rounds.
//   calls [SIZE [PRECISION]]
// HONE_DEVICE is the device's number in `hone devices`; the first GPU without one.
#include <clblast.h>
#include <fmt/format.h>
#include <ctime>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <hone/opencl.hpp>
#include <string>
#include <vector>

#include "examples/device.hpp"

namespace {

constexpr int calls_of_a_round = 32;
constexpr int rounds = 200;

double thread_microseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

// The queue is empty before each round, so that no call waits for the device.
double microseconds_a_call(const cl::CommandQueue& queue, const std::function<void()>& call) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        const double before = thread_microseconds();
        for (int i = 0; i < calls_of_a_round; ++i) call();
        times.push_back((thread_microseconds() - before) / calls_of_a_round);
        queue.finish();
    }
    std::ranges::sort(times);
    return times[times.size() / 2];
}

// An empty kernel with the arguments of a product's kernel.
cl::Kernel empty_kernel(const cl::Context& context, const cl::Buffer& buffer) {
    const cl::Program program(
        context,
        "kernel void nothing(int m, int n, int k, float alpha, global float* a, int lda, "
        "global float* b, int ldb, float beta, global float* c, int ldc) {}",
        true);
    cl::Kernel kernel(program, "nothing");
    for (const cl_uint i : {0U, 1U, 2U, 5U, 7U, 10U}) kernel.setArg(i, cl_int{1});
    for (const cl_uint i : {3U, 8U}) kernel.setArg(i, 1.0F);
    for (const cl_uint i : {4U, 6U, 9U}) kernel.setArg(i, buffer);
    return kernel;
}

void bare_launch(const cl::CommandQueue& queue, const cl::Kernel& kernel, bool with_event) {
    const std::size_t items = 1024;
    cl_event event = nullptr;
    clEnqueueNDRangeKernel(queue(), kernel(), 1, nullptr, &items, nullptr, 0, nullptr,
                           with_event ? &event : nullptr);
    if (event != nullptr) clReleaseEvent(event);
}

}  // namespace

int main(int count, char** words) {
    const std::size_t n = count > 1 ? std::strtoul(words[1], nullptr, 10) : 64;
    const hone::Precision precision = hone::precision(count > 2 ? words[2] : "f32");
    const cl::Device device = chosen_device();
    const cl::Context context(device);
    const cl::CommandQueue queue(context, device);
    const std::vector<double> ones(n * n, 0);
    std::vector<cl::Buffer> all;
    for (int i = 0; i < 6; ++i)
        all.emplace_back(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, ones.size() * 8,
                         const_cast<double*>(ones.data()));
    const cl::Kernel nothing = empty_kernel(context, all[0]);
    const auto product = [&](std::size_t first) {
        hone::gemm(queue, precision, hone::Order::row_major, n, n, n, 1, {all[first]},
                   {all[first + 1]}, 0, {all[first + 2]});
    };
    int turn = 0;
    const auto say = [&](const char* what, const std::function<void()>& call) {
        call();
        queue.finish();
        fmt::print("{:44}{:8.2f} µs\n", what, microseconds_a_call(queue, call));
    };
    say("a launch of an empty kernel", [&] { bare_launch(queue, nothing, false); });
    say("the same with an event", [&] { bare_launch(queue, nothing, true); });
    say("hone::gemm", [&] { product(0); });
    say("hone::gemm, other matrices each time", [&] { product(turn++ % 2 == 0 ? 0 : 3); });
    say("the same without an event", [&] {
        hone::gemm(queue, precision, hone::Order::row_major, n, n, n, 1, {all[0]}, {all[1]}, 0,
                   {all[2]}, nullptr, nullptr);
    });
    say("hone::reduce",
        [&] { hone::reduce(queue, precision, hone::Operation::sum, n * n, {all[0]}, {all[2]}); });
    say("the same without an event", [&] {
        hone::reduce(queue, precision, hone::Operation::sum, n * n, {all[0]}, {all[2]}, nullptr,
                     nullptr);
    });
    say("clblast::Gemm<float>", [&] {
        cl_command_queue handle = queue();
        clblast::Gemm<float>(clblast::Layout::kRowMajor, clblast::Transpose::kNo,
                             clblast::Transpose::kNo, n, n, n, 1, all[0](), 0, n, all[1](), 0, n, 0,
                             all[2](), 0, n, &handle);
    });
    return 0;
}
