// SPDX-License-Identifier: MIT
// C = alpha * op(A) * op(B) + beta * C: the matrices, optionally with gaps between rows. Every
// element of C is checked against CLBlast, and a sample against the host. The host alone checks
// large products, by samples, and products that CLBlast does not compute or computes wrong.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "kernels/check/gemm_reference.hpp"
#include "kernels/check/parallel_for.hpp"
#include "kernels/check/product_bound.hpp"
#include "kernels/check/sampled_product.hpp"
#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/clblast.hpp"
#include "kernels/workload/clblast_product.hpp"
#include "kernels/workload/random_matrix.hpp"
#include "kernels/workload/routines.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

// The sum of K products, times alpha, plus beta * C.
int bits_of_growth(std::size_t k) {
    return static_cast<int>(std::bit_width(k)) + 3;
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
          a_(stored_shape("lda", transpose_a_ ? k_ : m_, transpose_a_ ? m_ : k_)),
          b_(stored_shape("ldb", transpose_b_ ? n_ : k_, transpose_b_ ? k_ : n_)),
          c_(stored_shape("ldc", m_, n_)),
          bound_(k_, alpha_, beta_, {factor_, computed_, element_}),
          exponents_(range_of(problem.precision, context.spread), {.sum = bits_of_growth(k_)},
                     context.seed) {
        add_factors();
        add_matrices();
    }

    void make_reference() override {
        if (reference_ || sampled_) return;
        if (is_sampled()) return sample_reference();
        const auto compute = [this] {
            return computed_.bytes == sizeof(double) ? reference_in<double>()
                                                     : reference_in<float>();
        };
        reference_ = context().products != nullptr
                         ? context().products->of(reference_key(), compute)
                         : std::make_shared<const ProductReference>(compute());
        set_reference_fault(reference_->fault);
    }

    bool needs_clblast() const override { return !is_sampled() || !takes_seconds(); }

    std::string checked_with() const override {
        return reference_ && reference_->computed_by == clblast_name ? "clblast+host" : "host";
    }

    std::vector<double> reference_times(int repeats, double longest) override {
        if (sampled_ && takes_seconds()) {
            if (longest < context().slow_reference_seconds) {
                set_reference_skipped("the time limit is too short to compile and run it");
                return {};
            }
            if (const double seconds = expected_reference_time(longest); seconds > longest) {
                set_reference_skipped(fmt::format("it would take about {:.2g} s", seconds));
                return {};
            }
            ask_clblast();
            if (!reference_fault().empty()) return {};
        }
        return clblast().times(repeats, context().host_timer);
    }

  private:
    Comparison compare_outputs(const std::vector<Bytes>& outputs, std::size_t set) override {
        make_reference();
        const Bytes& c = outputs.front();
        if (sampled_) {
            Comparison found = compare_sampled(c, c_, {alpha_, beta_, {}, {}});
            if (found.passed) found.merge(check_gaps(c));
            return found;
        }
        Comparison comparison = is_right_on_device(set)
                                    ? compare_drawn_rows(c)
                                    : compare_rows(m_, n_, [&](std::size_t from, std::size_t to) {
                                          return compare_elements(from, to, c);
                                      });
        if (!comparison.passed) return comparison;
        comparison.reference = "the host";
        for (const ProductSample& each : reference_->samples) {
            const double expected = with_factors(each.value, each.row, each.column);
            compare_element(each.row, each.column, expected, c, comparison);
        }
        if (comparison.passed) comparison.merge(check_gaps(c));
        return comparison;
    }

    // Otherwise the host finds the wrong elements. For small products the host is as fast.
    bool is_right_on_device(std::size_t set) {
        constexpr std::size_t large = std::size_t{1} << 16U;
        if (m_ * n_ < large || !reference_->there.exists()) return false;
        if (!on_device_) on_device_.emplace(context().queue, element_);
        return on_device_->works() &&
               on_device_->all_right(device_buffer("C", set), c_, reference_->there);
    }

    // The host does not rely on the device alone: each check compares other random rows.
    Comparison compare_drawn_rows(const Bytes& c) {
        constexpr std::size_t drawn = 16;
        const TestInputs random(context().seed + 4 + ++drawn_);
        Comparison all;
        for (std::size_t i = 0; i < drawn; ++i) {
            const std::size_t row = random.bits(i) % m_;
            all.merge(compare_elements(row, row + 1, c));
        }
        return all;
    }

    // Compares the rows [from, to).
    Comparison compare_elements(std::size_t from, std::size_t to, const Bytes& c) const {
        Comparison found;
        found.reference = reference_->computed_by;
        for (std::size_t row = from; row < to; ++row)
            for (std::size_t column = 0; column < n_; ++column)
                compare_element(row, column, reference_->expected[row * n_ + column], c, found);
        return found;
    }

    void compare_element(std::size_t row, std::size_t column, double expected, const Bytes& c,
                         Comparison& comparison) const {
        comparison.add_element(element_.at(c, c_.at(row, column)), expected,
                               reference_->bound[row * n_ + column],
                               [&] { return element_name(row, column); });
    }

    Comparison check_gaps(const Bytes& c) const {
        for (std::size_t row = 0; row + 1 < m_; ++row) {
            for (std::size_t column = n_; column < c_.stride; ++column) {
                if (!buffers().untouched("C", c, c_.at(row, column) * element_.bytes,
                                         element_.bytes)) {
                    return failure(element_name(row, column), "overwritten between the rows");
                }
            }
        }
        return {};
    }

    // True for large results, if the inputs have no exponents.
    bool is_sampled() const {
        return (m_ * n_ > context().compared_elements || takes_seconds()) &&
               context().spread == Spread::none;
    }

    // CLBlast would take seconds for this product.
    bool takes_seconds() const {
        const double products =
            static_cast<double>(m_) * static_cast<double>(n_) * static_cast<double>(k_);
        return !context().has_own_memory && products > context().quick_products;
    }

    ClblastProduct clblast() const {
        std::vector<ClblastProduct::Factors> factors;
        for (std::size_t set = 0; set < context().sets; ++set)
            factors.push_back({device_buffer("A", set), device_buffer("B", set)});
        return {shape(a_.stride, b_.stride, c_.stride), element_, std::move(factors),
                context().queue};
    }

    double expected_reference_time(double longest) {
        try {
            return clblast().expected_time(longest);
        } catch (const cl::Error& error) {
            set_reference_fault(blas::failure_text(error));
            return 0;
        }
    }

    void sample_reference() {
        const auto all_a = content("A");
        const auto all_b = content("B");
        sampled_.emplace(
            SampledProduct::Shape{m_, n_, k_},
            [&](std::size_t row, std::size_t k) {
                return factor_.at(all_a, transpose_a_ ? a_.at(k, row) : a_.at(row, k));
            },
            [&](std::size_t k, std::size_t column) {
                return factor_.at(all_b, transpose_b_ ? b_.at(column, k) : b_.at(k, column));
            },
            context().seed + 3);
        if (!takes_seconds()) ask_clblast();
    }

    // CLBlast's result is verified if it computes one, because its time is used for comparison.
    void ask_clblast() {
        if (!reference_fault().empty()) return;
        try {
            const auto result = clblast().result();
            if (!result) return;
            const Comparison found = compare_sampled(*result, {m_, n_, n_}, {});
            if (found.passed) return;
            set_reference_fault("CLBlast computes a wrong result: " + found.text());
        } catch (const cl::Error& error) {
            set_reference_fault(blas::failure_text(error));
        }
    }

    Comparison compare_sampled(const Bytes& c, const MatrixShape& stored,
                               LinearCombination combination) const {
        const auto before = combination.beta == 0 ? std::span<const std::byte>{} : content("C");
        combination.before = [this, before](std::size_t row, std::size_t column) {
            return element_.at(before, c_.at(row, column));
        };
        combination.bound = [this](double expected, double magnitude) {
            return bound_.of(expected, magnitude, 0);
        };
        return sampled_->compare(
            [&](std::size_t row, std::size_t column) {
                return element_.at(c, stored.at(row, column));
            },
            combination);
    }

    KeptReferences::Key reference_key() const {
        return {.problem = problem(),
                .seed = context().seed,
                .spread = context().spread,
                .device = context().device(),
                .known_fault = reference_fault()};
    }

    template <class T>
    ProductReference reference_in() const {
        GemmReference product = gemm_reference(
            tight(), dense<T>(a_, "A", [&](auto... at) { return exponent_a(at...); }),
            dense<T>(b_, "B", [&](auto... at) { return exponent_b(at...); }), context().seed + 3,
            context().queue, reference_fault(), context().reference_backend);
        ProductReference reference{.expected = std::move(product.values),
                                   .bound = std::move(product.magnitudes),
                                   .samples = std::move(product.samples),
                                   .computed_by = std::move(product.computed_by),
                                   .fault = std::move(product.fault)};
        apply_factors(reference);
        if (context().has_own_memory && computes_doubles())
            reference.there = put_on_device(context().queue, reference.expected, reference.bound);
        return reference;
    }

    // Converts the products without their powers of two to the expected C and its bounds.
    void apply_factors(ProductReference& reference) const {
        parallel_for_rows(m_, n_, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from * n_; i < to * n_; ++i) {
                double& expected = reference.expected[i];
                double& bound = reference.bound[i];
                const int exponent = exponent_c(i / n_, i % n_);
                expected = with_factors(expected, i / n_, i % n_);
                bound = bound_.of(expected, scaled(bound, exponent), exponent);
            }
        });
    }

    // Rows without gaps, in the computing type, and without their powers of two. The reference's
    // digits are the same, and it need not be right for all exponents.
    template <class T>
    std::vector<T> dense(const MatrixShape& matrix, std::string_view name,
                         const auto& exponent) const {
        std::vector<T> values(matrix.rows * matrix.columns);
        const std::span<const std::byte> all = content(name);
        parallel_for_rows(matrix.rows, matrix.columns, [&](std::size_t from, std::size_t to) {
            for (std::size_t i = from * matrix.columns; i < to * matrix.columns; ++i) {
                const std::size_t row = i / matrix.columns;
                const std::size_t column = i % matrix.columns;
                const double number = factor_.at(all, matrix.at(row, column));
                values[i] = static_cast<T>(scaled(number, -exponent(row, column)));
            }
        });
        return values;
    }

    double with_factors(double product, std::size_t row, std::size_t column) const {
        const double before = beta_ == 0 ? 0 : element_.at(content("C"), c_.at(row, column));
        return alpha_ * scaled(product, exponent_c(row, column)) + beta_ * before;
    }

    int exponent_a(std::size_t row, std::size_t column) const {
        if (transpose_a_) std::swap(row, column);
        return exponents_.row(row) + exponents_.inner(column);
    }
    int exponent_b(std::size_t row, std::size_t column) const {
        if (transpose_b_) std::swap(row, column);
        return exponents_.column(column) - exponents_.inner(row);
    }
    int exponent_c(std::size_t row, std::size_t column) const {
        return exponents_.row(row) + exponents_.column(column);
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
        const auto of_a = [&](auto... at) { return exponent_a(at...); };
        const auto of_b = [&](auto... at) { return exponent_b(at...); };
        const auto of_c = [&](auto... at) { return exponent_c(at...); };
        add_input("A", factor_, random_matrix(a_, factor_, TestInputs(seed), of_a));
        add_input("B", factor_, random_matrix(b_, factor_, TestInputs(seed + 1), of_b));
        add_output("C", element_, c_.count(),
                   beta_ == 0 ? Bytes{} : random_matrix(c_, element_, TestInputs(seed + 2), of_c));
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

    // 0 means rows without gaps.
    MatrixShape stored_shape(const std::string& name, std::size_t rows, std::size_t columns) const {
        const std::int64_t stride = extent(name);
        if (stride != 0 && stride < static_cast<std::int64_t>(columns)) {
            throw Error(Exit::usage, fmt::format("gemm needs {} to be 0 or at least {}, not {}",
                                                 name, columns, stride));
        }
        return {rows, columns, stride == 0 ? columns : static_cast<std::size_t>(stride)};
    }

    blas::Gemm shape(std::size_t lda, std::size_t ldb, std::size_t ldc) const {
        return {m_, n_, k_, transpose_a_, transpose_b_, lda, ldb, ldc};
    }
    blas::Gemm tight() const { return shape(a_.columns, b_.columns, n_); }
    static std::string element_name(std::size_t row, std::size_t column) {
        return fmt::format("C[{},{}]", row, column);
    }

    const Element &element_, &computed_, &factor_;  // of C; of sums; of A and B
    std::size_t m_, n_, k_;
    bool transpose_a_, transpose_b_;
    double alpha_, beta_;
    MatrixShape a_, b_, c_;  // as stored
    ProductBound bound_;
    ProductExponents exponents_;
    std::shared_ptr<const ProductReference> reference_;
    std::optional<DeviceComparison> on_device_;
    std::uint64_t drawn_ = 0;                // the number of checks by random rows
    std::optional<SampledProduct> sampled_;  // replaces the reference if C is large
};

}  // namespace

std::unique_ptr<Workload> make_gemm(const Space& space, const Problem& problem,
                                    const WorkloadContext& context) {
    return std::make_unique<GemmWorkload>(space, problem, context);
}

}  // namespace hone
