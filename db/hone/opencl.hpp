// SPDX-License-Identifier: MIT
// Builds launches for a query, and runs matrix products and reductions as one call each. libhone
// does not link OpenCL: these headers pass it the functions of the application's OpenCL.
//
//   hone::gemm(queue, hone::Precision::f32, hone::Order::row_major, m, n, k, 1, {a}, {b}, 0, {c});
//
//   hone::Launches gemm(tuned, "gemm", context, device, "f32", {{"M", m}, {"N", n}, {"K", k}});
//   gemm.set("A", a).set("B", b).set("C", c).set("alpha", 1.0F).set("beta", 0.0F);
//   gemm.enqueue(queue);
#pragma once

#include <CL/opencl.hpp>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "db/device/opencl_device.hpp"
#include "db/hone/launch_error.hpp"
#include "db/hone/opencl.h"
#include "db/lookup/tuned.hpp"

#if defined(__cpp_exceptions)

namespace hone {

/// Reads all OpenCL properties of a device that hone uses.
inline Device device_of(const cl::Device& device) {
    return read_device(device(), {hone_ask_device, hone_ask_platform});
}

/// The OpenCL C name of a C++ type; empty for types that are not compared. Types other than buffers
/// have names, too, because drivers accept any pointer as a buffer.
template <class Value>
constexpr const char* opencl_type() {
    if constexpr (std::is_base_of_v<cl::Buffer, Value> || std::is_same_v<Value, cl::Memory> ||
                  std::is_same_v<Value, cl_mem>)
        return "buffer";
    else if constexpr (std::is_base_of_v<cl::Memory, Value>)
        return "image";
    else if constexpr (std::is_base_of_v<cl::Sampler, Value> || std::is_same_v<Value, cl_sampler>)
        return "sampler";
    else if constexpr (std::is_pointer_v<Value>)
        return "pointer";
    else if constexpr (std::is_same_v<Value, cl_int>)
        return "int";
    else if constexpr (std::is_same_v<Value, cl_uint>)
        return "uint";
    else if constexpr (std::is_same_v<Value, cl_float>)
        return "float";
    else if constexpr (std::is_same_v<Value, cl_double>)
        return "double";
    else if constexpr (std::is_integral_v<Value> && sizeof(Value) == 8)
        return std::is_signed_v<Value> ? "long" : "ulong";
    else
        return "";
}

namespace detail {

inline std::vector<cl_event> in_c(const std::vector<cl::Event>& events) {
    std::vector<cl_event> all;
    for (const cl::Event& event : events) all.push_back(event());
    return all;
}

/// Makes a C call with these events; moves its event to `event` unless that is null.
template <class Call>
void with_events(const std::vector<cl::Event>* waits, cl::Event* event, const Call& call) {
    const std::vector<cl_event> list = waits ? in_c(*waits) : std::vector<cl_event>();
    cl_event done = nullptr;
    check_call(
        call(hone_events{static_cast<cl_uint>(list.size()), list.data(), event ? &done : nullptr}));
    if (event) *event = cl::Event(done);
}

}  // namespace detail

/// The launches of one answer: built, with all arguments set that follow from the problem. Not
/// thread-safe: use an object in one thread at a time.
class Launches {
  public:
    /// Builds an answer. Throws a LaunchError if that fails; Tuned::reject then returns another
    /// answer.
    Launches(const TunedKernel& answer, const cl::Context& context, const cl::Device& device) {
        hone_launches* built = nullptr;
        check_call(build_launches(*hone_opencl_here(), answer, context(), device(), &built));
        launches_.reset(built);
    }

    /// Finds and builds the best answer. If an answer cannot be built, the next one is tried.
    /// Programs are rewritten if the driver accepts it. Throws a LaunchError if no answer can run.
    Launches(Tuned& tuned, const std::string& what, const cl::Context& context,
             const cl::Device& device, const std::string& precision, const Settings& problem,
             Objective objective = Objective::time) {
        hone_launches* built = nullptr;
        Query query{what, device_of(device), precision, problem};
        query.objective = objective;
        check_call(search_launches(*hone_opencl_here(), tuned, query, context(), device(), &built));
        launches_.reset(built);
    }

    /// Sets the argument of this name, a buffer or a scalar of its exact type, in all launches.
    /// Throws a LaunchError if no kernel has an argument of this name and type, or if an extent or
    /// leading dimension differs from the problem's.
    template <class Value>
    Launches& set(const std::string& name, const Value& value) {
        using Handler = cl::detail::KernelArgumentHandler<Value>;
        check_call(hone_launches_set_typed(launches_.get(), name.c_str(), opencl_type<Value>(),
                                           Handler::size(value), Handler::ptr(value)));
        return *this;
    }

    /// Enqueues all launches after these events, each after the previous one, also on an
    /// out-of-order queue. Returns one event per launch.
    std::vector<cl::Event> enqueue(const cl::CommandQueue& queue,
                                   const std::vector<cl::Event>& waits = {}) const {
        std::vector<cl_event> enqueued(hone_launches_count(launches_.get()));
        enqueue_after(queue, waits, enqueued.data());
        return {enqueued.begin(), enqueued.end()};
    }

    /// The same without events: with NVIDIA's driver, an event costs a third of the time of a
    /// launch.
    void enqueue_without_events(const cl::CommandQueue& queue,
                                const std::vector<cl::Event>& waits = {}) const {
        enqueue_after(queue, waits, nullptr);
    }

    /// The answer that is launched. Valid as long as this object.
    const TunedKernel& answer() const { return answer_of(*launches_); }

    std::vector<cl::Kernel> kernels() const {
        std::vector<cl::Kernel> all;
        for (std::size_t i = 0; i < hone_launches_count(launches_.get()); ++i)
            all.emplace_back(hone_launches_kernel(launches_.get(), i), true);
        return all;
    }

  private:
    void enqueue_after(const cl::CommandQueue& queue, const std::vector<cl::Event>& waits,
                       cl_event* events) const {
        const std::vector<cl_event> list = detail::in_c(waits);
        check_call(hone_launches_enqueue_after(
            launches_.get(), queue(), static_cast<cl_uint>(list.size()), list.data(), events));
    }

    struct Free {
        void operator()(hone_launches* launches) const { hone_launches_free(launches); }
    };
    std::unique_ptr<hone_launches, Free> launches_;
};

/// How elements are stored and multiplied; tf32 and tf32x3 are stored as float.
enum class Precision {
    f16 = HONE_F16,
    bf16 = HONE_BF16,
    tf32 = HONE_TF32,
    f32 = HONE_F32,
    f64 = HONE_F64,
    i32 = HONE_I32,
    tf32x3 = HONE_TF32X3
};
/// The precision of this name, such as "f16". Throws a LaunchError for any other name.
inline Precision precision(const std::string& name) {
    hone_precision found = HONE_F32;
    check_call(hone_precision_of(name.c_str(), &found));
    return static_cast<Precision>(found);
}

enum class Order { row_major = HONE_ROW_MAJOR, column_major = HONE_COLUMN_MAJOR };
enum class Operation { sum = HONE_SUM, dot = HONE_DOT, asum = HONE_ASUM, max = HONE_MAX };

/// A matrix in a buffer.
struct Matrix {
    Matrix(cl::Buffer in, std::size_t from = 0, std::size_t leading = 0, bool transpose = false)
        : buffer(std::move(in)), offset(from), leading_dimension(leading), transposed(transpose) {}

    cl::Buffer buffer;
    std::size_t offset;             // of its first element, in elements
    std::size_t leading_dimension;  // distance of rows (or columns) in elements; 0: no gaps
    bool transposed;                // whether the product uses its transpose
};

/// Contiguous elements of a buffer.
struct Vector {
    Vector(cl::Buffer in, std::size_t from = 0) : buffer(std::move(in)), offset(from) {}

    cl::Buffer buffer;
    std::size_t offset;  // in elements
};

/// C = alpha * op(A) * op(B) + beta * C, where op(A) is m by k and op(B) is k by n, with the
/// fastest known kernel. With beta = 0, C is not read. Does nothing if m or n is 0; k must be at
/// least 1. C must not overlap A or B. Waits for `waits` and sets `event`, as the enqueue calls of
/// cl::CommandQueue do. Throws a LaunchError.
inline void gemm(const cl::CommandQueue& queue, Precision precision, Order order, std::size_t m,
                 std::size_t n, std::size_t k, double alpha, const Matrix& a, const Matrix& b,
                 double beta, const Matrix& c, const std::vector<cl::Event>* waits,
                 cl::Event* event) {
    const auto in_c = [](const Matrix& matrix) {
        return hone_matrix{matrix.buffer(), matrix.offset, matrix.leading_dimension,
                           matrix.transposed ? 1 : 0};
    };
    detail::with_events(waits, event, [&](hone_events events) {
        return hone_gemm(queue(), static_cast<hone_precision>(precision),
                         static_cast<hone_order>(order), m, n, k, alpha, in_c(a), in_c(b), beta,
                         in_c(c), events);
    });
}

/// The same; always returns an event, which costs a third of the time of a launch with NVIDIA's
/// driver.
inline cl::Event gemm(const cl::CommandQueue& queue, Precision precision, Order order,
                      std::size_t m, std::size_t n, std::size_t k, double alpha, const Matrix& a,
                      const Matrix& b, double beta, const Matrix& c,
                      const std::vector<cl::Event>& waits = {}) {
    cl::Event done;
    gemm(queue, precision, order, m, n, k, alpha, a, b, beta, c, &waits, &done);
    return done;
}

/// The sum, dot product, sum of magnitudes or maximum of n >= 1 elements, with the fastest known
/// kernel. `y` is used only by the dot product. If an element is NaN, sum, dot product and sum of
/// magnitudes are NaN. The maximum is then unspecified: most devices ignore NaN, and return
/// -infinity if all elements are NaN. `waits`, `event` and errors as for gemm().
inline void reduce(const cl::CommandQueue& queue, Precision precision, Operation operation,
                   std::size_t n, const Vector& x, const Vector& y, const Vector& result,
                   const std::vector<cl::Event>* waits, cl::Event* event) {
    detail::with_events(waits, event, [&](hone_events events) {
        return hone_reduce(queue(), static_cast<hone_precision>(precision),
                           static_cast<hone_operation>(operation), n, {x.buffer(), x.offset},
                           {y.buffer(), y.offset}, {result.buffer(), result.offset}, events);
    });
}
inline void reduce(const cl::CommandQueue& queue, Precision precision, Operation operation,
                   std::size_t n, const Vector& x, const Vector& result,
                   const std::vector<cl::Event>* waits, cl::Event* event) {
    reduce(queue, precision, operation, n, x, Vector(cl::Buffer()), result, waits, event);
}

/// The same; always returns an event.
inline cl::Event reduce(const cl::CommandQueue& queue, Precision precision, Operation operation,
                        std::size_t n, const Vector& x, const Vector& y, const Vector& result,
                        const std::vector<cl::Event>& waits = {}) {
    cl::Event done;
    reduce(queue, precision, operation, n, x, y, result, &waits, &done);
    return done;
}
inline cl::Event reduce(const cl::CommandQueue& queue, Precision precision, Operation operation,
                        std::size_t n, const Vector& x, const Vector& result,
                        const std::vector<cl::Event>& waits = {}) {
    return reduce(queue, precision, operation, n, x, Vector(cl::Buffer()), result, waits);
}

/// Releases all programs that are kept in memory. They keep their contexts alive until then.
inline void forget_programs() {
    hone_forget_programs();
}

}  // namespace hone

#endif
