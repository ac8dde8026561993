// SPDX-License-Identifier: MIT
// The result of a check: that all is right, or the worst element, its error, and the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace hone {

struct Comparison {
    bool passed = true;
    std::string where;        // "C[17,3]"
    double got = 0;           // there
    double expected = 0;      // there
    double error = 0;         // their distance; NaN where one of them is
    double bound = 0;         // and how large it may be
    std::uint64_t wrong = 0;  // how many elements were beyond theirs
    std::string against;      // who disagreed: "CLBlast", "the host", "the guard zone of C", …

    /// "C[17,3] is 2.5 and should be 2.4 +- 0.001 (CLBlast); 5 elements are wrong", or "right".
    std::string text() const;

    /// Adds one element: the worst of those out of bounds is kept, a NaN above all.
    void add_element(double got_here, double expected_here, double bound_here, auto where_is) {
        const double error_here =
            got_here > expected_here ? got_here - expected_here : expected_here - got_here;
        if (got_here == expected_here || error_here <= bound_here) return;
        ++wrong;
        if (!passed && !worse(error_here, bound_here)) return;
        passed = false;
        where = where_is();
        got = got_here;
        expected = expected_here;
        error = error_here;
        bound = bound_here;
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

/// A failure that is no matter of figures: `what` happened to `where`.
Comparison failure(std::string where, std::string what);

}  // namespace hone
