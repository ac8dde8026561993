// SPDX-License-Identifier: MIT
// The result of a check: passed, or the worst element with its error and the reference.
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
    std::string location;     // the worst element: "C[17,3]"
    double got = 0;           // its value
    double expected = 0;      // its reference value
    double error = 0;         // |got - expected|; NaN if one of them is NaN
    double bound = 0;         // the largest allowed error
    std::string exactly;      // got and expected of integers, which a double may not hold
    std::uint64_t wrong = 0;  // the number of elements beyond their bounds
    double right_share = 0;   // the largest error of a right element, as a share of its bound
    std::string reference;  // what it was compared with: "CLBlast"; or, without numbers, its fault
    bool is_memory_spoiled = false;  // a kernel wrote to hone's own memory

    /// The text of a failure: "C[17,3] is 2.5 and should be 2.4 +- 0.001 (CLBlast); 5 elements are
    /// wrong"; "right" if passed.
    std::string text() const;

    /// Compares one element and keeps the worst one out of bounds; NaN is the worst. Infinity
    /// passes only if the same infinity is expected, NaN only if NaN is.
    void add_element(double got_here, double expected_here, double bound_here, auto location_of) {
        const double error_here =
            got_here > expected_here ? got_here - expected_here : expected_here - got_here;
        if (error_here <= bound_here && error_here < std::numeric_limits<double>::infinity())
            return add_right(error_here, bound_here);
        if (got_here == expected_here || (got_here != got_here && expected_here != expected_here))
            return;
        add_wrong(got_here, expected_here, error_here, bound_here, location_of);
    }

    /// Records the error of an element within its bound.
    void add_right(double error_here, double bound_here) {
        if (error_here > right_share * bound_here) right_share = error_here / bound_here;
    }

    /// Counts one wrong element and keeps it if it is the worst; returns whether it is.
    bool add_wrong(double got_here, double expected_here, double error_here, double bound_here,
                   auto location_of) {
        ++wrong;
        if (!passed && !worse(error_here, bound_here)) return false;
        passed = false;
        location = location_of();
        got = got_here;
        expected = expected_here;
        error = error_here;
        bound = bound_here;
        exactly.clear();
        return true;
    }

    /// Adds the result of another part of the same output.
    void merge(const Comparison& other);

  private:
    bool worse(double error_here, double bound_here) const;
};

/// Compares `count` rows of `width` elements in parallel chunks and merges the results. `compare`
/// gets the rows [from, to).
Comparison compare_rows(std::size_t count, std::size_t width,
                        const std::function<Comparison(std::size_t from, std::size_t to)>& compare);

/// The error bound of an element: absolute + relative * |expected|. If both are 0 the bits must
/// match, which distinguishes 0 from -0; NaN equals NaN in any case.
struct Tolerance {
    double absolute = 0;
    double relative = 0;
};

/// Compares arrays of elements; integers exactly. The fourth lane of a vector of three (`width`) is
/// ignored. `name` is the array's name in messages: "y" gives "y[3]", and "y[3].s1" for vectors.
Comparison compare_arrays(const std::string& name, const Element& element, std::size_t width,
                          std::span<const std::byte> got, std::span<const std::byte> expected,
                          Tolerance tolerance);

/// A failure without numbers: `what` happened at `location`.
Comparison failure(std::string location, std::string what);

}  // namespace hone
