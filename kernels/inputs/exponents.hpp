// SPDX-License-Identifier: MIT
// The exponents of a check's inputs. Numbers from 1/4 to 1 are multiplied by powers of two, so that
// all products of one sum are multiplied by the same one: digits, and errors in proportion to them,
// stay what they are, and an error that depends on magnitudes shows.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/element.hpp"

namespace hone {

/// The number times 2 to the power of `exponent`, which mostly is 0.
inline double scaled(double number, int exponent) {
    return exponent == 0 ? number : std::ldexp(number, exponent);
}

/// Which exponents inputs have: all the same, or those of all normal numbers, or those of denormal
/// ones too.
enum class Spread { none, normal, denormal };

/// The exponents that inputs of this precision are multiplied by: its own, as far as its bound holds
/// and the spread goes.
ExponentRange range_of(std::string_view precision, Spread spread);

/// The exponents of two matrices that are multiplied: each row of A and column of B has one, and
/// what is multiplied with each other has opposite ones besides. So they differ within every row,
/// and A is denormal where B is among the largest.
class ProductExponents {
  public:
    /// By how many bits a sum of such products may grow, and a factor.
    struct Growth {
        int sum = 0, factor = 0;
    };
    ProductExponents(ExponentRange range, Growth growth, std::uint64_t seed);

    int row(std::size_t index) const { return of(row_, index, lowest_, highest_); }
    int column(std::size_t index) const { return of(column_, index, lowest_, highest_); }
    int inner(std::size_t index) const { return of(inner_, index, -opposite_, opposite_); }

  private:
    // Each element asks twice; the tuned problem's have no exponents.
    static int of(const TestInputs& inputs, std::size_t index, int low, int high) {
        return low == high ? low : draw(inputs, index, low, high);
    }
    static int draw(const TestInputs& inputs, std::size_t index, int low, int high);

    TestInputs row_, column_, inner_;
    int lowest_ = 0, highest_ = 0, opposite_ = 0;
};

/// The exponents of numbers that are summed up or compared: one of them all, and those of some are
/// up to `below` less.
class VectorExponents {
  public:
    /// By how many bits their sum may grow.
    VectorExponents(ExponentRange range, int growth, std::uint64_t seed);

    int all() const { return all_; }
    /// How much less that of this number is: 0 for every other one.
    int less(std::size_t index) const;
    /// The smallest there may be.
    int least() const { return all_ - below_; }

  private:
    TestInputs inputs_;
    int all_ = 0, below_ = 0;
};

}  // namespace hone
