// SPDX-License-Identifier: MIT
// hone::gemm as an application calls it, compared with a host loop: precisions, orders, transposes,
// leading dimensions, offsets, factors, events and queues; and its rejections.
#include <thread>

#include "tests/application/here.hpp"

using namespace application;
using hone::Order;
using hone::Precision;

namespace {

struct Operand {
    std::size_t offset = 0;
    std::size_t gap = 0;  // elements after each line
    bool transposed = false;
};

struct Case {
    Precision precision = Precision::f32;
    Order order = Order::row_major;
    std::size_t m = 37, n = 29, k = 43;
    Operand a, b, c;
    double alpha = 1, beta = 0;
};

/// A matrix with its position in a buffer.
class Stored {
  public:
    Stored(const Case& call, std::size_t rows, std::size_t columns, const Operand& operand,
           std::size_t seed)
        : row_major_((call.order == Order::row_major) != operand.transposed),
          line_((row_major_ ? columns : rows) + operand.gap),
          offset_(operand.offset),
          transposed_(operand.transposed),
          gap_(operand.gap),
          numbers(call.precision, offset_ + (row_major_ ? rows : columns) * line_ + 3, seed) {}

    std::size_t at(std::size_t row, std::size_t column) const {
        return offset_ + (row_major_ ? row * line_ + column : column * line_ + row);
    }
    hone::Matrix matrix() const {
        return {numbers.buffer, offset_, gap_ == 0 ? 0 : line_, transposed_};
    }

  private:
    bool row_major_;
    std::size_t line_, offset_;
    bool transposed_;
    std::size_t gap_;

  public:
    Numbers numbers;
};

/// The expected C, with everything around it unchanged.
std::vector<double> expected(const Case& call, const Stored& a, const Stored& b, const Stored& c) {
    std::vector<double> all = c.numbers.host;
    for (std::size_t i = 0; i < call.m; ++i)
        for (std::size_t j = 0; j < call.n; ++j) {
            double sum = 0;
            for (std::size_t l = 0; l < call.k; ++l)
                sum += a.numbers.host[a.at(i, l)] * b.numbers.host[b.at(l, j)];
            double& element = all[c.at(i, j)];
            element = call.alpha * sum + (call.beta == 0 ? 0 : call.beta * element);
        }
    return all;
}

double largest_error(Precision precision, const std::vector<double>& found,
                     const std::vector<double>& wanted) {
    double worst = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const double error = std::abs(found[i] - wanted[i]) / (1 + std::abs(wanted[i]));
        if (std::isnan(error)) return error;  // std::max would drop it
        worst = std::max(worst, error);
    }
    return worst / roundoff(precision);
}

/// Multiplies on the device; returns the largest error in units of the last place.
double error_of(const Case& call) {
    const Stored a(call, call.m, call.k, call.a, 1);
    const Stored b(call, call.k, call.n, call.b, 2);
    const Stored c(call, call.m, call.n, call.c, 3);
    const cl::Event done =
        hone::gemm(here().queue, call.precision, call.order, call.m, call.n, call.k, call.alpha,
                   a.matrix(), b.matrix(), call.beta, c.matrix());
    return largest_error(call.precision, c.numbers.read({done}), expected(call, a, b, c));
}

void check_all(Case call) {
    for (const Order order : {Order::row_major, Order::column_major})
        for (const bool ta : {false, true})
            for (const bool tb : {false, true}) {
                call.order = order;
                call.a.transposed = ta;
                call.b.transposed = tb;
                INFO("order " << static_cast<int>(order) << " TA " << ta << " TB " << tb);
                CHECK(error_of(call) < 4);
            }
}

}  // namespace

TEST_CASE("a result that is no number has no small error", "[device]") {
    CHECK(largest_error(Precision::f32, {1, 2, 3}, {1, 2, 3}) < 4);
    CHECK_FALSE(largest_error(Precision::f32, {1, NAN, 3}, {1, 2, 3}) < 4);
    CHECK_FALSE(largest_error(Precision::f32, {NAN, 2, 3}, {1, 2, 3}) < 4);
}

TEST_CASE("a product in every order, transposed or not", "[device]") {
    check_all({});
    Case f64;
    f64.precision = Precision::f64;
    check_all(f64);
    Case tf32;
    tf32.precision = Precision::tf32;
    check_all(tf32);
}

TEST_CASE("a product with gaps between its lines and factors", "[device]") {
    Case call;
    call.a.gap = 5;
    call.b.gap = 1;
    call.c.gap = 3;
    call.alpha = -0.5;
    call.beta = 2;
    check_all(call);
}

TEST_CASE("a product of parts of buffers, wherever they begin", "[device]") {
    Case call;
    for (const std::size_t offset : {1U, 32U, 100U, 1024U}) {
        call.a.offset = offset;
        call.b.offset = offset + 7;
        call.c.offset = 2 * offset;
        call.c.gap = 2;
        call.beta = 1;
        INFO("offset " << offset);
        check_all(call);
    }
}

TEST_CASE("products of many shapes", "[device]") {
    const std::size_t shapes[][3] = {{1, 1, 1},   {1, 64, 64},   {64, 1, 64},   {64, 64, 1},
                                     {3, 200, 5}, {129, 65, 33}, {256, 128, 64}};
    for (const auto& [m, n, k] : shapes) {
        Case call;
        call.m = m;
        call.n = n;
        call.k = k;
        INFO(m << ' ' << n << ' ' << k);
        CHECK(error_of(call) < 4);
    }
}

TEST_CASE("half precisions where the device has them, else a reason", "[device]") {
    for (const Precision precision : {Precision::f16, Precision::bf16}) {
        Case call;
        call.precision = precision;
        const std::string reason = refusal([&] { CHECK(error_of(call) < 2); });
        if (reason.empty()) check_all(call);
        INFO(reason);
        CHECK((reason.empty() || reason.find("gemm") != std::string::npos));
    }
}

TEST_CASE("with beta = 0 what was in C does not matter", "[device]") {
    Case call;
    const Stored a(call, call.m, call.k, {}, 1);
    const Stored b(call, call.k, call.n, {}, 2);
    const Stored c(call, call.m, call.n, {1, 0, false}, 3);
    std::vector<float> nan(c.numbers.host.size(), NAN);
    here().queue.enqueueWriteBuffer(c.numbers.buffer, CL_TRUE, 4, (nan.size() - 4) * 4, nan.data());
    hone::gemm(here().queue, call.precision, call.order, call.m, call.n, call.k, 1, a.matrix(),
               b.matrix(), 0, c.matrix());
    auto found = c.numbers.read();
    found.resize(c.at(call.m - 1, call.n - 1) + 1);
    auto wanted = expected(call, a, b, c);
    wanted.resize(found.size());
    CHECK(largest_error(call.precision, found, wanted) < 4);
}

namespace {

/// Two products, the second of the first one's result. That result lies at an offset that is not
/// aligned for a sub-buffer, so it is copied.
struct Chain {
    Case call{.m = 64, .n = 64, .k = 64, .a = {}, .b = {}, .c = {}};
    Stored a{call, 64, 64, {}, 1}, b{call, 64, 64, {}, 2};
    Stored first{call, 64, 64, {5, 0, false}, 3}, second{call, 64, 64, {}, 4};
};

}  // namespace

TEST_CASE("products wait for events, and follow each other on any queue", "[device]") {
    const cl::CommandQueue out_of_order(here().context, here().device,
                                        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    const cl::CommandQueue other(here().context, here().device);
    const auto [call, a, b, first, second] = Chain();
    cl::UserEvent go(here().context);
    const auto product = [&](const cl::CommandQueue& queue, const Stored& left, const Stored& right,
                             const Stored& into, const cl::Event& after) {
        return hone::gemm(queue, Precision::f32, Order::row_major, 64, 64, 64, 1, left.matrix(),
                          right.matrix(), 0, into.matrix(), {after});
    };
    const cl::Event one = product(out_of_order, a, b, first, go);
    const cl::Event two = product(out_of_order, first, b, second, one);
    CHECK(two.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() != CL_COMPLETE);
    go.setStatus(CL_COMPLETE);
    two.wait();
    const Stored third(call, 64, 64, {}, 5);
    const cl::Event three = product(other, second, b, third, two);
    Stored now = first;
    now.numbers.host = expected(call, a, b, first);
    Stored later = second;
    later.numbers.host = expected(call, now, b, second);
    CHECK(largest_error(Precision::f32, later.numbers.read({two}), later.numbers.host) < 40);
    CHECK(largest_error(Precision::f32, third.numbers.read({three}),
                        expected(call, later, b, third)) < 400);
}

TEST_CASE("products without events follow each other in a queue", "[device]") {
    const auto [call, a, b, first, second] = Chain();
    const auto product = [&, &right = b](const Stored& left, const Stored& into) {
        hone::gemm(here().queue, Precision::f32, Order::row_major, 64, 64, 64, 1, left.matrix(),
                   right.matrix(), 0, into.matrix(), nullptr, nullptr);
    };
    product(a, first);
    product(first, second);
    here().queue.finish();
    Stored now = first;
    now.numbers.host = expected(call, a, b, first);
    CHECK(largest_error(Precision::f32, first.numbers.read(), now.numbers.host) < 4);
    CHECK(largest_error(Precision::f32, second.numbers.read(), expected(call, now, b, second)) <
          40);
}

TEST_CASE("threads multiply at once, each for itself", "[device]") {
    std::vector<double> errors(6, 1e9);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < errors.size(); ++t)
        threads.emplace_back([&errors, t] {
            const cl::CommandQueue queue(here().context, here().device);
            Case call;
            call.m = call.n = call.k = t % 2 == 0 ? 96 : 64;
            const Stored a(call, call.m, call.k, {}, t);
            const Stored b(call, call.k, call.n, {}, t + 1);
            const Stored c(call, call.m, call.n, {}, 0);
            for (int i = 0; i < 5; ++i)
                hone::gemm(queue, call.precision, call.order, call.m, call.n, call.k, 1, a.matrix(),
                           b.matrix(), 0, c.matrix());
            queue.finish();
            errors[t] = largest_error(call.precision, c.numbers.read(), expected(call, a, b, c));
        });
    for (std::thread& thread : threads) thread.join();
    for (const double error : errors) CHECK(error < 4);
}

TEST_CASE("what cannot be multiplied is refused in plain words", "[device]") {
    const Numbers all(Precision::f32, 100, 1);
    const cl::CommandQueue& queue = here().queue;
    const auto refused = [&](std::size_t m, std::size_t n, std::size_t k, const hone::Matrix& a,
                             const hone::Matrix& b, const hone::Matrix& c,
                             Precision precision = Precision::f32) {
        return refusal(
            [&] { hone::gemm(queue, precision, Order::row_major, m, n, k, 1, a, b, 0, c); });
    };
    const hone::Matrix whole(all.buffer);
    CHECK(refused(11, 10, 10, whole, whole, whole) ==
          "A has 110 elements from offset 0, but its buffer has 100");
    CHECK(refused(10, 10, 10, whole, {all.buffer, 1}, whole) ==
          "B has 100 elements from offset 1, but its buffer has 100");
    CHECK(refused(10, 10, 10, whole, whole, {all.buffer, std::size_t{0} - 50}) ==
          "C has 100 elements from offset 18446744073709551566, but its buffer has 100");
    CHECK(refused(4, 4, 4, {all.buffer, 0, 3}, whole, whole) ==
          "the leading dimension of A is 3; it has to be at least 4");
    CHECK(refused(4, 4, 4, whole, whole, {all.buffer, 0, 0, true}) == "C cannot be transposed");
    CHECK(refused(4, 4, 0, whole, whole, whole) == "k has to be at least 1");
    CHECK(refused(4, 4, 4, cl::Buffer(), whole, whole) == "A has no buffer");
    CHECK(refused(4, 4, std::size_t{1} << 40U, whole, whole, whole) ==
          "1099511627776 exceeds 2147483647");
    CHECK(refused(4, 4, 4, whole, whole, {all.buffer, 15}) ==
          "C overlaps with A, which is read while it is written");
    CHECK(refused(4, 4, 4, whole, whole, {all.buffer, 16}).empty());
    CHECK(refused(4, 4, 4, whole, whole, {all.buffer, 16}, Precision::i32) ==
          "gemm has no precision 'i32'; it has tf32, f16, bf16, f32, f64, tf32x3");
    CHECK(refusal([&] {
              hone::gemm({}, Precision::f32, Order::row_major, 4, 4, 4, 1, whole, whole, 0, whole);
          }) == "the queue is NULL");
    CHECK(refused(0, 4, 4, whole, whole, whole).empty());  // nothing to do
}
