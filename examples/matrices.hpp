// SPDX-License-Identifier: MIT
// Three square matrices on a device, the product of two of them by launches, and its check.
#pragma once

#include <cmath>
#include <cstdint>
#include <hone/opencl.hpp>
#include <string>
#include <vector>

#include "device.hpp"
#include "stored.hpp"

using Bytes = std::vector<unsigned char>;

/// A, B and C, each n × n, on the device.
struct Matrices {
    Matrices(const Here& here, std::int64_t size, std::string stored_as)
        : n(static_cast<std::size_t>(size)),
          precision(std::move(stored_as)),
          host(stored_numbers(precision, n * n)),
          a(here.context, host.begin(), host.end(), true),
          b(here.context, host.begin(), host.end(), true),
          c(here.context, CL_MEM_READ_WRITE, host.size()) {}

    /// Whether C = A * B in a sample of its elements; clears C for the next run.
    bool right(const Here& here) const {
        Bytes result(host.size());
        here.queue.enqueueReadBuffer(c, CL_TRUE, 0, result.size(), result.data());
        here.queue.enqueueFillBuffer(c, cl_uchar{0}, 0, result.size());
        for (std::size_t i = 0; i < n; i += 1 + n / 64) {
            const std::size_t j = i * 5 % n;
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum += at(host, i, k) * at(host, k, j);
            const double error = std::abs(sum - at(result, i, j));
            const double bound = (size_of(precision) == 2 ? 0.01 : 1e-4) * (1 + std::abs(sum));
            if (!(error <= bound)) return false;  // NaN is wrong, too
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

/// C = A * B by the launches. Returns its time.
inline Time multiply(const Here& here, hone::Launches& gemm, const Matrices& on_device) {
    gemm.set("A", on_device.a).set("B", on_device.b).set("C", on_device.c);
    if (on_device.precision == "f64")
        gemm.set("alpha", 1.0).set("beta", 0.0);
    else
        gemm.set("alpha", 1.0F).set("beta", 0.0F);
    return milliseconds(here.queue, [&] { return gemm.enqueue(here.queue); });
}
