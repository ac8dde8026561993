// SPDX-License-Identifier: MIT
// The device's comparison is correct: every kind of element, and each kind of error.
#include "kernels/check/device_comparison.hpp"

#include <cmath>
#include <limits>

#include "tests/kernels/made_gemm.hpp"

using namespace hone;
using namespace hone::test;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Checks are made on the device, as on a GPU.
WorkloadContext as_on_gpu() {
    WorkloadContext there = test_context();
    there.has_own_memory = true;
    return there;
}

Problem product(const std::string& precision) {
    return make_problem(
        shipped("gemm_tile"), precision,
        {{"M", Number(301)}, {"N", Number(257)}, {"K", Number(33)}, {"ldc", Number(260)}});
}

Comparison checked(const std::string& precision, const std::string& fault) {
    const Problem problem = product(precision);
    const WorkloadContext there = as_on_gpu();
    const auto workload = make_workload(shipped("gemm_tile"), problem, there);
    return run(*workload, one_item_per_element(problem), gemm_with(fault), there);
}

struct Compared {
    explicit Compared(std::string_view type)
        : element(element_of(type)),
          device(test_context().queue, element),
          content(shape.count() * element.bytes),
          there(put_on_device(test_context().queue, expected, bound)) {
        for (std::size_t row = 0; row < shape.rows; ++row)
            for (std::size_t column = 0; column < shape.columns; ++column)
                element.put(expected[row * shape.columns + column], content, shape.at(row, column));
    }

    bool all_right() {
        const cl::Buffer matrix(test_context().context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                                content.size(), content.data());
        return device.all_right(matrix, shape, there);
    }
    bool all_right_with(std::size_t row, std::size_t column, double number) {
        const Bytes before = content;
        element.put(number, content, shape.at(row, column));
        const bool right = all_right();
        content = before;
        return right;
    }

    static constexpr MatrixShape shape{37, 53, 60};
    std::vector<double> expected = std::vector<double>(shape.rows * shape.columns, 0.5);
    std::vector<double> bound = std::vector<double>(shape.rows * shape.columns, 0.125);
    const Element& element;
    DeviceComparison device;
    Bytes content;
    ExpectedThere there;
};

}  // namespace

TEST_CASE("one wrong element is enough, wherever it lies and however it is wrong", "[device]") {
    for (const std::string_view type : {"float", "double", "half", "bfloat16"}) {
        INFO(type);
        Compared compared(type);
        CHECK(compared.device.works());
        CHECK(compared.all_right());
        CHECK(compared.all_right_with(20, 30, 0.625));
        CHECK(compared.all_right_with(36, 52, 0.375));
        for (const double wrong : {0.6328125, -0.5, infinity, -infinity, double{NAN}}) {
            INFO(wrong);
            CHECK_FALSE(compared.all_right_with(0, 0, wrong));
            CHECK_FALSE(compared.all_right_with(20, 30, wrong));
            CHECK_FALSE(compared.all_right_with(36, 52, wrong));
        }
    }
}

TEST_CASE("what lies between the rows is not compared", "[device]") {
    Compared compared("float");
    for (std::size_t row = 0; row + 1 < Compared::shape.rows; ++row)
        compared.element.put(NAN, compared.content,
                             Compared::shape.at(row, Compared::shape.columns));
    CHECK(compared.all_right());
}

TEST_CASE("a product that is checked on the device is found wrong by the host", "[device]") {
    CHECK(checked("f32", "").passed);
    CHECK(checked("f64", "").passed);
    const Comparison one = checked("f32", "if (m == 300 && n == 256) sum += 1e-3f;");
    CHECK_FALSE(one.passed);
    CHECK(one.location == "C[300,256]");
    CHECK(one.wrong == 1);
    CHECK(one.reference == "CLBlast");
    CHECK(checked("f64", "if (m == 7) sum *= 1.0000001;").wrong == 257);
    CHECK(checked("f32", "if (m == 150 && n == 3) sum = NAN;").location == "C[150,3]");
    CHECK(checked("f32", "if (m == 150) C[m * ldc + 257] = 0;").location == "C[150,257]");
    // Outside of the buffer, and into an input.
    CHECK_THAT(checked("f32", "if (m + n == 0) C[300 * 260 + 257] = 0;").text(),
               Catch::Contains("C[78257]: a write outside of the buffer"));
    CHECK_THAT(checked("f32", "if (m + n == 0) A[-1] = 0;").text(),
               Catch::Contains("A[-1]: a write outside of the buffer"));
    CHECK_THAT(checked("f32", "if (m + n == 0) B[5] = 0;").text(),
               Catch::Contains("B[5]: an input was overwritten"));
}

TEST_CASE("a device that finds everything right is not believed blindly", "[device]") {
    KeptReferences kept(std::size_t{1} << 24U);
    WorkloadContext there = as_on_gpu();
    there.products = &kept;
    const Problem problem = product("f32");
    const std::vector<double> zeros(301 * 257, 0.0);
    const std::vector<double> any(zeros.size(), infinity);
    kept.of({.problem = problem,
             .seed = there.seed,
             .spread = there.spread,
             .device = there.device(),
             .known_fault = ""},
            [&] {
                return ProductReference{.expected = zeros,
                                        .bound = zeros,
                                        .computed_by = "CLBlast",
                                        .there = put_on_device(there.queue, zeros, any)};
            });
    const auto workload = make_workload(shipped("gemm_tile"), problem, there);
    CHECK_FALSE(run(*workload, one_item_per_element(problem), gemm_with(""), there).passed);
}
