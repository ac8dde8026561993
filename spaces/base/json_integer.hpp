// SPDX-License-Identifier: MIT
// Reads integers from foreign JSON. The JSON library casts any number to an integer, which is
// undefined behavior if the number is too large.
#pragma once

#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

namespace hone {

/// Converts to the integer type of the target. Throws a JSON error if the value does not fit.
template <class Json>
class CheckedInt {
  public:
    explicit CheckedInt(const Json& said) : value_(said) {}

    template <std::integral Number>
    // NOLINTNEXTLINE(google-explicit-constructor): each field takes it as its own type
    operator Number() const {
        if (value_.is_number() && !fits<Number>())
            throw Json::out_of_range::create(406, "not an integer of this size: " + value_.dump(),
                                             &value_);
        return value_.template get<Number>();
    }

  private:
    template <std::integral Number>
    bool fits() const {
        if (value_.is_number_unsigned())
            return std::in_range<Number>(value_.template get<std::uint64_t>());
        if (value_.is_number_integer())
            return std::in_range<Number>(value_.template get<std::int64_t>());
        const auto real = value_.template get<double>();
        return real >= -0x1p63 && real < 0x1p63 &&
               std::in_range<Number>(static_cast<std::int64_t>(real));
    }

    const Json& value_;
};

/// Reads a list of integers.
template <std::integral Number, class Json>
std::vector<Number> checked_ints(const Json& list) {
    std::vector<Number> numbers;
    for (const Json& one : list) numbers.push_back(CheckedInt(one));
    return numbers;
}

}  // namespace hone
