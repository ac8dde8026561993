// SPDX-License-Identifier: MIT
// A matrix product that runs as it was tuned on this machine (`hone tune gemm --sizes 128,256`),
// and beside it as the kernel's defaults would have it, and as one call. The results are checked.
//   gemm [SIZE [PRECISION]]
#include <cmath>
#include <cstdlib>
#include <hone/opencl.hpp>
#include <iostream>
#include <string>

#include "device.hpp"
#include "stored.hpp"

using Bytes = std::vector<unsigned char>;

/// A, B and C of n × n on the device.
struct Matrices {
    Matrices(const Here& here, std::int64_t size, std::string stored_as)
        : n(static_cast<std::size_t>(size)),
          precision(std::move(stored_as)),
          host(stored_numbers(precision, n * n)),
          a(here.context, host.begin(), host.end(), true),
          b(here.context, host.begin(), host.end(), true),
          c(here.context, CL_MEM_READ_WRITE, host.size()) {}

    /// Whether C = A * B, as far as a sample of its elements says; C is cleared for the next.
    bool right(const Here& here) const {
        Bytes result(host.size());
        here.queue.enqueueReadBuffer(c, CL_TRUE, 0, result.size(), result.data());
        here.queue.enqueueFillBuffer(c, cl_uchar{0}, 0, result.size());
        for (std::size_t i = 0; i < n; i += 1 + n / 64) {
            const std::size_t j = i * 5 % n;
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += at(host, i, k) * at(host, k, j);
            const double error = std::abs(sum - at(result, i, j));
            if (error > (size_of(precision) == 2 ? 0.01 : 1e-4) * (1 + std::abs(sum))) return false;
        }
        return true;
    }
    double at(const Bytes& bytes, std::size_t row, std::size_t column) const {
        return stored(precision, &bytes[(row * n + column) * size_of(precision)]);
    }

    std::size_t n;
    std::string precision;
    Bytes host;
    cl::Buffer a, b, c;
};

/// C = A * B as the launches have it; its time.
static double multiply(const Here& here, hone::Launches& gemm, const Matrices& on_device) {
    gemm.set("A", on_device.a).set("B", on_device.b).set("C", on_device.c);
    if (on_device.precision == "f64")
        gemm.set("alpha", 1.0).set("beta", 0.0);
    else
        gemm.set("alpha", 1.0F).set("beta", 0.0F);
    return milliseconds(here.queue, [&] { return gemm.enqueue(here.queue); });
}

/// The same in one call.
static void multiply(const Here& here, std::size_t n, const std::string& name, const cl::Buffer& a,
                     const cl::Buffer& b, const cl::Buffer& c) {
    const hone::Precision precision = hone::precision(name);
    hone::gemm(here.queue, precision, hone::Order::row_major, n, n, n, 1, {a}, {b}, 0, {c});
}

int main(int count, char** words) {
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
    const double slow = multiply(here, defaults, on_device);
    bool right = on_device.right(here);
    const double fast = multiply(here, gemm, on_device);
    right = right && on_device.right(here);
    multiply(here, on_device.n, precision, on_device.a, on_device.b, on_device.c);
    right = right && on_device.right(here);
    const double flops = 2e-9 * std::pow(static_cast<double>(n), 3);
    std::cout << fast << " ms (told: " << kernel.expected_ns * 1e-6 << "), " << flops / fast
              << " TFLOP/s, " << slow / fast << " times as fast as by default, "
              << (right ? "right\n" : "WRONG\n");
    return right ? 0 : 1;
}
