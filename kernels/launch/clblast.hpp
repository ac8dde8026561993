// SPDX-License-Identifier: MIT
// CLBlast, the reference for results and times of other kernels. A routine that CLBlast rejects
// returns nothing; the caller checks the result.
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

/// Enqueues C = op(A) * op(B) for "float", "double" or "half"; returns false if CLBlast rejects it.
bool enqueue_gemm(const Gemm& shape, std::string_view type, const cl::Buffer& a,
                  const cl::Buffer& b, const cl::Buffer& c, const cl::CommandQueue& queue);

/// op(A) * op(B) of host matrices; empty if CLBlast rejects it.
template <class T>
std::optional<std::vector<T>> gemm(const Gemm& shape, const std::vector<T>& a,
                                   const std::vector<T>& b, const cl::CommandQueue& queue);

/// Enqueues a reduction of "float" or "double" by hone's name for it; "max" writes the index of the
/// largest as an unsigned int. Returns false if CLBlast rejects it.
bool enqueue_reduction(std::string_view operation, std::string_view type, std::size_t n,
                       const cl::Buffer& x, const cl::Buffer& y, const cl::Buffer& result,
                       const cl::CommandQueue& queue);

/// The message for an OpenCL failure inside of CLBlast.
std::string failure_text(const cl::Error& error);

/// The seconds of each of `runs` consecutive runs on the device, after one warm-up run. There are
/// fewer times if a run takes seconds, none if CLBlast rejects it. With a host timer the queue is
/// drained after each run.
std::vector<double> times(int most, const cl::CommandQueue& queue,
                          const std::optional<HostTimer>& host,
                          const std::function<bool()>& enqueue);

}  // namespace hone::blas
