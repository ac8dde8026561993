// SPDX-License-Identifier: MIT
// A product of square matrices in an application: libhone's predicted time, the measured time, and
// CLBlast's. The results are checked. tuner/quickstart.sh ends with it.
//   told [SIZE [PRECISION]]    PRECISION is f32 or f64
#include <clblast.h>

#include <cstdlib>
#include <iomanip>
#include <iostream>

#include "matrices.hpp"

/// C = A * B by CLBlast. Returns its time.
template <class Real>
static Time multiply_by_clblast(const Here& here, const Matrices& on_device) {
    const std::size_t n = on_device.n;
    cl_command_queue queue = here.queue();
    return milliseconds(here.queue, [&] {
        std::vector<cl::Event> marks(2);
        here.queue.enqueueMarkerWithWaitList(nullptr, &marks[0]);
        clblast::Gemm(clblast::Layout::kRowMajor, clblast::Transpose::kNo, clblast::Transpose::kNo,
                      n, n, n, Real{1}, on_device.a(), 0, n, on_device.b(), 0, n, Real{0},
                      on_device.c(), 0, n, &queue);
        here.queue.enqueueMarkerWithWaitList(nullptr, &marks[1]);
        return marks;
    });
}

static void print(const char* what, const Time& time, std::size_t n, const char* remark = "") {
    const double flops = 2e-6 * std::pow(static_cast<double>(n), 3);
    std::cout << "  " << std::left << std::setw(10) << what;
    if (time > 0)
        std::cout << time << ", " << flops / time << " GFLOP/s" << remark << '\n';
    else
        std::cout << "nothing is known\n";
}

static int run(int count, char** words) {
    const std::int64_t n = count > 1 ? std::atoi(words[1]) : 1024;
    const std::string precision = count > 2 ? words[2] : "f32";
    const Here here;
    hone::Tuned tuned;
    hone::Launches gemm(tuned, "gemm", here.context, here.device, precision,
                        {{"M", n}, {"N", n}, {"K", n}});
    const hone::TunedKernel& kernel = gemm.answer();
    std::cout << "gemm " << precision << " M=N=K=" << n << " in an application\n  " << kernel.kernel
              << ' ' << hone::joined(kernel.config) << "\n  " << text(kernel.match) << ": "
              << kernel.reason << '\n';

    const Matrices on_device(here, n, precision);
    const bool was_measured = kernel.match == hone::Match::exact;
    print("told", {kernel.expected_ns * 1e-6, false}, on_device.n,
          was_measured ? "" : ", an estimate in which uncertainty counts as time");
    print("measured", multiply(here, gemm, on_device), on_device.n);
    const bool right = on_device.right(here);
    print("CLBlast",
          precision == "f64" ? multiply_by_clblast<double>(here, on_device)
                             : multiply_by_clblast<float>(here, on_device),
          on_device.n);
    const bool agree = right && on_device.right(here);
    std::cout << (agree ? "  right\n" : "  WRONG\n");
    return agree ? 0 : 1;
}

int main(int count, char** words) {
    return in_one_line([&] { return run(count, words); });
}
