// SPDX-License-Identifier: MIT
// The problem arguments that determine buffer or launch sizes take values from one list, each with
// another offset into it.
#include "kernels/workload/check_sizes.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "kernels/inputs/struct_layout.hpp"
#include "kernels/workload/number_if_known.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/language/expression.hpp"

namespace hone {
namespace {

constexpr double most_bytes = 16e6;  // of all buffers: larger problems take too long

// For several sizes that multiply, the long list would take too much memory.
constexpr std::array<std::int64_t, 2> of_few{1, 3};
constexpr std::array<std::int64_t, 20> of_one{1,    2,    3,    31,   63,   65,   257,
                                              1021, 1022, 1023, 1024, 1025, 1026, 1027,
                                              1028, 1029, 1030, 1031, 1032, 1033};
constexpr std::array<std::int64_t, 18> of_several{1,  2,  3,  7,  31, 33, 61, 62, 63,
                                                  64, 65, 66, 67, 68, 69, 70, 71, 127};

// The last one needs indices of more than 16 bits. The time at each step predicts that at the next.
constexpr std::array<std::int64_t, 3> large_sizes{4099, 16411, 65539};

bool reads(const std::vector<Expression>& expressions, const std::string& name) {
    return std::ranges::any_of(expressions, [&](const Expression& each) {
        return std::ranges::find(each.names(), name) != each.names().end();
    });
}

bool sizes_something(const Space& space, const std::string& name) {
    const auto by_argument = [&](const Argument& argument) {
        return argument.count && reads({*argument.count}, name);
    };
    const auto by_launch = [&](const LaunchStep& step) { return reads(step.global, name); };
    const auto by_loop = [&](const Loop& loop) { return reads({loop.count}, name); };
    return std::ranges::any_of(space.arguments, by_argument) ||
           std::ranges::any_of(space.launch, by_launch) ||
           std::ranges::any_of(space.loops, by_loop);
}

bool is_size(const Space& space, const std::string& name, const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    const bool variant = std::ranges::find(space.variants, name) != space.variants.end();
    return !variant && number != nullptr && number->whole() && number->numerator() > 0 &&
           sizes_something(space, name);
}

// The buffers whose sizes depend on the problem only.
double buffer_bytes(const Space& space, const Problem& problem) {
    const Names names = names_of(problem);
    double bytes = 0;
    for (const Argument& argument : space.arguments) {
        const auto count = argument.count ? number_if_known(*argument.count, names) : std::nullopt;
        if (!count) continue;
        const auto width = static_cast<double>(layout_of(argument, problem.precision).bytes);
        bytes += count->real() * width;
    }
    return bytes;
}

class SizeGenerator {
  public:
    SizeGenerator(const Space& space, const Problem& problem) : space_(space), problem_(problem) {
        for (const auto& [name, value] : problem.arguments)
            if (is_size(space, name, value)) sizes_.push_back(name);
    }

    CheckSizes generate() {
        if (sizes_.empty()) return {.are_generated = true};
        add_near();
        add_from(of_few);
        const std::size_t few = generated_.size();
        if (sizes_.size() == 1)
            add_from(of_one);
        else
            add_from(of_several);
        for (const std::int64_t divisor : {2, 8, 64, 1024}) add_part(divisor);
        const std::size_t known = generated_.size();
        for (std::size_t long_one = 0; long_one < sizes_.size(); ++long_one) add_large(long_one);
        const std::size_t large_ones = generated_.size() - known;
        return {.problems = std::move(generated_),
                .are_generated = true,
                .few = few,
                .large = large_ones};
    }

  private:
    void add_near() {
        for (const std::int64_t more : {-1, 1}) {
            add([&](std::size_t i) { return value_of(i) + more; });
        }
    }

    void add_from(std::span<const std::int64_t> list) {
        constexpr std::size_t apart = 5;  // so that no two sizes are equal
        for (std::size_t first = 0; first < list.size(); ++first)
            add([&](std::size_t i) { return list[(first + apart * i) % list.size()]; });
    }

    // Fractions of the size, for constraints that require multiples.
    void add_part(std::int64_t divisor) {
        add([&](std::size_t i) { return value_of(i) / divisor; });
    }

    // Makes one size large and keeps the others small, to find index types that are too small. The
    // last size is a multiple of the tuned one, since constraints may require multiples.
    void add_large(std::size_t long_one) {
        constexpr std::int64_t small = 3;
        const std::int64_t tuned = value_of(long_one);
        if (tuned >= large_sizes.back()) return;
        for (const std::int64_t each : large_sizes)
            add([&](std::size_t i) { return i == long_one ? each : small; });
        if (sizes_.size() == 1)
            add([&](std::size_t /*i*/) {
                return (large_sizes.back() + tuned - 1) / tuned * tuned;
            });
    }

    std::int64_t value_of(std::size_t i) const {
        return std::get<Number>(problem_.arguments.at(sizes_[i])).numerator();
    }

    void add(const auto& value) {
        Problem problem = problem_;
        for (std::size_t i = 0; i < sizes_.size(); ++i) {
            if (value(i) < 1) return;
            problem.arguments[sizes_[i]] = Number(value(i));
        }
        const auto is_same = [&](const Problem& one) { return one.arguments == problem.arguments; };
        if (is_same(problem_) || std::ranges::any_of(generated_, is_same)) return;
        if (buffer_bytes(space_, problem) <= most_bytes) generated_.push_back(std::move(problem));
    }

    const Space& space_;
    const Problem& problem_;
    std::vector<std::string> sizes_;
    std::vector<Problem> generated_;
};

Problem with_size(Problem problem, const std::map<std::string, Value>& size) {
    for (const auto& [name, value] : size) problem.arguments[name] = value;
    return problem;
}

// A file's values belong to one problem.
bool reads_file(const Space& space) {
    const auto is_filled = [](const Argument& argument) { return !argument.file.empty(); };
    return !space.check->expected.empty() || std::ranges::any_of(space.arguments, is_filled);
}

}  // namespace

CheckSizes check_sizes(const Space& space, const Problem& problem) {
    if (space.program) return {};
    if (!space.check || is_routine(problem.routine)) return {ragged_problems(problem)};
    if (!space.check->sizes)
        return reads_file(space) ? CheckSizes{.are_generated = true}
                                 : SizeGenerator(space, problem).generate();
    CheckSizes named;
    for (const auto& size : *space.check->sizes) named.problems.push_back(with_size(problem, size));
    return named;
}

}  // namespace hone
