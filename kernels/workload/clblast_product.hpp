// SPDX-License-Identifier: MIT
// CLBlast's product of a workload's matrices: its result, and its time for comparison.
#pragma once

#include <CL/opencl.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/launch/clblast.hpp"
#include "kernels/launch/element.hpp"
#include "kernels/launch/host_timer.hpp"

namespace hone {

class ClblastProduct {
  public:
    struct Factors {
        cl::Buffer a, b;
    };

    /// Timed runs use all `factors` by turns, to keep caches cold.
    ClblastProduct(const blas::Gemm& shape, const Element& element, std::vector<Factors> factors,
                   cl::CommandQueue queue)
        : shape_(shape),
          element_(element),
          factors_(std::move(factors)),
          queue_(std::move(queue)) {}

    /// The product in rows without gaps; nullopt if CLBlast rejects it.
    std::optional<Bytes> result() const;
    /// Seconds of each of `repeats` runs; empty if CLBlast rejects the product.
    std::vector<double> times(int repeats, const std::optional<HostTimer>& host_timer) const;
    /// Seconds of one run, extrapolated from larger and larger parts: if the whole takes much
    /// longer than `longest`, a small part shows it. 0 if CLBlast rejects the product.
    double expected_time(double longest) const;

  private:
    double expected_from_part(unsigned shift) const;
    bool enqueue(const blas::Gemm& product, const cl::Buffer& c, std::size_t set) const;
    cl::Buffer make_c(std::size_t stride) const;

    blas::Gemm shape_;
    const Element& element_;
    std::vector<Factors> factors_;
    cl::CommandQueue queue_;
};

}  // namespace hone
