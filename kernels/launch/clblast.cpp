// SPDX-License-Identifier: MIT
// The only file that calls CLBlast. Times come from markers between runs that are enqueued without
// waiting, so the host's work for one run overlaps the run before, as with hone's kernels.
#include "kernels/launch/clblast.hpp"

#include <clblast.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>

#include "kernels/launch/clblast_binaries.hpp"
#include "kernels/launch/element.hpp"
#include "kernels/launch/event_time.hpp"
#include "kernels/launch/transfer.hpp"

namespace hone::blas {
namespace {

template <class T>
T number(double value, std::string_view type) {
    T result;
    element_of(type).write(value, reinterpret_cast<std::byte*>(&result));
    return result;
}

clblast::Transpose transpose(bool yes) {
    return yes ? clblast::Transpose::kYes : clblast::Transpose::kNo;
}

template <class T>
bool enqueue_gemm_of(const Gemm& s, std::string_view type, const cl::Buffer& a, const cl::Buffer& b,
                     const cl::Buffer& c, const cl::CommandQueue& queue) {
    const BinariesWithheld without_binaries;
    cl_command_queue raw = queue();
    return clblast::Gemm<T>(clblast::Layout::kRowMajor, transpose(s.transpose_a),
                            transpose(s.transpose_b), s.m, s.n, s.k, number<T>(1, type), a(), 0,
                            s.lda, b(), 0, s.ldb, number<T>(0, type), c(), 0, s.ldc,
                            &raw) == clblast::StatusCode::kSuccess;
}

template <class T>
bool enqueue_reduction_of(std::string_view operation, std::size_t n, const cl::Buffer& x,
                          const cl::Buffer& y, const cl::Buffer& result, cl_command_queue queue) {
    const BinariesWithheld without_binaries;
    auto status = clblast::StatusCode::kNotImplemented;
    if (operation == "sum") status = clblast::Sum<T>(n, result(), 0, x(), 0, 1, &queue);
    if (operation == "asum") status = clblast::Asum<T>(n, result(), 0, x(), 0, 1, &queue);
    if (operation == "max") status = clblast::Max<T>(n, result(), 0, x(), 0, 1, &queue);
    if (operation == "dot") {
        status = clblast::Dot<T>(n, result(), 0, x(), 0, 1, y(), 0, 1, &queue);
    }
    return status == clblast::StatusCode::kSuccess;
}

constexpr std::chrono::duration<double> patience{4};  // for all runs

// As many runs as requested, or as fit into `patience`.
int affordable(int most, std::chrono::duration<double> once) {
    return std::clamp(static_cast<int>(patience / once), 1, most);
}

std::vector<double> times_by_host(int repeats, const HostTimer& host,
                                  const std::function<bool()>& enqueue) {
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i)
        seconds.push_back(static_cast<double>(host.time([&] { enqueue(); })) * 1e-9);
    return seconds;
}

template <class T>
constexpr std::string_view type_name = sizeof(T) == sizeof(float) ? "float" : "double";

}  // namespace

bool enqueue_gemm(const Gemm& shape, std::string_view type, const cl::Buffer& a,
                  const cl::Buffer& b, const cl::Buffer& c, const cl::CommandQueue& queue) {
    if (type == "float") return enqueue_gemm_of<float>(shape, type, a, b, c, queue);
    if (type == "double") return enqueue_gemm_of<double>(shape, type, a, b, c, queue);
    return type == "half" && enqueue_gemm_of<cl_half>(shape, type, a, b, c, queue);
}

template <class T>
std::optional<std::vector<T>> gemm(const Gemm& shape, const std::vector<T>& a,
                                   const std::vector<T>& b, const cl::CommandQueue& queue) {
    const auto context = queue.getInfo<CL_QUEUE_CONTEXT>();
    std::vector<T> c(shape.m * shape.n);
    const cl::Buffer on_a(context, CL_MEM_READ_WRITE, a.size() * sizeof(T));
    const cl::Buffer on_b(context, CL_MEM_READ_WRITE, b.size() * sizeof(T));
    const cl::Buffer on_c(context, CL_MEM_READ_WRITE, c.size() * sizeof(T));
    write_in_pieces(queue, on_a, 0, std::as_bytes(std::span(a)));
    write_in_pieces(queue, on_b, 0, std::as_bytes(std::span(b)));
    if (!enqueue_gemm(shape, type_name<T>, on_a, on_b, on_c, queue)) return {};
    read_in_pieces(queue, on_c, 0, std::as_writable_bytes(std::span(c)));
    return c;
}

template std::optional<std::vector<float>> gemm(const Gemm&, const std::vector<float>&,
                                                const std::vector<float>&, const cl::CommandQueue&);
template std::optional<std::vector<double>> gemm(const Gemm&, const std::vector<double>&,
                                                 const std::vector<double>&,
                                                 const cl::CommandQueue&);

bool enqueue_reduction(std::string_view operation, std::string_view type, std::size_t n,
                       const cl::Buffer& x, const cl::Buffer& y, const cl::Buffer& result,
                       const cl::CommandQueue& queue) {
    if (type == "float") return enqueue_reduction_of<float>(operation, n, x, y, result, queue());
    return type == "double" && enqueue_reduction_of<double>(operation, n, x, y, result, queue());
}

std::string failure_text(const cl::Error& error) {
    return fmt::format("CLBlast cannot compute this problem here: {} gave {}", error.what(),
                       error.err());
}

std::vector<double> times(int most, const cl::CommandQueue& queue,
                          const std::optional<HostTimer>& host,
                          const std::function<bool()>& enqueue) {
    constexpr std::chrono::milliseconds is_long{100};
    const auto before = std::chrono::steady_clock::now();
    if (!enqueue()) return {};
    queue.finish();
    const std::chrono::duration<double> once = std::chrono::steady_clock::now() - before;
    if (once > patience) return {once.count()};  // the host's overhead is negligible
    const int repeats = affordable(most, once);
    if (host) return times_by_host(repeats, *host, enqueue);
    // Later runs are queued while one runs, which hides the host's overhead; for a long run it is
    // negligible.
    if (once < is_long) enqueue();
    std::vector<cl::Event> marks(static_cast<std::size_t>(repeats) + 1);
    queue.enqueueMarkerWithWaitList(nullptr, &marks.front());
    for (std::size_t i = 1; i < marks.size(); ++i) {
        enqueue();
        queue.enqueueMarkerWithWaitList(nullptr, &marks[i]);
    }
    marks.back().wait();
    std::vector<double> seconds;
    for (std::size_t i = 1; i < marks.size(); ++i) {
        seconds.push_back(static_cast<double>(end_of(marks[i]) - end_of(marks[i - 1])) * 1e-9);
    }
    return seconds;
}

}  // namespace hone::blas
