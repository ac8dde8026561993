// SPDX-License-Identifier: MIT
// The reference of a product, and its error bound.
#include "kernels/check/gemm_reference.hpp"

#include <cmath>

#include "kernels/inputs/test_inputs.hpp"
#include "tests/kernels/made_gemm.hpp"

using namespace hone;
using namespace hone::test;

namespace {

std::vector<float> drawn(std::size_t count, std::uint64_t seed) {
    const TestInputs inputs(seed);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(inputs.either_sign(i));
    return values;
}

/// The largest relative error of an estimated sum of |a||b|.
double largest_error(std::size_t k, bool transpose_a, bool transpose_b) {
    constexpr std::size_t m = 37;
    constexpr std::size_t n = 53;
    const blas::Gemm shape{
        m, n, k, transpose_a, transpose_b, transpose_a ? m : k, transpose_b ? k : n, n};
    const std::vector<float> a = drawn(m * k, 1);
    const std::vector<float> b = drawn(k * n, 2);
    const GemmReference product = gemm_reference(shape, a, b, 3, test_context().queue, {});
    CHECK(product.fault.empty());
    CHECK(product.computed_by == "CLBlast");
    double largest = 0;
    for (std::size_t row = 0; row < m; ++row)
        for (std::size_t column = 0; column < n; ++column) {
            double exact = 0;
            for (std::size_t i = 0; i < k; ++i)
                exact += std::fabs(a[transpose_a ? i * m + row : row * k + i]) *
                         std::fabs(b[transpose_b ? column * k + i : i * n + column]);
            const double told = product.magnitudes[row * n + column];
            largest = std::max(largest, std::fabs(told / exact - 1));
        }
    return largest;
}

}  // namespace

TEST_CASE("the bound of an error knows the sum of magnitudes, of whatever layout", "[device]") {
    for (const bool transpose_a : {false, true})
        for (const bool transpose_b : {false, true}) {
            INFO(transpose_a << transpose_b);
            CHECK(largest_error(45, transpose_a, transpose_b) < 1e-6);
            CHECK(largest_error(64, transpose_a, transpose_b) < 0.1);
            CHECK(largest_error(500, transpose_a, transpose_b) < 0.03);
        }
}

TEST_CASE("the host computes a reference without CLBlast", "[device]") {
    const blas::Gemm shape{5, 7, 64, false, false, 64, 7, 7};
    const std::vector<float> a = drawn(5 * 64, 1);
    const std::vector<float> b = drawn(64 * 7, 2);
    const cl::CommandQueue queue = test_context().queue;
    const GemmReference by_host = gemm_reference(shape, a, b, 3, queue, {}, ReferenceBackend::host);
    const GemmReference by_clblast = gemm_reference(shape, a, b, 3, queue, {});
    CHECK(by_host.computed_by == "the host");
    CHECK(by_host.fault.empty());
    REQUIRE(by_host.values.size() == by_clblast.values.size());
    for (std::size_t i = 0; i < by_host.values.size(); ++i)
        CHECK(by_host.values[i] == Approx(by_clblast.values[i]).margin(1e-4));
}
