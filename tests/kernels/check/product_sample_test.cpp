// SPDX-License-Identifier: MIT
// Where a product is looked at.
#include "kernels/check/product_sample.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>

using namespace hone;

TEST_CASE("the corners of a product are among its samples, and all lie in it") {
    for (const auto& shape : {std::pair<std::size_t, std::size_t>{7, 300}, {1, 1}, {64, 2}}) {
        const std::size_t m = shape.first;
        const std::size_t n = shape.second;
        const auto samples = sampled_elements(m, n, 100, 5);
        CHECK(samples.size() == 104);
        for (const std::size_t row : {std::size_t{0}, m - 1})
            for (const std::size_t column : {std::size_t{0}, n - 1})
                CHECK(std::ranges::any_of(samples, [&](const ProductSample& each) {
                    return each.row == row && each.column == column;
                }));
        for (const ProductSample& each : samples) CHECK((each.row < m && each.column < n));
    }
    const auto once = sampled_elements(500, 500, 10, 1);
    const auto again = sampled_elements(500, 500, 10, 2);
    CHECK_FALSE(std::ranges::equal(once, again, {}, &ProductSample::row, &ProductSample::row));
}
