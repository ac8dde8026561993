// SPDX-License-Identifier: MIT
// A user's own kernel: declared in transpose.toml, written in transpose.cl, and tuned by
//   hone tune examples/transpose.toml --size W=1024,H=512
// It is named after its file; the answer has everything that the application needs.
#include <hone/opencl.hpp>
#include <iostream>
#include <numeric>

#include "device.hpp"

static int run() {
    constexpr std::int64_t width = 1024;
    constexpr std::int64_t height = 512;
    const Here here;
    hone::Tuned tuned;
    tuned.trust_databases();  // they have this kernel, which does not come with hone
    std::vector<float> in(width * height);
    std::iota(in.begin(), in.end(), 0.0F);
    std::vector<float> out(in.size());
    const std::size_t bytes = in.size() * sizeof(float);
    const cl::Buffer from(here.context, in.begin(), in.end(), true);
    const cl::Buffer to(here.context, CL_MEM_WRITE_ONLY, bytes);
    hone::Launches transpose(tuned, "transpose", here.context, here.device, "f32",
                             {{"W", width}, {"H", height}});
    std::cout << hone::joined(transpose.answer().config) << '\n'
              << text(transpose.answer().match) << ": " << transpose.answer().reason << '\n';
    transpose.set("out", to).set("in", from);
    const Time time = milliseconds(here.queue, [&] { return transpose.enqueue(here.queue); });
    std::cout << time << ", " << 2e-6 * static_cast<double>(bytes) / time << " GB/s\n";
    here.queue.enqueueReadBuffer(to, CL_TRUE, 0, bytes, out.data());
    for (std::int64_t y = 0; y < height; ++y)
        for (std::int64_t x = 0; x < width; ++x)
            if (out.at(x * height + y) != in.at(y * width + x)) return std::cout << "WRONG\n", 1;
    std::cout << "right\n";
    return 0;
}

int main() {
    return in_one_line(run);
}
