// SPDX-License-Identifier: MIT
// The result of a check: that all is right, or the worst element, its error, and the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>

#include "kernels/launch/element.hpp"

namespace hone {

struct Comparison {
    bool passed = true;
    std::string where;        // "C[17,3]"
    double got = 0;           // there
    double expected = 0;      // there
    double error = 0;         // their distance; NaN where one of them is
    double bound = 0;         // and how large it may be
    std::string exactly;      // of integers, which double may not hold: got and expected
    std::uint64_t wrong = 0;  // how many elements were beyond theirs
    double right_share = 0;   // of what is right: the largest error, as a share of its bound
    std::string against;      // who disagreed: "CLBlast", "the host", "the guard zone of C", …
    bool is_memory_spoiled = false;  // what belongs to hone was written to

    /// "C[17,3] is 2.5 and should be 2.4 +- 0.001 (CLBlast); 5 elements are wrong", or "right".
    std::string text() const;

    /// Adds one element: the worst of those out of bounds is kept, a NaN above all. Infinity is right
    /// only where it is expected, with its sign, and NaN only where NaN is.
    void add_element(double got_here, double expected_here, double bound_here, auto where_is) {
        const double error_here =
            got_here > expected_here ? got_here - expected_here : expected_here - got_here;
        if (error_here <= bound_here && error_here < std::numeric_limits<double>::infinity())
            return add_right(error_here, bound_here);
        if (got_here == expected_here || (got_here != got_here && expected_here != expected_here))
            return;
        add_wrong(got_here, expected_here, error_here, bound_here, where_is);
    }

    /// Notes how far off an element is that is right.
    void add_right(double error_here, double bound_here) {
        if (error_here > right_share * bound_here) right_share = error_here / bound_here;
    }

    /// Counts one wrong element, and keeps the worst.
    bool add_wrong(double got_here, double expected_here, double error_here, double bound_here,
                   auto where_is) {
        ++wrong;
        if (!passed && !worse(error_here, bound_here)) return false;
        passed = false;
        where = where_is();
        got = got_here;
        expected = expected_here;
        error = error_here;
        bound = bound_here;
        exactly.clear();
        return true;
    }

    /// Adds what was found in another part of the same result.
    void merge(const Comparison& other);

  private:
    bool worse(double error_here, double bound_here) const;
};

/// Compares `count` rows of `width` elements in parallel chunks, and merges the results. `compare`
/// gets rows [from, to).
Comparison compare_rows(std::size_t count, std::size_t width,
                        const std::function<Comparison(std::size_t from, std::size_t to)>& compare);

/// How far an element may be from what is expected: absolute + relative * |expected|. Where both are
/// 0 a result must have the same bits, which tells 0 from -0; NaN equals NaN in any case.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

/// Compares arrays of elements, integers as integers. Of a vector of three lanes (`width`) the
/// fourth means nothing. `name` is what the array is called: "y" for "y[3]", and of
/// vectors "y[3].s1".
Comparison compare_arrays(const std::string& name, const Element& element, std::size_t width,
                          std::span<const std::byte> got, std::span<const std::byte> expected,
                          Tolerance tolerance);

/// A failure that is no matter of figures: `what` happened to `where`.
Comparison failure(std::string where, std::string what);

}  // namespace hone
