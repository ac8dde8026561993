// SPDX-License-Identifier: MIT
// Tuning on first use: with HONE_MODE=tune, a problem that no database has for this device is
// measured for some seconds, checked and stored; the next start finds the result.
#include <hone/opencl.hpp>
#include <hone/tuner.hpp>
#include <iostream>

#include "device.hpp"

static int run() {
    const Here here;
    hone::Tuned tuned;
    tuned.on_miss(hone::tuner(std::chrono::seconds(3)));
    const hone::TunedKernel& kernel =
        tuned.find("reduction", hone::device_of(here.device), "f32", {{"n", 1 << 20}});
    std::cout << kernel.kernel << ' ' << hone::joined(kernel.config) << '\n'
              << text(kernel.match) << ": " << kernel.reason << '\n';
    if (!kernel) return 1;

    const std::vector<float> numbers(1 << 20, 0.5F);
    std::vector<float> copy = numbers;
    const cl::Buffer x(here.context, copy.begin(), copy.end(), true);
    const cl::Buffer result(here.context, CL_MEM_READ_WRITE, sizeof(float));
    hone::Launches sum(kernel, here.context, here.device);
    sum.set("x", x).set("y", x).set("result", result);
    const Time time = milliseconds(here.queue, [&] { return sum.enqueue(here.queue); });
    float total = 0;
    here.queue.enqueueReadBuffer(result, CL_TRUE, 0, sizeof total, &total);
    const bool right = total == 524288.0F;
    std::cout << time << ", the sum is " << total << (right ? ", right\n" : ", WRONG\n");
    return right ? 0 : 1;
}

int main() {
    return in_one_line(run);
}
