// SPDX-License-Identifier: MIT
// The distinct frontiers of one level, and the distinct nodes of one layer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "spaces/language/value.hpp"

namespace hone {

/// A set of rows of T with equal length, numbered in the order of their insertion.
template <class T>
class NumberedRows {
  public:
    explicit NumberedRows(std::size_t width) : width_(width), slots_(64, nowhere) {}

    std::size_t size() const { return size_; }
    const T* operator[](std::size_t row) const { return values_.data() + row * width_; }

    /// The number of this row; a new row is added.
    std::uint32_t number(const T* row) {
        if (size_ * 2 >= slots_.size()) widen();
        std::size_t slot = hash(row) & (slots_.size() - 1);
        while (slots_[slot] != nowhere) {
            if (std::equal(row, row + width_, (*this)[slots_[slot]])) return slots_[slot];
            slot = (slot + 1) & (slots_.size() - 1);
        }
        values_.insert(values_.end(), row, row + width_);
        slots_[slot] = static_cast<std::uint32_t>(size_);
        return static_cast<std::uint32_t>(size_++);
    }

  private:
    static constexpr std::uint32_t nowhere = ~std::uint32_t{0};
    static std::uint64_t word(std::uint32_t value) { return value; }
    static std::uint64_t word(const Number& value) {
        return static_cast<std::uint64_t>(value.numerator()) ^
               static_cast<std::uint64_t>(value.denominator()) << 32U;
    }
    std::size_t hash(const T* row) const {
        std::uint64_t h = 0x9e3779b97f4a7c15ULL;
        for (std::size_t i = 0; i < width_; ++i) {
            // A row without width has no values, so nothing is read.
            // NOLINTNEXTLINE(clang-analyzer-core.NonNullParamChecker)
            h = (h ^ word(row[i])) * 0xff51afd7ed558ccdULL;
            h ^= h >> 29U;
        }
        return static_cast<std::size_t>(h ^ h >> 32U);
    }
    void widen() {
        std::vector<std::uint32_t> wider(slots_.size() * 4, nowhere);
        for (std::size_t row = 0; row < size_; ++row) {
            std::size_t slot = hash((*this)[row]) & (wider.size() - 1);
            while (wider[slot] != nowhere) slot = (slot + 1) & (wider.size() - 1);
            wider[slot] = static_cast<std::uint32_t>(row);
        }
        slots_ = std::move(wider);
    }

    std::size_t width_;
    std::size_t size_ = 0;
    std::vector<T> values_;
    std::vector<std::uint32_t> slots_;
};

}  // namespace hone
