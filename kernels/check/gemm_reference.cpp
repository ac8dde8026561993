// SPDX-License-Identifier: MIT
// CLBlast's product, verified by samples on the host.
#include "kernels/check/gemm_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "kernels/check/comparison.hpp"
#include "kernels/check/compensated_sum.hpp"
#include "kernels/check/parallel_for.hpp"

namespace hone {
namespace {

// The worst case of one rounding error per product and sum is K units of sum |a||b|. Signs are
// random, so partial sums and their errors grow as the root of K: half a unit of sum |a||b| in one
// long chain, for any K. The constant leaves room for the worst of many millions of elements, and
// for the reference's own errors.
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

    // The sum of |a||b| of each element. For large K it is estimated from the row sums of A and the
    // column sums of B: the factors are independent, so the estimate is within 10 %. The error
    // bound has more slack than that.
    std::vector<double> magnitudes() const {
        constexpr std::size_t many = 64;
        return shape.k < many ? added_magnitudes() : expected_magnitudes();
    }

    std::vector<ProductSample> samples(std::uint64_t seed) const {
        auto all = sampled_elements(shape.m, shape.n, sampled, seed);
        for (ProductSample& each : all) each.value = exact(each.row, each.column);
        return all;
    }

  private:
    std::vector<double> added_magnitudes() const {
        std::vector<double> all(shape.m * shape.n);
        parallel_for_rows(shape.m, shape.n * shape.k, [&](std::size_t from, std::size_t to) {
            for (std::size_t row = from; row < to; ++row)
                for (std::size_t k = 0; k < shape.k; ++k) {
                    const double factor = std::fabs(at_a(row, k));
                    for (std::size_t column = 0; column < shape.n; ++column)
                        all[row * shape.n + column] += factor * std::fabs(at_b(k, column));
                }
        });
        return all;
    }

    std::vector<double> expected_magnitudes() const {
        const std::vector<double> rows =
            shape.transpose_a ? column_sums(a, shape.m) : row_sums(a, shape.k);
        const std::vector<double> columns =
            shape.transpose_b ? row_sums(b, shape.k) : column_sums(b, shape.n);
        std::vector<double> all(shape.m * shape.n);
        parallel_for_rows(shape.m, shape.n, [&](std::size_t from, std::size_t to) {
            for (std::size_t row = from; row < to; ++row) {
                const double mean = rows[row] / static_cast<double>(shape.k);
                for (std::size_t column = 0; column < shape.n; ++column)
                    all[row * shape.n + column] = mean * columns[column];
            }
        });
        return all;
    }

    // The sums of magnitudes of each row of a stored matrix.
    static std::vector<double> row_sums(const std::vector<T>& matrix, std::size_t columns) {
        std::vector<double> sums(matrix.size() / columns);
        parallel_for_rows(sums.size(), columns, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from * columns; i < to * columns; ++i)
                sums[i / columns] += std::fabs(matrix[i]);
        });
        return sums;
    }

    static std::vector<double> column_sums(const std::vector<T>& matrix, std::size_t columns) {
        std::vector<double> sums(columns);
        parallel_for_rows(columns, matrix.size() / columns, [&](std::size_t from, std::size_t to) {
            for (std::size_t row = 0; row < matrix.size(); row += columns)
                for (std::size_t column = from; column < to; ++column)
                    sums[column] += std::fabs(matrix[row + column]);
        });
        return sums;
    }
};

template <class T>
std::vector<double> widened(const std::vector<T>& values) {
    return {values.begin(), values.end()};
}

// CLBlast's product. Without one, `fault` says why: a known fault, a rejected problem or an OpenCL
// error.
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

// Compares CLBlast's product with the host's samples.
Comparison against_samples(const GemmReference& product, std::size_t columns, double error) {
    Comparison comparison;
    comparison.reference = "the host";
    for (const ProductSample& sample : product.samples) {
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
                             const cl::CommandQueue& queue, std::string known_fault,
                             ReferenceBackend backend) {
    const Factors<T> factors{shape, a, b};
    GemmReference product;
    product.fault = std::move(known_fault);
    product.samples = factors.samples(seed);
    product.magnitudes = factors.magnitudes();
    std::optional<std::vector<T>> values;
    if (backend == ReferenceBackend::clblast)
        values = ask_clblast(shape, a, b, queue, product.fault);
    if (values) {
        product.values = widened(*values);
        product.computed_by = clblast_name;
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
                                      const cl::CommandQueue&, std::string, ReferenceBackend);
template GemmReference gemm_reference(const blas::Gemm&, const std::vector<double>&,
                                      const std::vector<double>&, std::uint64_t,
                                      const cl::CommandQueue&, std::string, ReferenceBackend);

}  // namespace hone
