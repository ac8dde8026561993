// SPDX-License-Identifier: MIT
// A cache of references of matrix products. Several kernels of a routine are tuned by turns for one
// problem with the same inputs, so the reference is computed once.
#pragma once

#include <CL/opencl.hpp>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <vector>

#include "kernels/check/device_comparison.hpp"
#include "kernels/check/gemm_reference.hpp"
#include "kernels/inputs/exponents.hpp"
#include "spaces/space/problem.hpp"

namespace hone {

/// The expected elements with their bounds, and the exact values of the host's samples.
struct ProductReference {
    std::vector<double> expected = {}, bound = {};
    std::vector<ProductSample> samples = {};
    std::string computed_by = {};  // clblast_name or "the host"
    std::string fault = {};        // why CLBlast was not used
    // `expected` and `bound` on the device; empty if the host compares.
    ExpectedThere there = {};

    std::size_t bytes() const { return (expected.size() + bound.size()) * sizeof(double); }
};

class KeptReferences {
  public:
    /// `most_bytes` limits the size of the cache.
    explicit KeptReferences(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// Everything that a reference depends on: the inputs, and which library may compute it.
    struct Key {
        Problem problem;
        std::uint64_t seed;
        Spread spread;
        cl_device_id device;
        std::string known_fault;

        bool operator==(const Key&) const = default;
    };
    using Compute = std::function<ProductReference()>;

    std::shared_ptr<const ProductReference> of(const Key& key, const Compute& compute);

  private:
    struct Kept {
        Key key;
        std::shared_ptr<const ProductReference> reference;
    };
    void forget_oldest();

    std::size_t most_bytes_;
    std::list<Kept> kept_;  // most recent first
};

}  // namespace hone
