// SPDX-License-Identifier: MIT
// All kernels have a parameter y; operations without a y pass x for it.
#include "db/launch/reduce_call.hpp"

#include <optional>

#include "db/launch/overlap.hpp"
#include "db/lookup/query_check.hpp"

namespace hone::launch {
namespace {

std::string name_of(hone_operation operation) {
    const auto index = static_cast<std::size_t>(operation);
    const auto names = lookup::operations();
    if (index < names.size()) return std::string(names[index]);
    throw Failure(HONE_BAD_ARGUMENT,
                  "no operation has the number " + std::to_string(static_cast<int>(operation)));
}

}  // namespace

void reduce(const CallContext& caller, const ReduceCall& call, hone_events events) {
    const std::size_t bytes = element_bytes(call.precision);
    const std::string operation = name_of(call.operation);
    if (call.n == 0) throw Failure(HONE_BAD_ARGUMENT, "n has to be 1 or more, not 0");
    const bool reads_y = call.operation == HONE_DOT;
    if (reads_y && !call.y.buffer) throw Failure(HONE_BAD_ARGUMENT, "dot takes x and y");
    const auto stored = [&](const char* name, const hone_vector& vector, std::size_t count) {
        return MatrixView{name, vector.buffer, vector.offset, count, 1, count, bytes};
    };
    const MatrixView at_x = stored("x", call.x, call.n);
    const MatrixView at_result = stored("result", call.result, 1);
    const program::BuildContext where{caller.opencl, caller.context, caller.device};
    const Operand x(where, at_x);
    std::optional<Operand> y;
    const Operand result(where, at_result);
    check_apart(caller.opencl, at_result, at_x);
    if (reads_y) {
        const MatrixView at_y = stored("y", call.y, call.n);
        y.emplace(where, at_y);
        check_apart(caller.opencl, at_result, at_y);
    }
    run(caller,
        {"reduction",
         name_of(call.precision),
         {{"n", static_cast<std::int64_t>(call.n)}, {"operation", operation}},
         {{"x", &x}, {"y", y ? &*y : &x, reads_y}, {"result", &result, false, true}},
         {}},
        events);
}

}  // namespace hone::launch
