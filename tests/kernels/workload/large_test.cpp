// SPDX-License-Identifier: MIT
// Indices past 2^31: the 64-bit ones of reductions on small sizes, where all configs can be tried;
// and products whose rows lie gigabytes apart, in memory with few resident pages.
#include <sys/mman.h>

#include <array>
#include <cstring>

#include "tests/kernels/bench.hpp"
#include "tests/skip.hpp"

using namespace hone;
using namespace hone::test;

namespace {

// With n as a long, as kernels get it beyond int's range.
Comparison run_long(const std::string& kernel, const Problem& problem, const Config& config,
                    const Space& space) {
    const WorkloadContext there = test_context();
    const auto workload = make_workload(space, problem, there);
    const Plan plan = make_plan(space, config, names(problem));
    const Compiled built = compile(there.context, there.device, source(kernel),
                                   workload->defines() + " -DLONG_SIZES=1 " + plan.defines());
    INFO(plan.text() << "\n" << built.log);
    REQUIRE(built.ok());
    workload->prepare(plan);
    Bindings bindings = workload->bindings();
    const std::int64_t n = std::get<Number>(problem.arguments.at("n")).numerator();
    for (auto& [name, binding] : bindings)
        if (name == "n") {
            Bytes bytes(sizeof n);
            std::memcpy(bytes.data(), &n, sizeof n);
            binding = bytes;
        }
    workload->reset();
    Launcher(built.program, plan.launches, bindings).enqueue(there.queue);
    return workload->check();
}

/// Zeros that take memory only when touched.
class SparseMatrix {
  public:
    static constexpr std::size_t stride = std::size_t{1} << 30;

    SparseMatrix(std::size_t rows, std::size_t columns)
        : bytes_(((rows - 1) * stride + columns) * sizeof(cl_half)),
          host_(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        REQUIRE(host_ != MAP_FAILED);
        buffer_ = cl::Buffer(test_context().context, CL_MEM_USE_HOST_PTR, bytes_, host_);
    }
    ~SparseMatrix() {
        buffer_ = {};
        munmap(host_, bytes_);
    }
    SparseMatrix(const SparseMatrix&) = delete;
    SparseMatrix& operator=(const SparseMatrix&) = delete;

    cl_half& at(std::size_t row, std::size_t column) {
        return static_cast<cl_half*>(host_)[row * stride + column];
    }
    const cl::Buffer& buffer() const { return buffer_; }

  private:
    std::size_t bytes_;
    void* host_;
    cl::Buffer buffer_;
};

constexpr std::size_t rows = 3;  // the last begins at element 2^31
constexpr std::size_t columns = 40;

// Small integers, whose sums half can represent.
double number(std::size_t row, std::size_t column, std::size_t of) {
    return static_cast<double>((row * 5 + column * 3 + of) % 4);
}

void fill(SparseMatrix& matrix, std::size_t of) {
    const Element& half = element_of("half");
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            half.write(number(row, column, of),
                       reinterpret_cast<std::byte*>(&matrix.at(row, column)));
}

// Three rows of C, each of the sums of three products.
double expected(std::size_t row, std::size_t column) {
    double sum = 0;
    for (std::size_t k = 0; k < rows; ++k) sum += number(row, k, 1) * number(k, column, 2);
    return sum;
}

bool holds_gigabytes(std::size_t bytes) {
    const cl::Device device = test_context().device;
    return device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU &&
           device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() > bytes;
}

}  // namespace

TEST_CASE("64-bit indices give what 32-bit ones do", "[device]") {
    std::uint64_t seed = 3;
    for (const std::string kernel : {"reduction_tree", "reduction_last"})
        for (const std::string precision : {"f32", "f64", "i32"})
            for (const std::string operation : {"sum", "dot", "asum", "max"}) {
                const Space space = shipped(kernel);
                constexpr std::array<std::int64_t, 3> lengths{31, 4097, 100003};
                const Problem problem = make_problem(
                    space, precision,
                    {{"n", Number(lengths[++seed % lengths.size()])}, {"operation", operation}});
                const Config config = Candidates(space, names(problem)).sample(1, seed).front();
                const Comparison found = run_long(kernel, problem, config, space);
                INFO(kernel << ' ' << precision << ' ' << operation << ": " << found.text());
                CHECK(found.passed);
            }
}

TEST_CASE("products whose rows begin past 2^31 elements are right", "[device]") {
    if (!test::has(holds_gigabytes(std::size_t{5} << 30), "a CPU with buffers of 5 GiB")) return;
    SparseMatrix a(rows, columns);
    SparseMatrix b(rows, columns);
    SparseMatrix c(rows, columns);
    fill(a, 1);
    fill(b, 2);
    const Space space = shipped("gemm_tile");
    const Number stride(static_cast<std::int64_t>(SparseMatrix::stride));
    const Problem problem = make_problem(space, "f16",
                                         {{"M", Number(rows)},
                                          {"N", Number(columns)},
                                          {"K", Number(rows)},
                                          {"lda", stride},
                                          {"ldb", stride},
                                          {"ldc", stride}});
    const auto small = make_problem(
        space, "f16", {{"M", Number(rows)}, {"N", Number(columns)}, {"K", Number(rows)}});
    const WorkloadContext there = test_context();
    const auto scalars = make_workload(space, small, there);
    for (const Config& config : Candidates(space, names(problem)).sample(6, 5)) {
        const Plan plan = make_plan(space, config, names(problem));
        const Compiled built = compile(there.context, there.device, source("gemm_tile"),
                                       problem_defines(space, problem) + " " + plan.defines());
        REQUIRE(built.ok());
        Bindings bindings = scalars->bindings();
        for (auto& [name, binding] : bindings) {
            if (name == "A") binding = a.buffer();
            if (name == "B") binding = b.buffer();
            if (name == "C") binding = c.buffer();
            if (name.starts_with("ld")) {
                const auto ld = static_cast<cl_int>(SparseMatrix::stride);
                std::memcpy(std::get<Bytes>(binding).data(), &ld, sizeof ld);
            }
        }
        for (std::size_t row = 0; row < rows; ++row)
            std::memset(&c.at(row, 0), 0xff, columns * sizeof(cl_half));
        Launcher(built.program, plan.launches, bindings).enqueue(there.queue);
        there.queue.finish();
        INFO(plan.text());
        const Element& half = element_of("half");
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t column = 0; column < columns; ++column)
                CHECK(half.read(reinterpret_cast<const std::byte*>(&c.at(row, column))) ==
                      expected(row, column));
    }
}
