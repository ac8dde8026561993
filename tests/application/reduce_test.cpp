// SPDX-License-Identifier: MIT
// hone::reduce as an application calls it, compared with a host loop; and its rejections.
#include <numeric>

#include "tests/application/here.hpp"

using namespace application;
using hone::Operation;
using hone::Precision;

namespace {

double expected(Operation operation, const std::vector<double>& x, const std::vector<double>& y,
                std::size_t from_x, std::size_t from_y, std::size_t n) {
    double result = operation == Operation::max ? -1e9 : 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double value = x[from_x + i];
        switch (operation) {
            case Operation::sum:
                result += value;
                break;
            case Operation::dot:
                result += value * y[from_y + i];
                break;
            case Operation::asum:
                result += std::abs(value);
                break;
            case Operation::max:
                result = std::max(result, value);
                break;
        }
    }
    return result;
}

void check(Precision precision, Operation operation, std::size_t n, std::size_t offset) {
    const Numbers x(precision, n + offset + 3, 5);
    const Numbers y(precision, n + offset + 10, 9);
    const Numbers result(precision, offset + 2, 2);
    const cl::Event done = hone::reduce(here().queue, precision, operation, n, {x.buffer, offset},
                                        {y.buffer, offset + 7}, {result.buffer, offset});
    const double wanted = expected(operation, x.host, y.host, offset, offset + 7, n);
    const auto found = result.read({done});
    INFO("operation " << static_cast<int>(operation) << " n " << n << " offset " << offset);
    CHECK(found[offset] == Approx(wanted).epsilon(1e-5).margin(1e-4));
    CHECK(found[offset + 1] == result.host[offset + 1]);  // the neighboring element is unchanged
}

}  // namespace

TEST_CASE("reductions of any length from anywhere", "[device]") {
    for (const Operation operation :
         {Operation::sum, Operation::dot, Operation::asum, Operation::max})
        for (const std::size_t n : {1U, 7U, 1000U, 100003U})
            for (const std::size_t offset : {0U, 3U, 64U})
                for (const Precision precision : {Precision::f32, Precision::f64})
                    check(precision, operation, n, offset);
}

TEST_CASE("whole numbers are summed exactly", "[device]") {
    for (const std::size_t n : {5U, 4099U}) {
        const Numbers x(Precision::i32, n, 5);
        const Numbers result(Precision::i32, 1, 0);
        hone::reduce(here().queue, Precision::i32, Operation::sum, n, x.buffer, result.buffer);
        CHECK(result.read()[0] == std::accumulate(x.host.begin(), x.host.end(), 0.0));
    }
}

TEST_CASE("what cannot be reduced is refused in plain words", "[device]") {
    const Numbers x(Precision::f32, 100, 1);
    const Numbers result(Precision::f32, 1, 0);
    const auto refusal = [&](Precision precision, std::size_t n, const hone::Vector& from,
                             const hone::Vector& into) -> std::string {
        try {
            hone::reduce(here().queue, precision, Operation::sum, n, from, into);
        } catch (const hone::LaunchError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refusal(Precision::f32, 101, x.buffer, result.buffer) ==
          "x has 101 elements from offset 0, but its buffer has 100");
    CHECK(refusal(Precision::f32, 100, x.buffer, {result.buffer, 1}) ==
          "result has 1 elements from offset 1, but its buffer has 1");
    CHECK(refusal(Precision::f32, 100, x.buffer, {x.buffer, 99}) ==
          "result overlaps with x, which is read while it is written");
    CHECK(refusal(Precision::f32, 99, x.buffer, {x.buffer, 99}) == "");
    CHECK(refusal(Precision::f32, 0, x.buffer, result.buffer) == "n has to be 1 or more, not 0");
    CHECK(refusal(Precision::f16, 10, x.buffer, result.buffer) ==
          "reduction has no precision 'f16'; it has f32, f64, i32");
    CHECK(application::refusal([&] {
              hone::reduce(here().queue, Precision::f32, Operation::dot, 100, x.buffer,
                           result.buffer);
          }) == "dot takes x and y");
}

TEST_CASE("parts of parts of buffers are summed where they lie", "[device]") {
    const Numbers x(Precision::f32, 8192, 5);
    const Numbers result(Precision::f32, 1, 0);
    const cl_buffer_region region{4096, 16384};
    cl::Buffer whole = x.buffer;
    const cl::Buffer part =
        whole.createSubBuffer(CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region);
    for (const std::size_t offset : {0U, 3U, 1024U}) {
        const cl::Event done = hone::reduce(here().queue, Precision::f32, Operation::sum, 1000,
                                            {part, offset}, result.buffer);
        CHECK(result.read({done})[0] ==
              Approx(expected(Operation::sum, x.host, x.host, 1024 + offset, 0, 1000)));
    }
}

TEST_CASE("buffers over memory of the application may begin anywhere", "[device]") {
    constexpr std::size_t n = 5000;
    std::vector<float> memory(n + 32);
    for (const std::size_t from : {0U, 1U, 4U, 16U}) {
        float* const x = memory.data() + from;
        for (std::size_t i = 0; i < n; ++i) x[i] = 1;
        const cl::Buffer over(here().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                              n * sizeof(float), x);
        const cl::Buffer result(here().context, CL_MEM_READ_WRITE, sizeof(float));
        const cl::Event done =
            hone::reduce(here().queue, Precision::f32, Operation::sum, n, {over}, {over}, {result});
        float sum = 0;
        const std::vector<cl::Event> after{done};
        here().queue.enqueueReadBuffer(result, CL_TRUE, 0, sizeof sum, &sum, &after);
        INFO("from " << from);
        CHECK(sum == n);
    }
}
