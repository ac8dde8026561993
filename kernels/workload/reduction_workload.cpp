// SPDX-License-Identifier: MIT
// The sum, dot product, sum of magnitudes or maximum of n numbers. The result is one number, so the
// host computes it exactly. Where CLBlast has the operation, its result must be the same: its time is
// used for comparison.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/check/compensated_sum.hpp"
#include "kernels/check/parallel_for.hpp"
#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/clblast.hpp"
#include "kernels/workload/reduction_inputs.hpp"
#include "kernels/workload/routines.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

// The worst case of one rounding error per addition is n units of sum |x|. With random signs
// partial sums and their errors grow as the root of n: half a unit of sum |x| in one long chain.
// Without signs partial sums grow as n, and their errors, which have either sign, as n times the
// root of n.
constexpr double sum_error_units = 16;
// The large numbers, as a multiple of the bound.
constexpr double weight = 8;
constexpr double mean = 0.625;  // of |x| as drawn

double factor(std::string_view operation, double n) {
    return std::min(n, operation == "asum" ? sum_error_units + std::sqrt(n) : sum_error_units);
}

struct Operation {
    std::string_view name;
    double (*term)(double x, double y);
};

constexpr std::array<Operation, 4> operations{
    {{"sum", [](double x, double) { return x; }},
     {"dot", [](double x, double y) { return x * y; }},
     {"asum", [](double x, double) { return std::fabs(x); }},
     {"max", [](double x, double) { return x; }}}};

const Operation& operation_of(const Problem& problem) {
    const auto found = problem.arguments.find("operation");
    const auto* word =
        found == problem.arguments.end() ? nullptr : std::get_if<std::string>(&found->second);
    for (const Operation& each : operations) {
        if (word != nullptr && each.name == *word) return each;
    }
    throw Error(Exit::usage, "a reduction needs an operation: sum, dot, asum or max");
}

class ReductionWorkload final : public Workload {
  public:
    ReductionWorkload(const Space& space, const Problem& problem, const WorkloadContext& context)
        : Workload(space, problem, context),
          element_(element_of(stored_type(problem.precision))),
          operation_(operation_of(problem)),
          n_(static_cast<std::size_t>(std::max<std::int64_t>(extent("n"), 0))),
          large_(of_largest()),
          factors_(range(), {.sum = growth(), .factor = growth_of_largest()}, drawn()),
          terms_(range(), growth(), drawn()) {
        if (n_ == 0) throw Error(Exit::usage, "a reduction needs n to be 1 or more");
        add_input("x", element_, make_x());
        if (operation_.name == "dot") {
            add_input("y", element_, make_y());
        } else {
            add_alias("y", "x");
        }
        add_output("result", element_, 1);
    }

    void make_reference() override {
        if (computed_) return;
        compute();
        ask_reference();
        computed_ = true;
    }

    std::string checked_with() const override { return clblast_agrees_ ? "clblast+host" : "host"; }

    std::vector<double> reference_times(int repeats, double /*longest*/) override {
        const cl::Buffer result(context().context, CL_MEM_READ_WRITE, sizeof(double));
        return blas::times(repeats, context().queue, context().host_timer,
                           [&, turn = std::size_t{0}]() mutable {
                               return enqueue_reference(result, turn++ % context().sets);
                           });
    }

  private:
    // The factor of the large numbers.
    double of_largest() const {
        const double n = static_cast<double>(n_);
        const double bound = factor(operation_.name, n) * element_.unit_roundoff * mean * n;
        return std::max(1.0, weight * bound);
    }
    ExponentRange range() const { return range_of(problem().precision, context().spread); }
    int growth_of_largest() const { return std::ilogb(large_) + 1; }
    int growth() const { return static_cast<int>(std::bit_width(n_)) + growth_of_largest() + 1; }
    // Each length has its own exponents.
    std::uint64_t drawn() const { return TestInputs(context().seed).bits(n_); }

    Bytes make_x() const {
        const std::uint64_t seed = context().seed;
        if (operation_.name == "max") return inputs_for_max(element_, n_, seed, terms_);
        if (element_.is_integer()) return integer_inputs(element_, n_, seed);
        if (operation_.name != "dot")
            return real_inputs(element_, n_, seed, large_,
                               [&](std::size_t i) { return terms_.all() - terms_.less(i); });
        return real_inputs(element_, n_, seed, large_,
                           [&](std::size_t i) { return factors_.row(0) + factors_.inner(i); });
    }

    Bytes make_y() const {
        const std::uint64_t seed = context().seed + 1;
        return element_.is_integer() ? integer_inputs(element_, n_, seed)
                                     : real_inputs(element_, n_, seed, 1, [&](std::size_t i) {
                                           return factors_.column(0) - factors_.inner(i);
                                       });
    }

    Comparison compare_outputs(const std::vector<Bytes>& outputs, std::size_t /*set*/) override {
        make_reference();
        return compare(element_.at(outputs.front(), 0), "the host");
    }

    Comparison compare(double got, std::string by) const {
        Comparison comparison;
        comparison.reference = std::move(by);
        comparison.add_element(got, expected_, bound_, [] { return std::string("result[0]"); });
        return comparison;
    }

    void compute() {
        if (operation_.name == "max") {
            compute_max();
        } else if (element_.is_integer()) {
            compute_whole();
        } else {
            compute_real();
        }
    }

    double x(std::size_t index) const { return element_.at(content("x"), index); }

    void compute_max() {
        const auto all = content("x");
        expected_ = element_.at(all, 0);
        for (std::size_t i = 1; i < n_; ++i) expected_ = std::max(expected_, element_.at(all, i));
    }

    // Modulo 2^32, as OpenCL C defines for unsigned integers.
    void compute_whole() {
        const auto all_x = content("x");
        const auto all_y = content(operation_.name == "dot" ? "y" : "x");
        std::uint32_t sum = 0;
        for (std::size_t i = 0; i < n_; ++i) {
            const auto x = static_cast<std::int64_t>(element_.at(all_x, i));
            const auto y = static_cast<std::int64_t>(element_.at(all_y, i));
            const std::int64_t term = operation_.name == "dot"    ? x * y
                                      : operation_.name == "asum" ? std::abs(x)
                                                                  : x;
            sum += static_cast<std::uint32_t>(term);
        }
        expected_ = static_cast<std::int32_t>(sum);
    }

    void compute_real() {
        std::vector<Sums> parts(parallel_chunks(n_, 1));
        parallel_for(parts.size(), n_, [&](std::size_t i, std::size_t from, std::size_t to) {
            parts[i] = sums_of(from, to);
        });
        Sums all;
        for (const Sums& part : parts) {
            all.sum.add(part.sum);
            all.magnitudes += part.magnitudes;
        }
        expected_ = all.sum.value();
        bound_ = (factor(operation_.name, static_cast<double>(n_)) + 1) * element_.unit_roundoff *
                 all.magnitudes;
    }

    struct Sums {
        CompensatedSum sum;
        double magnitudes = 0;
    };

    Sums sums_of(std::size_t from, std::size_t to) const {
        const bool products = operation_.name == "dot";
        const auto all_x = content("x");
        const auto all_y = content(products ? "y" : "x");
        Sums sums;
        for (std::size_t i = from; i < to; ++i) {
            const double x = element_.at(all_x, i);
            const double y = element_.at(all_y, i);
            const double term = operation_.term(x, y);
            if (products)
                sums.sum.add_product(x, y);
            else
                sums.sum.add(term);
            sums.magnitudes += std::fabs(term);
        }
        return sums;
    }

    bool clblast_knows_type() const {
        return element_.type == "float" || element_.type == "double";
    }

    // CLBlast passes n to its kernels as an int.
    bool is_cut() const { return n_ > std::numeric_limits<std::int32_t>::max(); }

    bool enqueue_reference(const cl::Buffer& result, std::size_t set = 0) const {
        const cl::Buffer& y = device_buffer(operation_.name == "dot" ? "y" : "x", set);
        return blas::enqueue_reduction(operation_.name, element_.type, n_, device_buffer("x", set),
                                       y, result, context().queue);
    }

    void ask_reference() {
        if (!reference_fault().empty() || !clblast_knows_type()) return;
        if (is_cut()) return set_reference_fault("CLBlast is wrong here (n is cut to 32 bits)");
        try {
            compare_reference();
        } catch (const cl::Error& error) {
            set_reference_fault(blas::failure_text(error));
        }
    }

    void compare_reference() {
        const cl::Buffer result(context().context, CL_MEM_READ_WRITE, sizeof(double));
        if (!enqueue_reference(result)) return set_reference_fault("CLBlast rejects this problem");
        Bytes bytes(sizeof(double));
        context().queue.enqueueReadBuffer(result, CL_TRUE, 0, bytes.size(), bytes.data());
        const Comparison comparison = compare(reference_result(bytes), "the host");
        clblast_agrees_ = comparison.passed;
        if (!clblast_agrees_) {
            set_reference_fault(
                fmt::format("CLBlast computes a wrong result: {}", comparison.text()));
        }
    }

    // CLBlast's maximum is the index of the largest number.
    double reference_result(const Bytes& bytes) const {
        if (operation_.name != "max") return element_.at(bytes, 0);
        std::uint32_t index = 0;
        std::memcpy(&index, bytes.data(), sizeof index);
        return index < n_ ? x(index) : std::numeric_limits<double>::quiet_NaN();
    }

    const Element& element_;
    const Operation& operation_;
    std::size_t n_;
    double large_;
    ProductExponents factors_;
    VectorExponents terms_;
    bool computed_ = false;
    bool clblast_agrees_ = false;
    double expected_ = 0;
    double bound_ = 0;
};

}  // namespace

std::unique_ptr<Workload> make_reduction(const Space& space, const Problem& problem,
                                         const WorkloadContext& context) {
    return std::make_unique<ReductionWorkload>(space, problem, context);
}

}  // namespace hone
