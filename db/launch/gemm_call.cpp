// SPDX-License-Identifier: MIT
// A column-major matrix is the transpose of the row-major one in the same memory, and the transpose
// of a product is the product of the transposes in the other order.
#include "db/launch/gemm_call.hpp"

#include <limits>
#include <utility>

#include "db/launch/overlap.hpp"

namespace hone::launch {
namespace {

void make_row_major(GemmCall& call) {
    if (call.order == HONE_ROW_MAJOR) return;
    std::swap(call.m, call.n);
    std::swap(call.a, call.b);
}

MatrixView stored(const char* name, const hone_matrix& matrix, std::size_t rows,
                  std::size_t columns, std::size_t element) {
    if (matrix.transposed) std::swap(rows, columns);
    const std::size_t stride = matrix.leading_dimension == 0 ? columns : matrix.leading_dimension;
    if (stride < columns)
        throw Failure(HONE_BAD_ARGUMENT, std::string("the leading dimension of ") + name + " is " +
                                             std::to_string(stride) + "; it has to be at least " +
                                             std::to_string(columns));
    return {name, matrix.buffer, matrix.offset, stride, rows, columns, element};
}

void check_sizes(const GemmCall& call) {
    constexpr std::size_t most = std::numeric_limits<cl_int>::max();
    if (call.order != HONE_ROW_MAJOR && call.order != HONE_COLUMN_MAJOR)
        throw Failure(HONE_BAD_ARGUMENT, "no order has this number");
    if (call.c.transposed) throw Failure(HONE_BAD_ARGUMENT, "C cannot be transposed");
    if (call.k == 0) throw Failure(HONE_BAD_ARGUMENT, "k has to be at least 1");
    for (const std::size_t size : {call.m, call.n, call.k, call.a.leading_dimension,
                                   call.b.leading_dimension, call.c.leading_dimension})
        if (size > most)
            throw Failure(HONE_BAD_ARGUMENT,
                          std::to_string(size) + " exceeds " + std::to_string(most));
}

/// Adds the leading dimension to the problem if the rows have gaps; it does not matter for one row.
void add_stride(Settings& problem, const char* name, const Operand& operand,
                const MatrixView& stored) {
    const bool gaps = operand.stride() != stored.columns && stored.rows > 1;
    if (gaps) problem.emplace_back(name, static_cast<std::int64_t>(operand.stride()));
}

}  // namespace

void gemm(const CallContext& caller, GemmCall call, hone_events events) {
    const std::string precision = name_of(call.precision);
    if (call.m == 0 || call.n == 0) return run_nothing(caller, events);
    check_sizes(call);
    // Error messages name the operands as the caller does.
    const bool swapped = call.order == HONE_COLUMN_MAJOR;
    make_row_major(call);
    const std::size_t bytes = element_bytes(call.precision);
    const MatrixView at_a = stored(swapped ? "B" : "A", call.a, call.m, call.k, bytes);
    const MatrixView at_b = stored(swapped ? "A" : "B", call.b, call.k, call.n, bytes);
    const MatrixView at_c = stored("C", call.c, call.m, call.n, bytes);
    const program::BuildContext where{caller.opencl, caller.context, caller.device};
    const Operand a(where, at_a);
    const Operand b(where, at_b);
    const Operand c(where, at_c);
    for (const MatrixView& read : {at_a, at_b}) check_apart(caller.opencl, at_c, read);
    const auto whole = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    Settings problem{{"M", whole(call.m)}, {"N", whole(call.n)}, {"K", whole(call.k)}};
    if (call.a.transposed) problem.emplace_back("TA", std::int64_t{1});
    if (call.b.transposed) problem.emplace_back("TB", std::int64_t{1});
    add_stride(problem, "lda", a, at_a);
    add_stride(problem, "ldb", b, at_b);
    add_stride(problem, "ldc", c, at_c);
    if (call.beta != 0) problem.emplace_back("beta", std::int64_t{1});
    const std::string factor = call.precision == HONE_F64 ? "double" : "float";
    run(caller,
        {"gemm",
         precision,
         std::move(problem),
         {{"A", &a}, {"B", &b}, {"C", &c, call.beta != 0, true}},
         {{"alpha", factor, call.alpha}, {"beta", factor, call.beta}}},
        events);
}

}  // namespace hone::launch
