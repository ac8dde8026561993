// SPDX-License-Identifier: MIT
// CLBlast before and after one call that sets the parameters that hone has tuned for its kernels:
//   hone tune clblast_xgemm --size M=512,N=512,K=512
#include <cmath>
#include <cstdlib>
#include <hone/clblast.hpp>
#include <iostream>

#include "device.hpp"

static int run(int count, char** words) {
    const std::size_t n = count > 1 ? std::strtoull(words[1], nullptr, 10) : 512;
    const Here here;
    std::vector<float> a(n * n);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 13) / 13;
    std::vector<float> c(n * n);
    const cl::Buffer on_a(here.context, a.begin(), a.end(), true);
    const cl::Buffer on_c(here.context, CL_MEM_READ_WRITE, sizeof(float) * n * n);
    cl_command_queue queue = here.queue();
    const auto multiply = [&] {
        std::vector<cl::Event> marks(2);
        here.queue.enqueueMarkerWithWaitList(nullptr, &marks[0]);
        clblast::Gemm(clblast::Layout::kRowMajor, clblast::Transpose::kNo, clblast::Transpose::kNo,
                      n, n, n, 1.0F, on_a(), 0, n, on_a(), 0, n, 0.0F, on_c(), 0, n, &queue);
        here.queue.enqueueMarkerWithWaitList(nullptr, &marks[1]);
        return marks;
    };
    const Time before = milliseconds(here.queue, multiply);
    hone::Tuned tuned;
    const auto size = static_cast<std::int64_t>(n);
    const int kernels =
        hone::speed_up_clblast(tuned, here.device, {{"M", size}, {"N", size}, {"K", size}});
    const Time after = milliseconds(here.queue, multiply);
    const double flops = 2e-9 * static_cast<double>(n * n * n);
    std::cout << kernels << " kernels of CLBlast have tuned parameters\n"
              << "before: " << before << ", " << flops / before << " TFLOP/s\n"
              << "after:  " << after << ", " << flops / after << " TFLOP/s, " << before / after
              << " times as fast\n";

    here.queue.enqueueReadBuffer(on_c, CL_TRUE, 0, sizeof(float) * n * n, c.data());
    for (std::size_t i = 0; i < n; i += 31) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += double{a[i * n + k]} * a[k * n + i];
        const double error = std::abs(sum - c[i * n + i]);
        if (!(error <= 1e-4 * std::abs(sum))) return std::cout << "WRONG\n", 1;  // also for NaN
    }
    std::cout << "right\n";
    return 0;
}

int main(int count, char** words) {
    return in_one_line([&] { return run(count, words); });
}
