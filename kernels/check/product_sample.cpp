// SPDX-License-Identifier: MIT
// Kernels fail most often at the edges, so the corners are always among the samples.
#include "kernels/check/product_sample.hpp"

#include "kernels/inputs/test_inputs.hpp"

namespace hone {

std::vector<ProductSample> sampled_elements(std::size_t m, std::size_t n, std::size_t count,
                                            std::uint64_t seed) {
    const std::size_t bottom = m - 1;
    const std::size_t right = n - 1;
    std::vector<ProductSample> all{{0, 0}, {0, right}, {bottom, 0}, {bottom, right}};
    const TestInputs inputs(seed);
    for (std::size_t i = 0; i < count; ++i)
        all.push_back({inputs.bits(2 * i) % m, inputs.bits(2 * i + 1) % n});
    return all;
}

}  // namespace hone
