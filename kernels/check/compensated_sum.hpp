// SPDX-License-Identifier: MIT
// The host's reference: a compensated sum, which carries its rounding errors along. It is as exact
// as a sum in twice the precision of double (Ogita, Rump, Oishi: Accurate sum and dot product,
// 2005).
#pragma once

#include <cmath>

namespace hone {

class CompensatedSum {
  public:
    void add(double value) {
        const double sum = sum_ + value;
        const double taken = sum - sum_;
        lost_ += (sum_ - (sum - taken)) + (value - taken);
        sum_ = sum;
    }

    void add_product(double a, double b) {
        const double product = a * b;
        lost_ += std::fma(a, b, -product);
        add(product);
    }

    /// Adds a partial sum.
    void add(const CompensatedSum& other) {
        add(other.sum_);
        lost_ += other.lost_;
    }

    double value() const { return sum_ + lost_; }

  private:
    double sum_ = 0;
    double lost_ = 0;
};

}  // namespace hone
