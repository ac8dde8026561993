// SPDX-License-Identifier: MIT
// Problems that are too large are refused with the bytes or the number, and others are accepted.
// Nothing is allocated here.
#include "kernels/workload/size_limits.hpp"

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

constexpr std::int64_t gibi = std::int64_t{1} << 30;

// The message on a device with this much memory, of which a buffer may take a quarter.
std::string fault(const Space& space, const std::string& precision, const Names& arguments,
                  std::int64_t memory) {
    const Problem problem = make_problem(space, precision, arguments);
    Names known = names_of(problem);
    known["device.global_memory"] = Number(memory);
    known["device.max_allocation"] = Number(memory / 4);
    known["device.compute_units"] = Number(4);
    return size_fault(space, problem, known);
}

std::string gemm_fault(const std::string& precision, std::int64_t m, std::int64_t n, std::int64_t k,
                       const Names& more, std::int64_t memory) {
    Names arguments = more;
    arguments.insert({{"M", Number(m)}, {"N", Number(n)}, {"K", Number(k)}});
    return fault(shipped("gemm_tile"), precision, arguments, memory);
}

std::string sum_fault(const std::string& operation, std::int64_t n, std::int64_t memory) {
    return fault(shipped("reduction_tree"), "f32", {{"n", Number(n)}, {"operation", operation}},
                 memory);
}

}  // namespace

TEST_CASE("a buffer that the device cannot allocate is refused with its bytes") {
    CHECK(gemm_fault("f32", 50000, 50000, 16, {}, 16 * gibi) ==
          "C takes 10,000,000,000 bytes; the device allocates 4,294,967,296 at most");
    CHECK(gemm_fault("f64", 16, 65536, 65536, {}, 64 * gibi) ==
          "B takes 34,359,738,368 bytes; the device allocates 17,179,869,184 at most");
    CHECK(gemm_fault("f32", 16, 65536, 65536, {{"TB", Number(1)}, {"ldb", Number(131072)}},
                     64 * gibi) ==
          "B takes 34,359,476,224 bytes; the device allocates 17,179,869,184 at most");
    CHECK(gemm_fault("f16", 32768, 32768, 32768, {}, 16 * gibi).empty());
    CHECK(sum_fault("sum", 1 * gibi, 8 * gibi) ==
          "x takes 4,294,967,296 bytes; the device allocates 2,147,483,648 at most");
    CHECK(sum_fault("sum", 1 * gibi, 17 * gibi).empty());
    CHECK(sum_fault("sum", 1 * gibi, 16 * gibi) ==
          "x takes 4,296,409,088 bytes with its guard zones; the device allocates 4,294,967,296 at "
          "most");
}

TEST_CASE("buffers that the device cannot hold together are refused with their bytes") {
    const std::int64_t memory = std::int64_t{40000} * 40000 * 4 * 4 + gibi;
    CHECK(gemm_fault("f32", 40000, 40000, 40000, {}, memory).empty());
    const Space own = read_space(std::filesystem::path(HONE_SOURCE_DIR) / "examples/vector.toml");
    CHECK(fault(own, "f32", {{"n", Number(gibi / 2)}}, 9 * gibi).empty());
    CHECK_THAT(fault(own, "f32", {{"n", Number(gibi)}}, 8 * gibi), Catch::Contains(" bytes; "));
    const Problem problem = make_problem(own, "f32", {{"n", Number(gibi)}});
    Names known = names_of(problem);
    CHECK(size_fault(own, problem, known).empty());  // on a device that reports no limits
    known["device.global_memory"] = Number(8 * gibi);
    known["device.max_allocation"] = Number(8 * gibi);
    CHECK(size_fault(own, problem, known) ==
          "its buffers take 12,884,901,888 bytes; the device has 8,589,934,592");
}

TEST_CASE("a size that the type of an argument cannot hold is refused, in both routines alike") {
    const std::int64_t most = 2 * gibi - 1;
    CHECK(sum_fault("sum", most, 64 * gibi).empty());
    CHECK(sum_fault("max", 4 * gibi, 65 * gibi).empty());  // n is a long there
    CHECK(fault(shipped("clblast_xdot"), "f32", {{"n", Number(4 * gibi)}}, 64 * gibi) ==
          "n is 4,294,967,296; the kernel's 'n' is of type int, which holds 2,147,483,647 at most");
    CHECK(gemm_fault("f32", 1, most + 1, 1, {}, 64 * gibi) ==
          "N is 2,147,483,648; the kernel's 'N' is of type int, which holds 2,147,483,647 at most");
    CHECK(gemm_fault("f32", 1, most, 1, {}, 64 * gibi).empty());
}

TEST_CASE("a leading dimension that is shorter than a row is refused, and a negative one") {
    const auto told = [](const Names& more) { return gemm_fault("f32", 2, 4, 8, more, gibi); };
    CHECK(told({{"lda", Number(-5)}}) == "lda is -5: it is 0, or K = 8 at least");
    CHECK(told({{"lda", Number(7)}}) == "lda is 7: it is 0, or K = 8 at least");
    CHECK(told({{"lda", Number(-8)}, {"TA", Number(1)}}) ==
          "lda is -8: it is 0, or M = 2 at least");
    CHECK(told({{"ldb", Number(7)}, {"TB", Number(1)}}) == "ldb is 7: it is 0, or K = 8 at least");
    CHECK(told({{"ldc", Number(-1)}}) == "ldc is -1: it is 0, or N = 4 at least");
    CHECK(told({{"lda", Number(8)}, {"ldb", Number(4)}, {"ldc", Number(5)}}).empty());
}

TEST_CASE("a product with a negative leading dimension is not even allocated", "[device]") {
    const Space gemm = shipped("gemm_tile");
    const Problem problem = make_problem(
        gemm, "f32", {{"M", Number(2)}, {"N", Number(4)}, {"K", Number(8)}, {"lda", Number(-5)}});
    CHECK_THROWS_WITH(make_workload(gemm, problem, test_context()),
                      Catch::Contains("gemm needs lda to be 0 or at least 8, not -5"));
}

TEST_CASE("the factors of a product are reals: any magnitude is accepted") {
    CHECK(gemm_fault("f32", 2, 4, 8, {{"alpha", Number(3 * gibi)}}, gibi).empty());
}

TEST_CASE("a size that a user's kernel cannot count is refused by the type in its space") {
    Space own = read_space(std::filesystem::path(HONE_SOURCE_DIR) / "tests/liars/scale.toml");
    const auto with_type = [&](const std::string& type) {
        for (Argument& each : own.arguments)
            if (each.name == "n") each.type = type;
        return fault(own, "f32", {{"n", Number(4 * gibi)}}, 1024 * gibi);
    };
    CHECK_THAT(with_type("int"), Catch::Contains("'n' is of type int"));
    CHECK_THAT(with_type("uint"), Catch::Contains("which holds 4,294,967,295 at most"));
    CHECK(with_type("long").empty());
    CHECK(with_type("ulong").empty());
}

TEST_CASE("a number that an argument's type does not hold is refused, and the ends are not") {
    Space own = read_space(std::filesystem::path(HONE_SOURCE_DIR) / "tests/liars/scale.toml");
    const auto with = [&](const std::string& type, const std::string& value) {
        for (Argument& each : own.arguments) {
            if (each.name != "n") continue;
            each.type = type;
            each.value = {Expression::parse(value)};
        }
        return fault(own, "f32", {{"n", Number(8)}}, gibi);
    };
    CHECK(with("uchar", "255").empty());
    CHECK_THAT(with("uchar", "256"), Catch::Contains("which holds 255 at most"));
    CHECK_THAT(with("uchar", "-1"), Catch::Contains("less than that holds"));
    CHECK(with("int", "-2147483648").empty());
    CHECK_THAT(with("int", "-3000000000"), Catch::Contains("less than that holds"));
    CHECK_THAT(with("ulong", "n / 3"), Catch::Contains("no whole number"));
    CHECK(with("float", "n / 3").empty());
}

TEST_CASE("a random fill within the bounds of its type is drawn, and any other refused") {
    Space own = read_space(std::filesystem::path(HONE_SOURCE_DIR) / "tests/liars/count.toml");
    const auto with = [&](const std::string& type, const std::string& low,
                          const std::string& high) {
        for (Argument& each : own.arguments) {
            if (each.name != "x") continue;
            each.type = type;
            each.low = Expression::parse(low);
            each.high = Expression::parse(high);
        }
        return fault(own, "f32", {}, gibi);
    };
    CHECK(with("uchar", "0", "256").empty());
    CHECK(with("float", "-5", "1000").empty());
    CHECK(with("uchar", "0", "1000") ==
          "x is filled from or to 1000, which its type uchar does not hold");
    CHECK(with("uint", "-5", "5") ==
          "x is filled from or to -5, which its type uint does not hold");
}
