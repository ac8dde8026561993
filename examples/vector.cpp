// SPDX-License-Identifier: MIT
// An element-wise kernel over 16 Mi floats, as tuned by `hone tune examples/vector.toml`, and the
// time to move its data, which is often longer.
#include <cmath>
#include <hone/opencl.hpp>
#include <iostream>

#include "device.hpp"

static int run() {
    constexpr std::size_t n = std::size_t{1} << 24U;
    const Here here;
    hone::Tuned tuned;
    tuned.trust_databases();  // they have this kernel, which does not come with hone
    const hone::TunedKernel& kernel =
        tuned.find("vector", hone::device_of(here.device), "f32", {{"n", std::int64_t{n}}});
    std::cout << hone::joined(kernel.config) << '\n'
              << text(kernel.match) << ": " << kernel.reason << '\n';
    if (!kernel) return 1;

    std::vector<float> x(n);
    std::vector<float> y(n);
    std::vector<float> z(n);
    for (std::size_t i = 0; i < n; ++i) {
        x[i] = 1 + static_cast<float>(i % 1000) / 1000;
        y[i] = static_cast<float>(i % 777) / 777;
    }
    const cl::Buffer buffers[] = {{here.context, CL_MEM_READ_ONLY, 4 * n},
                                  {here.context, CL_MEM_READ_ONLY, 4 * n},
                                  {here.context, CL_MEM_WRITE_ONLY, 4 * n}};
    cl::Event to_device[2];
    cl::Event to_host;
    here.queue.enqueueWriteBuffer(buffers[0], CL_FALSE, 0, 4 * n, x.data(), nullptr, &to_device[0]);
    here.queue.enqueueWriteBuffer(buffers[1], CL_FALSE, 0, 4 * n, y.data(), nullptr, &to_device[1]);
    hone::Launches blend(kernel, here.context, here.device);
    blend.set("x", buffers[0]).set("y", buffers[1]).set("z", buffers[2]);
    const Time computing = milliseconds(here.queue, [&] { return blend.enqueue(here.queue); });
    here.queue.enqueueReadBuffer(buffers[2], CL_TRUE, 0, 4 * n, z.data(), nullptr, &to_host);
    here.queue.finish();
    std::cout << computing << " to compute, "
              << milliseconds({to_device[0]}) + milliseconds({to_device[1]}) +
                     milliseconds({to_host})
              << " ms to move\n";
    for (std::size_t i = 0; i < n; i += 997) {
        const double a = x[i];
        const double b = y[i];
        const double wanted = std::sqrt(a) * b / a + std::cos(b) * a;
        if (!(std::abs(wanted - z[i]) <= 1e-4)) return std::cout << "WRONG\n", 1;  // also for NaN
    }
    std::cout << "right\n";
    return 0;
}

int main() {
    return in_one_line(run);
}
