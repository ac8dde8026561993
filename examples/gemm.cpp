// SPDX-License-Identifier: MIT
// A matrix product as tuned on this machine (`hone tune gemm --sizes 128,256`), with the kernel's
// default config, and as one call. The results are checked.
//   gemm [SIZE [PRECISION]]
#include <cmath>
#include <cstdlib>
#include <hone/opencl.hpp>
#include <iostream>
#include <string>

#include "matrices.hpp"

/// The same in one call.
static void multiply(const Here& here, std::size_t n, const std::string& name, const cl::Buffer& a,
                     const cl::Buffer& b, const cl::Buffer& c) {
    const hone::Precision precision = hone::precision(name);
    hone::gemm(here.queue, precision, hone::Order::row_major, n, n, n, 1, {a}, {b}, 0, {c});
}

static int run(int count, char** words) {
    const std::int64_t n = count > 1 ? std::atoi(words[1]) : 256;
    const std::string precision = count > 2 ? words[2] : "f32";
    const Here here;
    const hone::Settings problem{{"M", n}, {"N", n}, {"K", n}};

    hone::Tuned tuned;
    for (const auto& [file, reason] : tuned.skipped()) std::cerr << file << ": " << reason << '\n';
    hone::Launches gemm(tuned, "gemm", here.context, here.device, precision, problem);
    const hone::TunedKernel& kernel = gemm.answer();
    std::cout << kernel.kernel << ' ' << hone::joined(kernel.config) << '\n'
              << text(kernel.match) << ": " << kernel.reason << '\n';

    setenv("HONE_MODE", "off", 1);
    hone::Tuned untuned;
    unsetenv("HONE_MODE");
    hone::Launches defaults(untuned, "gemm", here.context, here.device, precision, problem);

    const Matrices on_device(here, n, precision);
    const Time slow = multiply(here, defaults, on_device);
    bool right = on_device.right(here);
    const Time fast = multiply(here, gemm, on_device);
    right = right && on_device.right(here);
    multiply(here, on_device.n, precision, on_device.a, on_device.b, on_device.c);
    right = right && on_device.right(here);
    const double flops = 2e-9 * std::pow(static_cast<double>(n), 3);
    std::cout << fast << " (told: " << kernel.expected_ns * 1e-6 << "), " << flops / fast
              << " TFLOP/s, " << slow / fast << " times as fast as by default, "
              << (right ? "right\n" : "WRONG\n");
    return right ? 0 : 1;
}

int main(int count, char** words) {
    return in_one_line([&] { return run(count, words); });
}
