// SPDX-License-Identifier: MIT
// Parallel chunks find the same as one pass.
#include "kernels/check/comparison.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

using namespace hone;

namespace {

constexpr std::size_t rows = 1000;
constexpr std::size_t width = 1000;  // enough for several cores

Comparison judge_values(const std::vector<double>& values) {
    return compare_rows(rows, width, [&](std::size_t from, std::size_t to) {
        Comparison found;
        for (std::size_t i = from * width; i < to * width; ++i) {
            found.add_element(values[i], 0, 0.5, [&] { return std::to_string(i); });
        }
        return found;
    });
}

}  // namespace

TEST_CASE("every row is judged once, however many cores there are") {
    for (const std::size_t count : {std::size_t{1}, std::size_t{7}, rows}) {
        std::vector<std::atomic<int>> seen(count);
        compare_rows(count, 1'000'000, [&](std::size_t from, std::size_t to) {
            for (std::size_t row = from; row < to; ++row) ++seen[row];
            return Comparison{};
        });
        for (const auto& times : seen) CHECK(times == 1);
    }
}

TEST_CASE("of what is right the largest share of its bound is known") {
    std::vector<double> values(rows * width, 0.125);
    CHECK(judge_values(values).right_share == Approx(0.25));
    values[700'000] = -0.375;
    CHECK(judge_values(values).right_share == Approx(0.75));
    const std::vector<std::int32_t> got{10, 13};
    const std::vector<std::int32_t> expected{10, 12};
    const Comparison whole =
        compare_arrays("y", element_of("int"), 1, std::as_bytes(std::span(got)),
                       std::as_bytes(std::span(expected)), {.absolute = 4});
    CHECK(whole.right_share == Approx(0.25));
}

TEST_CASE("of all stretches the worst element is told, and every wrong one is counted") {
    std::vector<double> values(rows * width, 0.25);
    CHECK(judge_values(values).passed);
    values[3] = 2;
    values[500'500] = -7;
    values[999'999] = 5;
    const Comparison found = judge_values(values);
    CHECK_FALSE(found.passed);
    CHECK(found.wrong == 3);
    CHECK(found.location == "500500");
    CHECK(found.error == Approx(7));

    values[400'000] = std::numeric_limits<double>::quiet_NaN();
    const Comparison with_nan = judge_values(values);
    CHECK(with_nan.wrong == 4);
    CHECK(with_nan.location == "400000");
    CHECK(std::isnan(with_nan.error));
}
