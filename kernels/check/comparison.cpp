// SPDX-License-Identifier: MIT
// Finds the worst element and describes it in a message.
#include "kernels/check/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "kernels/check/parallel_for.hpp"

namespace hone {

bool Comparison::worse(double error_here, double bound_here) const {
    if (std::isnan(error)) return false;
    // Products instead of ratios: a bound may be zero.
    return std::isnan(error_here) || error_here * bound > error * bound_here;
}

void Comparison::merge(const Comparison& other) {
    const std::uint64_t all = wrong + other.wrong;
    const double share = std::max(right_share, other.right_share);
    if (!other.passed && (passed || worse(other.error, other.bound))) *this = other;
    wrong = all;
    right_share = share;
}

std::string Comparison::text() const {
    if (passed) return "right";
    if (wrong == 0) return fmt::format("{}: {}", location, reference);
    const std::string others = wrong == 1 ? "" : fmt::format("; {} elements are wrong", wrong);
    if (!exactly.empty())
        return fmt::format("{} is {} ({}){}", location, exactly, reference, others);
    // Prints with the precision of a float, or of a double if the two numbers look equal as floats.
    constexpr int float_digits = 9;
    constexpr int double_digits = 17;
    const bool differs =
        fmt::format("{:.{}g}", got, float_digits) != fmt::format("{:.{}g}", expected, float_digits);
    const int digits = differs ? float_digits : double_digits;
    return fmt::format("{} is {:.{}g} and should be {:.{}g} +- {:.2g} ({}){}", location, got,
                       digits, expected, digits, bound, reference, others);
}

Comparison compare_rows(
    std::size_t count, std::size_t width,
    const std::function<Comparison(std::size_t from, std::size_t to)>& compare) {
    std::vector<Comparison> found(parallel_chunks(count, width));
    parallel_for(found.size(), count, [&](std::size_t i, std::size_t from, std::size_t to) {
        found[i] = compare(from, to);
    });
    Comparison all = found[0];
    for (std::size_t i = 1; i < found.size(); ++i) all.merge(found[i]);
    return all;
}

namespace {

std::string integer_text(const Element& element, std::uint64_t bits) {
    return element.is_signed ? fmt::format("{}", static_cast<std::int64_t>(bits))
                             : fmt::format("{}", bits);
}

// The difference of two 64-bit integers of any sign, without overflow.
void add_integer(const Element& element, std::uint64_t got, std::uint64_t expected,
                 Tolerance tolerance, Comparison& comparison, auto location_of) {
    if (got == expected) return;
    const bool above = element.is_signed
                           ? static_cast<std::int64_t>(got) > static_cast<std::int64_t>(expected)
                           : got > expected;
    const auto real = [&](std::uint64_t bits) {
        return element.is_signed ? static_cast<double>(static_cast<std::int64_t>(bits))
                                 : static_cast<double>(bits);
    };
    const double error = static_cast<double>(above ? got - expected : expected - got);
    const double bound = tolerance.absolute + tolerance.relative * std::fabs(real(expected));
    if (error <= bound) return comparison.add_right(error, bound);
    if (comparison.add_wrong(real(got), real(expected), error, bound, location_of)) {
        comparison.exactly = fmt::format("{} and should be {}", integer_text(element, got),
                                         integer_text(element, expected));
    }
}

void add_real(double got, double expected, Tolerance tolerance, Comparison& comparison,
              auto location_of) {
    const bool exact = tolerance.absolute == 0 && tolerance.relative == 0;
    if (exact && got == expected && std::signbit(got) != std::signbit(expected)) {
        if (comparison.add_wrong(got, expected, 0, 0, location_of))
            comparison.exactly = fmt::format("{} and should be {}", got, expected);
        return;
    }
    const double bound = tolerance.absolute + tolerance.relative * std::fabs(expected);
    comparison.add_element(got, expected, bound, location_of);
}

// "y[3]"; for vectors with the lane as in OpenCL C: "y[3].s1".
std::string location_in(const std::string& name, std::size_t width, std::size_t value) {
    if (width == 1) return fmt::format("{}[{}]", name, value);
    const std::size_t room = width == 3 ? 4 : width;
    return fmt::format("{}[{}].s{:x}", name, value / room, value % room);
}

}  // namespace

Comparison compare_arrays(const std::string& name, const Element& element, std::size_t width,
                          std::span<const std::byte> got, std::span<const std::byte> expected,
                          Tolerance tolerance) {
    if (std::ranges::equal(got, expected)) return {};
    return compare_rows(expected.size() / element.bytes, 1, [&](std::size_t from, std::size_t to) {
        Comparison found;
        for (std::size_t i = from; i < to; ++i) {
            if (width == 3 && i % 4 == 3) continue;
            const auto location_of = [&] { return location_in(name, width, i); };
            if (element.is_integer()) {
                add_integer(element, element.bits_at(got, i), element.bits_at(expected, i),
                            tolerance, found, location_of);
            } else {
                add_real(element.at(got, i), element.at(expected, i), tolerance, found,
                         location_of);
            }
        }
        return found;
    });
}

Comparison failure(std::string location, std::string what) {
    Comparison comparison;
    comparison.passed = false;
    comparison.location = std::move(location);
    comparison.reference = std::move(what);
    return comparison;
}

}  // namespace hone
