// SPDX-License-Identifier: MIT
// The exponents of a check's inputs. Numbers from 1/4 to 1 are multiplied by powers of two; all
// products of one sum have the same one. So digits and relative errors stay as they are, and an
// error that depends on magnitudes shows.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/element.hpp"

namespace hone {

/// number * 2^exponent; the exponent is mostly 0.
inline double scaled(double number, int exponent) {
    return exponent == 0 ? number : std::ldexp(number, exponent);
}

/// The exponents that inputs have: one for all, those of all normal numbers, or also those of
/// denormal numbers.
enum class Spread { none, normal, denormal };

/// The exponents for inputs of this precision: as far as its error bound holds and `spread` allows.
ExponentRange range_of(std::string_view precision, Spread spread);

/// The exponents of two matrices that are multiplied. Each row of A and each column of B has one.
/// Each inner index adds opposite exponents to A and B, so exponents differ within every row, and A
/// is denormal at the largest elements of B.
class ProductExponents {
  public:
    /// The bits by which a sum of such products may grow, and a factor.
    struct Growth {
        int sum = 0, factor = 0;
    };
    ProductExponents(ExponentRange range, Growth growth, std::uint64_t seed);

    int row(std::size_t index) const { return of(row_, index, lowest_, highest_); }
    int column(std::size_t index) const { return of(column_, index, lowest_, highest_); }
    int inner(std::size_t index) const { return of(inner_, index, -opposite_, opposite_); }

  private:
    // Called twice for each element; the inputs of the tuned problem have no exponents.
    static int of(const TestInputs& inputs, std::size_t index, int low, int high) {
        return low == high ? low : draw(inputs, index, low, high);
    }
    static int draw(const TestInputs& inputs, std::size_t index, int low, int high);

    TestInputs row_, column_, inner_;
    int lowest_ = 0, highest_ = 0, opposite_ = 0;
};

/// The exponents of numbers that are summed up or compared: a common one, which is up to `below`
/// lower for some numbers.
class VectorExponents {
  public:
    /// `growth`: the bits by which their sum may grow.
    VectorExponents(ExponentRange range, int growth, std::uint64_t seed);

    int all() const { return all_; }
    /// How much lower this number's exponent is; 0 for about half of the numbers.
    int less(std::size_t index) const;
    /// The lowest possible exponent.
    int least() const { return all_ - below_; }

  private:
    TestInputs inputs_;
    int all_ = 0, below_ = 0;
};

}  // namespace hone
