// SPDX-License-Identifier: MIT
// Sizes at which kernels fail: of one, primes, next to powers of two, long and thin matrices, gaps
// between the rows, and factors alpha and beta.
#include <array>

#include "kernels/workload/routines.hpp"

namespace hone {
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

std::vector<Problem> ragged_reduction(const Problem& problem) {
    std::vector<Problem> problems;
    for (const std::int64_t n : {1, 2, 31, 257, 1023, 65537, 1000003}) {
        problems.push_back(problem);
        problems.back().arguments["n"] = Number(n);
    }
    return problems;
}

}  // namespace hone
