// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C: its matrices, with gaps between rows where asked for, and
// the check of every element of C against CLBlast and of a sample against the host.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/launch/clblast.hpp"
#include "kernels/workload/gemm_reference.hpp"
#include "kernels/workload/parallel_for.hpp"
#include "kernels/workload/routines.hpp"
#include "kernels/workload/test_inputs.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

constexpr double least_half = 0x1p-25;  // half of the smallest number that half can hold
constexpr std::byte gap{0xff};          // between rows, and NaN

struct Matrix {
    std::size_t rows, columns, stride;

    std::size_t count() const { return (rows - 1) * stride + columns; }
    std::size_t at(std::size_t row, std::size_t column) const { return row * stride + column; }
};

// What C must be: by whom, element by element and, of some elements' products, exactly.
struct Reference {
    std::string computed_by;
    std::vector<double> expected, bound;
    std::vector<GemmReference::Sample> samples;
};

Bytes random_matrix(const Matrix& matrix, const Element& element, const TestInputs& inputs) {
    Bytes content(matrix.count() * element.bytes, gap);
    parallel_for_rows(matrix.rows, matrix.columns, [&](std::size_t from, std::size_t to) {
        for (std::size_t row = from; row < to; ++row) {
            for (std::size_t column = 0; column < matrix.columns; ++column) {
                const std::size_t index = matrix.at(row, column);
                element.put(inputs.either_sign(index), content, index);
            }
        }
    });
    return content;
}

class GemmWorkload final : public Workload {
  public:
    GemmWorkload(const Space& space, const Problem& problem, const WorkloadContext& context)
        : Workload(space, problem, context),
          element_(element_of(stored_type(problem.precision))),
          computed_(element_of(computed_type(problem.precision))),
          factor_(element_of(factor_type(problem.precision))),
          m_(size("M")),
          n_(size("N")),
          k_(size("K")),
          transpose_a_(extent("TA") != 0),
          transpose_b_(extent("TB") != 0),
          alpha_(scale("alpha")),
          beta_(scale("beta")),
          a_(stored("lda", transpose_a_ ? k_ : m_, transpose_a_ ? m_ : k_)),
          b_(stored("ldb", transpose_b_ ? n_ : k_, transpose_b_ ? k_ : n_)),
          c_(stored("ldc", m_, n_)) {
        define("TA", transpose_a_ ? "1" : "0");
        define("TB", transpose_b_ ? "1" : "0");
        add_factors();
        add_matrices();
    }

    void make_reference() override {
        if (!reference_.expected.empty()) return;
        GemmReference product = computed_.bytes == sizeof(double) ? compute_reference<double>()
                                                                  : compute_reference<float>();
        if (!product.fault.empty()) set_reference_fault(product.fault);
        reference_.computed_by = product.computed_by;
        reference_.samples = std::move(product.samples);
        reference_.expected = std::move(product.values);
        reference_.bound = std::move(product.magnitudes);
        const double error = error_of_sum();
        parallel_for_rows(m_, n_, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from * n_; i < to * n_; ++i) {
                double& expected = reference_.expected[i];
                double& bound = reference_.bound[i];
                expected = with_factors(expected, i / n_, i % n_);
                bound = bound_of(expected, error * bound);
            }
        });
    }

    std::vector<double> reference_times(int repeats) const override {
        const cl::Buffer c(context().context, CL_MEM_READ_WRITE, c_.count() * element_.bytes);
        return blas::times(repeats, context().queue, [&] {
            return blas::enqueue_gemm(shape(a_.stride, b_.stride, c_.stride), element_.type,
                                      device_buffer("A"), device_buffer("B"), c, context().queue);
        });
    }

  private:
    Comparison compare_outputs(const std::vector<Bytes>& outputs) override {
        make_reference();
        const Bytes& c = outputs.front();
        Comparison comparison = compare_rows(m_, n_, [&](std::size_t from, std::size_t to) {
            Comparison found;
            found.against = reference_.computed_by;
            for (std::size_t i = from * n_; i < to * n_; ++i) {
                compare_element(i / n_, i % n_, reference_.expected[i], c, found);
            }
            return found;
        });
        if (!comparison.passed) return comparison;
        comparison.against = "the host";
        for (const auto& [row, column, value] : reference_.samples) {
            compare_element(row, column, with_factors(value, row, column), c, comparison);
        }
        return comparison.passed ? check_gaps(c) : comparison;
    }

    void compare_element(std::size_t row, std::size_t column, double expected, const Bytes& c,
                         Comparison& comparison) const {
        comparison.add_element(element_.at(c, c_.at(row, column)), expected,
                               reference_.bound[row * n_ + column],
                               [&] { return element_name(row, column); });
    }

    Comparison check_gaps(const Bytes& c) const {
        for (std::size_t row = 0; row + 1 < m_; ++row) {
            for (std::size_t column = n_; column < c_.stride; ++column) {
                const auto* from = c.data() + c_.at(row, column) * element_.bytes;
                if (!std::all_of(from, from + element_.bytes,
                                 [](std::byte byte) { return byte == gap; })) {
                    return failure(element_name(row, column), "overwritten between the rows");
                }
            }
        }
        return {};
    }

    template <class T>
    GemmReference compute_reference() const {
        return gemm_reference(tight(), dense<T>(a_, "A"), dense<T>(b_, "B"), context().seed + 3,
                              context().queue);
    }

    // Of alpha * A * B, as a share of its magnitude. Where factors are shorter than their sum, it
    // may be a matrix unit that adds them up and cuts off what its sum has no room for: errors of
    // one sign, which grow as partial sums do.
    double error_of_sum() const {
        const double cut = factor_.unit_roundoff == computed_.unit_roundoff
                               ? 0
                               : std::sqrt(static_cast<double>(k_)) * computed_.unit_roundoff;
        return (gemm_error_bound(k_, computed_.unit_roundoff) + cut) * std::fabs(alpha_);
    }

    // With the errors of beta * C, where |C| <= 1, and of rounding to what is stored.
    double bound_of(double expected, double product) const {
        const double sum = product + 4 * computed_.unit_roundoff * std::fabs(beta_);
        if (&element_ == &computed_) return sum;
        return sum + 2 * element_.unit_roundoff * std::fabs(expected) + least_half;
    }

    // Rows without gaps, in what is computed in.
    template <class T>
    std::vector<T> dense(const Matrix& matrix, std::string_view name) const {
        std::vector<T> values(matrix.rows * matrix.columns);
        const std::span<const std::byte> all = content(name);
        parallel_for_rows(matrix.rows, matrix.columns, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from * matrix.columns; i < to * matrix.columns; ++i) {
                const std::size_t index = matrix.at(i / matrix.columns, i % matrix.columns);
                values[i] = static_cast<T>(factor_.at(all, index));
            }
        });
        return values;
    }

    double with_factors(double product, std::size_t row, std::size_t column) const {
        const double before = beta_ == 0 ? 0 : element_.at(content("C"), c_.at(row, column));
        return alpha_ * product + beta_ * before;
    }

    void add_factors() {
        add_scalar("alpha", computed_.type, alpha_);
        add_scalar("beta", computed_.type, beta_);
        add_scalar("lda", "int", static_cast<double>(a_.stride));
        add_scalar("ldb", "int", static_cast<double>(b_.stride));
        add_scalar("ldc", "int", static_cast<double>(c_.stride));
    }

    void add_matrices() {
        const std::uint64_t seed = context().seed;
        add_input("A", factor_, random_matrix(a_, factor_, TestInputs(seed)));
        add_input("B", factor_, random_matrix(b_, factor_, TestInputs(seed + 1)));
        add_output("C", element_, c_.count(),
                   beta_ == 0 ? Bytes{} : random_matrix(c_, element_, TestInputs(seed + 2)));
    }

    std::size_t size(const std::string& name) const {
        const std::int64_t value = extent(name);
        if (value >= 1) return static_cast<std::size_t>(value);
        throw Error(Exit::usage, fmt::format("gemm needs {} to be 1 or more, not {}", name, value));
    }

    double scale(const std::string& name) const {
        const auto found = problem().arguments.find(name);
        const auto* number =
            found == problem().arguments.end() ? nullptr : std::get_if<Number>(&found->second);
        return number != nullptr && number->exists() ? number->real() : name == "alpha" ? 1 : 0;
    }

    // 0 stands for rows without gaps.
    Matrix stored(const std::string& name, std::size_t rows, std::size_t columns) const {
        const auto stride = static_cast<std::size_t>(extent(name));
        if (stride != 0 && stride < columns) {
            throw Error(Exit::usage, fmt::format("gemm needs {} to be 0 or at least {}, not {}",
                                                 name, columns, stride));
        }
        return {rows, columns, stride == 0 ? columns : stride};
    }

    blas::Gemm shape(std::size_t lda, std::size_t ldb, std::size_t ldc) const {
        return {m_, n_, k_, transpose_a_, transpose_b_, lda, ldb, ldc};
    }
    blas::Gemm tight() const { return shape(a_.columns, b_.columns, n_); }
    static std::string element_name(std::size_t row, std::size_t column) {
        return fmt::format("C[{},{}]", row, column);
    }

    const Element &element_, &computed_, &factor_;  // of C, of sums, of A and B
    std::size_t m_, n_, k_;
    bool transpose_a_, transpose_b_;
    double alpha_, beta_;
    Matrix a_, b_, c_;  // as stored
    Reference reference_;
};

}  // namespace

std::unique_ptr<Workload> make_gemm(const Space& space, const Problem& problem,
                                    const WorkloadContext& context) {
    return std::make_unique<GemmWorkload>(space, problem, context);
}

namespace {

struct Shape {
    std::int64_t m = 0, n = 0, k = 0;
    bool gaps = false;  // between the rows, which then begin at multiples of 16 elements
    Number alpha, beta;
};

const std::array<Shape, 6> ragged_shapes{{{1, 1, 1, false, 1, 0},
                                          {127, 129, 131, false, 1, 0},
                                          {257, 63, 33, true, Number::fraction(3, 2), -2},
                                          {65, 255, 17, true, 1, 0},
                                          {1, 509, 2, false, 1, 1},
                                          {509, 1, 255, true, Number::fraction(-1, 2), 0}}};

bool is_set(const Problem& problem, const std::string& flag) {
    return problem.arguments.at(flag) != Value(Number(0));
}

Number stride(const Shape& shape, std::int64_t columns) {
    return shape.gaps ? Number(columns / 16 * 16 + 16) : Number(0);
}

Problem with_shape(Problem problem, const Shape& shape) {
    const bool ta = is_set(problem, "TA");
    const bool tb = is_set(problem, "TB");
    Names& arguments = problem.arguments;
    arguments["M"] = Number(shape.m);
    arguments["N"] = Number(shape.n);
    arguments["K"] = Number(shape.k);
    arguments["lda"] = stride(shape, ta ? shape.m : shape.k);
    arguments["ldb"] = stride(shape, tb ? shape.k : shape.n);
    arguments["ldc"] = stride(shape, shape.n);
    arguments["alpha"] = shape.alpha;
    arguments["beta"] = shape.beta;
    return problem;
}

}  // namespace

std::vector<Problem> ragged_gemm(const Problem& problem) {
    std::vector<Problem> problems;
    for (const Shape& shape : ragged_shapes) problems.push_back(with_shape(problem, shape));
    return problems;
}

}  // namespace hone
