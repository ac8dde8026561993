// SPDX-License-Identifier: MIT
// C API of matrix products and reductions.
#include "db/launch/routines.h"

#include "db/api/status.hpp"
#include "db/c/handles.hpp"
#include "db/launch/gemm_call.hpp"
#include "db/launch/reduce_call.hpp"
#include "db/launch/routine_call.hpp"

using hone::launch::AnswerSource;
using hone::launch::call_context;

namespace {

AnswerSource source_of(hone_tuned* tuned) {
    return tuned ? AnswerSource{tuned->tuned, tuned->pool} : AnswerSource::of_process();
}

}  // namespace

extern "C" {

hone_status hone_precision_of(const char* name, hone_precision* precision) noexcept {
    return hone::guarded([&] {
        hone::need(name, precision);
        *precision = hone::launch::precision_of(name);
    });
}

hone_status hone_gemm_with(const hone_opencl* opencl, cl_command_queue queue,
                           hone_precision precision, hone_order order, size_t m, size_t n, size_t k,
                           double alpha, hone_matrix a, hone_matrix b, double beta, hone_matrix c,
                           hone_events events) noexcept {
    return hone_gemm_tuned(opencl, nullptr, queue, precision, order, m, n, k, alpha, a, b, beta, c,
                           events);
}

hone_status hone_gemm_tuned(const hone_opencl* opencl, hone_tuned* tuned, cl_command_queue queue,
                            hone_precision precision, hone_order order, size_t m, size_t n,
                            size_t k, double alpha, hone_matrix a, hone_matrix b, double beta,
                            hone_matrix c, hone_events events) noexcept {
    return hone::guarded([&] {
        hone::launch::gemm(call_context(opencl, queue, source_of(tuned)),
                           {precision, order, m, n, k, alpha, a, b, beta, c}, events);
    });
}

hone_status hone_reduce_with(const hone_opencl* opencl, cl_command_queue queue,
                             hone_precision precision, hone_operation operation, size_t n,
                             hone_vector x, hone_vector y, hone_vector result,
                             hone_events events) noexcept {
    return hone_reduce_tuned(opencl, nullptr, queue, precision, operation, n, x, y, result, events);
}

hone_status hone_reduce_tuned(const hone_opencl* opencl, hone_tuned* tuned, cl_command_queue queue,
                              hone_precision precision, hone_operation operation, size_t n,
                              hone_vector x, hone_vector y, hone_vector result,
                              hone_events events) noexcept {
    return hone::guarded([&] {
        hone::launch::reduce(call_context(opencl, queue, source_of(tuned)),
                             {precision, operation, n, x, y, result}, events);
    });
}

}  // extern "C"
