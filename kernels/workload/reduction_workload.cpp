// SPDX-License-Identifier: MIT
// The sum, dot product, sum of magnitudes or maximum of n numbers. There is but one result, so the
// host computes it exactly; CLBlast's is looked at as well, and is what times are compared with.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "kernels/launch/clblast.hpp"
#include "kernels/workload/compensated_sum.hpp"
#include "kernels/workload/parallel_for.hpp"
#include "kernels/workload/routines.hpp"
#include "kernels/workload/test_inputs.hpp"
#include "spaces/base/error.hpp"

namespace hone {
namespace {

// A rounding error per addition would be n units of sum |x| at worst. With even signs partial sums
// grow as the root of n, and so do their errors: half a unit of sum |x| in one long chain. Without
// signs they grow as n, and their errors, of either sign, as the root of n times that.
constexpr double sum_error_units = 16;
// In a sum of millions no single number would be missed, so some are made large enough to be: these
// many times the bound.
constexpr double weight = 8;
constexpr std::size_t weighty = 62;  // of them at random indices, and one at either end
constexpr double mean = 0.625;       // of |x| as drawn
constexpr double int_range = 0x1p31;

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

// Below zero all of them, so that a maximum that starts from 0 shows; the largest is where the seed
// says: at either end or anywhere.
double value_for_max(const TestInputs& inputs, std::size_t index, std::size_t largest) {
    return index == largest ? -0.25 : -0.5 + -0.5 * inputs.unit(index);
}

std::size_t index_of_largest(const TestInputs& inputs, std::uint64_t seed, std::size_t n) {
    const std::array<std::size_t, 3> indices{n - 1, inputs.bits(n) % n, 0};
    return indices[seed % indices.size()];
}

Bytes fill_values(const Element& element, std::size_t n, const auto& number) {
    Bytes content(n * element.bytes);
    parallel_for_rows(n, 1, [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i) element.put(number(i), content, i);
    });
    return content;
}

Bytes inputs_for_max(const Element& element, std::size_t n, std::uint64_t seed) {
    const TestInputs inputs(seed);
    const double scale = element.is_integer() ? int_range : 1;
    const std::size_t largest = index_of_largest(inputs, seed, n);
    return fill_values(element, n, [&](std::size_t i) {
        return std::floor(value_for_max(inputs, i, largest) * scale * 4096) / 4096;
    });
}

Bytes integer_inputs(const Element& element, std::size_t n, std::uint64_t seed) {
    const TestInputs inputs(seed);
    return fill_values(element, n, [&](std::size_t i) {
        return std::floor(inputs.uniform(1 - int_range, int_range, i));
    });
}

Bytes real_inputs(const Element& element, std::size_t n, std::uint64_t seed, double large) {
    const TestInputs inputs(seed);
    Bytes content = fill_values(element, n, [&](std::size_t i) { return inputs.either_sign(i); });
    const auto enlarge = [&](std::size_t index) {
        const double value = element.at(content, index);
        if (std::fabs(value) <= 1) element.put(value * large, content, index);
    };
    enlarge(0);
    enlarge(n - 1);
    for (std::size_t i = 0; i < weighty; ++i) enlarge(inputs.bits(n + i) % n);
    return content;
}

class ReductionWorkload final : public Workload {
  public:
    ReductionWorkload(const Space& space, const Problem& problem, const WorkloadContext& context)
        : Workload(space, problem, context),
          element_(element_of(stored_type(problem.precision))),
          operation_(operation_of(problem)),
          n_(static_cast<std::size_t>(std::max<std::int64_t>(extent("n"), 0))) {
        if (n_ == 0) throw Error(Exit::usage, "a reduction needs n to be 1 or more");
        add_input("x", element_, make_x());
        if (operation_.name == "dot") {
            add_input("y", element_, make_y());
        } else {
            add_alias("y", "x");
        }
        add_output("result", element_, 1);
    }

    std::vector<double> reference_times(int repeats) const override {
        const cl::Buffer result(context().context, CL_MEM_READ_WRITE, sizeof(double));
        return blas::times(repeats, context().queue, [&] { return enqueue_reference(result); });
    }

  private:
    Bytes make_x() const {
        const std::uint64_t seed = context().seed;
        if (operation_.name == "max") return inputs_for_max(element_, n_, seed);
        if (element_.is_integer()) return integer_inputs(element_, n_, seed);
        const double n = static_cast<double>(n_);
        const double bound = factor(operation_.name, n) * element_.unit_roundoff * mean * n;
        return real_inputs(element_, n_, seed, std::max(1.0, weight * bound));
    }

    Bytes make_y() const {
        const std::uint64_t seed = context().seed + 1;
        return element_.is_integer() ? integer_inputs(element_, n_, seed)
                                     : real_inputs(element_, n_, seed, 1);
    }

    Comparison compare_outputs(const std::vector<Bytes>& outputs) override {
        if (!computed_) {
            compute();
            ask_reference();
            computed_ = true;
        }
        return compare(element_.at(outputs.front(), 0), "the host");
    }

    Comparison compare(double got, std::string by) const {
        Comparison comparison;
        comparison.against = std::move(by);
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

    // Modulo 2^32, as unsigned numbers are by rule.
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

    bool enqueue_reference(const cl::Buffer& result) const {
        const cl::Buffer& y = device_buffer(operation_.name == "dot" ? "y" : "x");
        return blas::enqueue_reduction(operation_.name, element_.type, n_, device_buffer("x"), y,
                                       result, context().queue);
    }

    void ask_reference() {
        const cl::Buffer result(context().context, CL_MEM_READ_WRITE, sizeof(double));
        if (!enqueue_reference(result)) return;
        Bytes bytes(sizeof(double));
        context().queue.enqueueReadBuffer(result, CL_TRUE, 0, bytes.size(), bytes.data());
        const Comparison comparison = compare(reference_result(bytes), "the host");
        if (!comparison.passed) {
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
    bool computed_ = false;
    double expected_ = 0;
    double bound_ = 0;
};

}  // namespace

std::unique_ptr<Workload> make_reduction(const Space& space, const Problem& problem,
                                         const WorkloadContext& context) {
    return std::make_unique<ReductionWorkload>(space, problem, context);
}

std::vector<Problem> ragged_reduction(const Problem& problem) {
    std::vector<Problem> problems;
    for (const std::int64_t n : {1, 2, 31, 257, 1023, 65537, 1000003}) {
        problems.push_back(problem);
        problems.back().arguments["n"] = Number(n);
    }
    return problems;
}

}  // namespace hone
