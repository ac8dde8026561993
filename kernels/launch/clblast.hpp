// SPDX-License-Identifier: MIT
// CLBlast, the reference of other kernels' results and times. A routine that it refuses gives
// nothing; the caller checks whether its result is right.
#pragma once

#include <CL/opencl.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/launch/host_timer.hpp"

namespace hone::blas {

/// The shape of C = op(A) * op(B); leading dimensions are those of the stored matrices.
struct Gemm {
    std::size_t m, n, k;
    bool transpose_a, transpose_b;
    std::size_t lda, ldb, ldc;
};

/// Enqueues C = op(A) * op(B) for "float", "double" or "half"; whether it was taken.
bool enqueue_gemm(const Gemm& shape, std::string_view type, const cl::Buffer& a,
                  const cl::Buffer& b, const cl::Buffer& c, const cl::CommandQueue& queue);

/// op(A) * op(B) of matrices on the host.
template <class T>
std::optional<std::vector<T>> gemm(const Gemm& shape, const std::vector<T>& a,
                                   const std::vector<T>& b, const cl::CommandQueue& queue);

/// Enqueues a reduction of "float" or "double" by hone's name for it; "max" leaves the index of the
/// largest as an unsigned int. Whether it was taken.
bool enqueue_reduction(std::string_view operation, std::string_view type, std::size_t n,
                       const cl::Buffer& x, const cl::Buffer& y, const cl::Buffer& result,
                       const cl::CommandQueue& queue);

/// What a failure of OpenCL means while CLBlast computes.
std::string failure_text(const cl::Error& error);

/// Seconds that each of so many runs takes on the device, one behind the other, after one that
/// counts for nothing; fewer where a run takes seconds, and empty when one is refused. With a host
/// timer each is waited for.
std::vector<double> times(int most, const cl::CommandQueue& queue,
                          const std::optional<HostTimer>& host,
                          const std::function<bool()>& enqueue);

}  // namespace hone::blas
