// SPDX-License-Identifier: MIT
// The installed headers of C++, compiled as C++17.
#include <hone/opencl.hpp>
#include <hone/tuner.hpp>

static_assert(__cplusplus < 202000L, "this is to be compiled as C++17");

namespace application {

double use_in_cxx17(const cl::CommandQueue& queue, const cl::Buffer& a, const cl::Buffer& c) {
    hone::Tuned tuned;
    const hone::Device device = hone::device_of(queue.getInfo<CL_QUEUE_DEVICE>());
    const hone::TunedKernel& kernel =
        tuned.find("gemm", device, "f32", {{"M", 8}, {"N", 8}, {"K", 8}}, hone::Rewriting::no);
    hone::gemm(queue, hone::Precision::f32, hone::Order::row_major, 8, 8, 8, 1, a, a, 0, c).wait();
    hone::gemm(queue, hone::Precision::f32, hone::Order::row_major, 8, 8, 8, 1, a, a, 0, c, nullptr,
               nullptr);
    return kernel.confidence;
}

}  // namespace application
