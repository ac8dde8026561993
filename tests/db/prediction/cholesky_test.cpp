// SPDX-License-Identifier: MIT
// Sums of products, and linear systems solved by a Cholesky factor.
#include "db/prediction/cholesky.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <random>

#include "db/prediction/dot.hpp"

using namespace hone::prediction;

namespace {

std::vector<double> drawn(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> even(-1, 1);
    std::vector<double> values(count);
    for (double& value : values) value = even(random);
    return values;
}

/// A symmetric positive definite matrix: random rows times their transposes, plus a diagonal.
LowerTriangle covariances(std::size_t size) {
    LowerTriangle matrix(size);
    std::vector<std::vector<double>> rows;
    for (std::size_t i = 0; i < size; ++i) rows.push_back(drawn(size, static_cast<unsigned>(i)));
    for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j <= i; ++j)
            matrix.row(i)[j] =
                std::inner_product(rows[i].begin(), rows[i].end(), rows[j].begin(), 0.0);
        matrix.row(i)[i] += 0.1;
    }
    return matrix;
}

double at(const LowerTriangle& symmetric, std::size_t i, std::size_t j) {
    return i < j ? symmetric.row(j)[i] : symmetric.row(i)[j];
}

}  // namespace

TEST_CASE("a sum of products has all of them, however many there are") {
    for (std::size_t count = 0; count < 70; ++count) {
        const auto a = drawn(count, 1);
        const auto b = drawn(count, 2);
        CHECK(dot(a.data(), b.data(), count) ==
              Approx(std::inner_product(a.begin(), a.end(), b.begin(), 0.0)).margin(1e-12));
        const std::vector<float> narrow(a.begin(), a.end());
        const std::vector<double> widened(narrow.begin(), narrow.end());
        CHECK(dot(narrow.data(), b.data(), count) == dot(widened.data(), b.data(), count));
    }
}

TEST_CASE("a system of equations is solved by the factor of its matrix") {
    const std::size_t size = 50;
    const LowerTriangle matrix = covariances(size);
    const std::vector<double> b = drawn(size, 99);
    std::vector<double> x = b;
    const LowerTriangle factor = cholesky_factor(matrix);
    solve_lower(factor, x);
    solve_upper(factor, x);
    for (std::size_t i = 0; i < size; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < size; ++j) sum += at(matrix, i, j) * x[j];
        CHECK(sum == Approx(b[i]).margin(1e-9));
    }
}
