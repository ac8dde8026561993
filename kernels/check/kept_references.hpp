// SPDX-License-Identifier: MIT
// The references of products that this process has computed. Several kernels of a routine are tuned for one
// problem in turns, and the inputs of each are the same: what their results are compared with is computed once.
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

/// What a product must be: element by element within its bound, and exactly where the host has computed it.
struct ProductReference {
    std::vector<double> expected = {}, bound = {};
    std::vector<GemmReference::Sample> samples = {};
    std::string computed_by = {};
    std::string fault = {};    // of CLBlast
    ExpectedThere there = {};  // of the first two; nothing where the host compares

    std::size_t bytes() const { return (expected.size() + bound.size()) * sizeof(double); }
};

class KeptReferences {
  public:
    /// `most_bytes` is what those that are kept may take together.
    explicit KeptReferences(std::size_t most_bytes) : most_bytes_(most_bytes) {}

    /// What decides a reference: the inputs, and who may compute it.
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
    std::list<Kept> kept_;  // the last one first
};

}  // namespace hone
