// SPDX-License-Identifier: MIT
// A matrix product that runs as it was tuned on this machine (`hone tune gemm --sizes 128,256`),
// and beside it as the kernel's defaults would have it. The result is checked.
#include <cmath>
#include <cstdlib>
#include <hone/opencl.hpp>
#include <iostream>
#include <string>

#include "device.hpp"

using Matrix = std::vector<float>;

/// C = A * B of n × n as the answer says; its time.
static double multiply(const Here& here, const hone::TunedKernel& kernel, int n, const Matrix& a,
                       const Matrix& b, Matrix& c) {
    const std::size_t bytes = a.size() * sizeof(float);
    const cl::Buffer on_device[] = {{here.context, CL_MEM_READ_ONLY, bytes},
                                    {here.context, CL_MEM_READ_ONLY, bytes},
                                    {here.context, CL_MEM_READ_WRITE, bytes}};
    here.queue.enqueueWriteBuffer(on_device[0], CL_TRUE, 0, bytes, a.data());
    here.queue.enqueueWriteBuffer(on_device[1], CL_TRUE, 0, bytes, b.data());
    hone::Launches gemm(kernel, here.context, here.device);
    gemm.set("A", on_device[0]).set("B", on_device[1]).set("C", on_device[2]);
    gemm.set("lda", cl_int{n}).set("ldb", cl_int{n}).set("ldc", cl_int{n});
    gemm.set("alpha", 1.0F).set("beta", 0.0F);
    const double time = milliseconds(here.queue, [&] { return gemm.enqueue(here.queue); });
    here.queue.enqueueReadBuffer(on_device[2], CL_TRUE, 0, bytes, c.data());
    return time;
}

static bool right(int n, const Matrix& a, const Matrix& b, const Matrix& c) {
    for (int i = 0; i < n; i += 7) {
        const int j = i * 5 % n;
        double sum = 0;
        for (int k = 0; k < n; ++k)
            sum += double{a[static_cast<std::size_t>(i * n + k)]} *
                   b[static_cast<std::size_t>(k * n + j)];
        if (std::abs(sum - double{c[static_cast<std::size_t>(i * n + j)]}) > 1e-4 * n) return false;
    }
    return true;
}

int main(int count, char** words) {
    const int n = count > 1 ? std::atoi(words[1]) : 256;
    const Here here;
    const hone::Device device = hone::device_of(here.device);
    const hone::Settings problem{{"M", n}, {"N", n}, {"K", n}};

    hone::Tuned tuned;
    for (const auto& [file, reason] : tuned.skipped()) std::cerr << file << ": " << reason << '\n';
    const hone::TunedKernel& kernel = tuned.find("gemm", device, "f32", problem);
    std::cout << kernel.kernel << ' ' << hone::joined(kernel.config) << '\n'
              << text(kernel.match) << ": " << kernel.reason << '\n';
    if (!kernel) return 1;

    setenv("HONE_MODE", "off", 1);
    hone::Tuned untuned;
    const hone::TunedKernel& defaults = untuned.find("gemm", device, "f32", problem);

    Matrix a(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 17) / 16 - 0.5F;
    Matrix b(a.rbegin(), a.rend());
    Matrix c(a.size());
    const double slow = multiply(here, defaults, n, a, b, c);
    const double fast = multiply(here, kernel, n, a, b, c);
    std::cout << fast << " ms, " << slow / fast << " times as fast as by default, "
              << (right(n, a, b, c) ? "right\n" : "WRONG\n");
    return right(n, a, b, c) ? 0 : 1;
}
