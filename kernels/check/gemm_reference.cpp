// SPDX-License-Identifier: MIT
// CLBlast's product, checked by the host.
#include "kernels/check/gemm_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "kernels/check/comparison.hpp"
#include "kernels/check/compensated_sum.hpp"
#include "kernels/check/parallel_for.hpp"
#include "kernels/inputs/test_inputs.hpp"

namespace hone {
namespace {

// A rounding error per product and sum would be K units of sum |a||b| at worst. Signs are drawn
// evenly, so partial sums grow as the root of K, and so do their errors: half a unit of sum |a||b|
// whatever K is, in one long chain. This leaves room for the worst of many millions of elements,
// and for the reference's own errors.
constexpr double gemm_error_units = 16;
constexpr std::size_t sampled = 256;

template <class T>
struct Factors {
    const blas::Gemm& shape;
    const std::vector<T>& a;
    const std::vector<T>& b;

    T at_a(std::size_t row, std::size_t k) const {
        return shape.transpose_a ? a[k * shape.m + row] : a[row * shape.k + k];
    }
    T at_b(std::size_t k, std::size_t column) const {
        return shape.transpose_b ? b[column * shape.k + k] : b[k * shape.n + column];
    }

    double exact(std::size_t row, std::size_t column) const {
        CompensatedSum sum;
        for (std::size_t k = 0; k < shape.k; ++k) sum.add_product(at_a(row, k), at_b(k, column));
        return sum.value();
    }

    std::vector<double> exact() const {
        std::vector<double> all(shape.m * shape.n);
        parallel_for_rows(shape.m, shape.n * shape.k, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from * shape.n; i < to * shape.n; ++i)
                all[i] = exact(i / shape.n, i % shape.n);
        });
        return all;
    }

    // The sum of |a||b| of each element. Of many products it is, within a tenth, what the sums of
    // the row of A and of the column of B let expect, since the factors are drawn one by one: an
    // error bound has more room than that.
    std::vector<double> magnitudes() const {
        constexpr std::size_t many = 64;
        std::vector<double> all(shape.m * shape.n);
        const std::vector<double> columns = shape.k < many ? std::vector<double>{} : column_sums();
        parallel_for_rows(shape.m, shape.n * std::min(shape.k, many), [&](auto from, auto to) {
            for (std::size_t row = from; row < to; ++row) {
                const std::span<double> sums = std::span(all).subspan(row * shape.n, shape.n);
                if (shape.k < many)
                    add_magnitudes(row, sums);
                else
                    expect_magnitudes(row, columns, sums);
            }
        });
        return all;
    }

    std::vector<GemmReference::Sample> samples(std::uint64_t seed) const {
        const std::size_t bottom = shape.m - 1;
        const std::size_t right = shape.n - 1;
        std::vector<GemmReference::Sample> all{
            {0, 0, 0}, {0, right, 0}, {bottom, 0, 0}, {bottom, right, 0}};
        const TestInputs inputs(seed);
        for (std::size_t i = 0; i < sampled; ++i) {
            all.push_back({inputs.bits(2 * i) % shape.m, inputs.bits(2 * i + 1) % shape.n, 0});
        }
        for (GemmReference::Sample& each : all) each.value = exact(each.row, each.column);
        return all;
    }

  private:
    std::vector<double> column_sums() const {
        std::vector<double> sums(shape.n);
        for (std::size_t k = 0; k < shape.k; ++k)
            for (std::size_t column = 0; column < shape.n; ++column)
                sums[column] += std::fabs(at_b(k, column));
        return sums;
    }

    void add_magnitudes(std::size_t row, std::span<double> sums) const {
        for (std::size_t k = 0; k < shape.k; ++k) {
            const double factor = std::fabs(at_a(row, k));
            for (std::size_t column = 0; column < shape.n; ++column)
                sums[column] += factor * std::fabs(at_b(k, column));
        }
    }

    void expect_magnitudes(std::size_t row, const std::vector<double>& columns,
                           std::span<double> sums) const {
        double mean = 0;  // of the row's factors
        for (std::size_t k = 0; k < shape.k; ++k) mean += std::fabs(at_a(row, k));
        mean /= static_cast<double>(shape.k);
        for (std::size_t column = 0; column < shape.n; ++column)
            sums[column] = mean * columns[column];
    }
};

template <class T>
std::vector<double> widened(const std::vector<T>& values) {
    return {values.begin(), values.end()};
}

// What CLBlast computes, unless it has a fault by now; nothing, and why, where it refuses or fails.
template <class T>
std::optional<std::vector<T>> ask_clblast(const blas::Gemm& shape, const std::vector<T>& a,
                                          const std::vector<T>& b, const cl::CommandQueue& queue,
                                          std::string& fault) {
    if (!fault.empty()) return {};
    try {
        auto product = blas::gemm(shape, a, b, queue);
        if (!product) fault = "CLBlast rejects this problem";
        return product;
    } catch (const cl::Error& error) {
        fault = blas::failure_text(error);
        return {};
    }
}

// What CLBlast got wrong, as the host sees it.
Comparison against_samples(const GemmReference& product, std::size_t columns, double error) {
    Comparison comparison;
    comparison.against = "the host";
    for (const GemmReference::Sample& sample : product.samples) {
        const std::size_t index = sample.row * columns + sample.column;
        comparison.add_element(product.values[index], sample.value,
                               error * product.magnitudes[index],
                               [&] { return fmt::format("AB[{},{}]", sample.row, sample.column); });
    }
    return comparison;
}

}  // namespace

double gemm_error_bound(std::size_t length, double unit) {
    return std::min(static_cast<double>(length) + 3, gemm_error_units) * unit;
}

template <class T>
GemmReference gemm_reference(const blas::Gemm& shape, const std::vector<T>& a,
                             const std::vector<T>& b, std::uint64_t seed,
                             const cl::CommandQueue& queue, std::string known_fault) {
    const Factors<T> factors{shape, a, b};
    GemmReference product;
    product.fault = std::move(known_fault);
    product.samples = factors.samples(seed);
    product.magnitudes = factors.magnitudes();
    if (const auto values = ask_clblast(shape, a, b, queue, product.fault)) {
        product.values = widened(*values);
        product.computed_by = "CLBlast";
        const double unit = static_cast<double>(std::numeric_limits<T>::epsilon()) / 2;
        const auto found = against_samples(product, shape.n, gemm_error_bound(shape.k, unit));
        if (found.passed) return product;
        product.fault = fmt::format("CLBlast computes a wrong result: {}", found.text());
    }
    product.values = factors.exact();
    product.computed_by = "the host";
    return product;
}

template GemmReference gemm_reference(const blas::Gemm&, const std::vector<float>&,
                                      const std::vector<float>&, std::uint64_t,
                                      const cl::CommandQueue&, std::string);
template GemmReference gemm_reference(const blas::Gemm&, const std::vector<double>&,
                                      const std::vector<double>&, std::uint64_t,
                                      const cl::CommandQueue&, std::string);

}  // namespace hone
