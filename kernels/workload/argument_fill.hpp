// SPDX-License-Identifier: MIT
// The initial content of the buffers of a user's own kernel.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/inputs/struct_layout.hpp"
#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/element.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// An argument's fill rule with its numbers.
struct FillRule {
    Argument::Fill fill = Argument::Fill::random;
    std::optional<double> low, high;
    std::vector<double> constants;  // one for all lanes, or one for each
};

/// `count` elements of this type by the rule. A random fill without bounds draws integers from the
/// type's whole range. Reals are from -1 to 1, with some zeros of both signs, denormals and
/// magnitudes up to 1024.
Bytes fill_values(const FillRule& rule, const ElementType& type, std::size_t count,
                  const TestInputs& inputs);

/// The same for elements of any layout: each member of a struct is filled separately.
Bytes fill_elements(const FillRule& rule, const StructLayout& layout, std::size_t count,
                    std::uint64_t seed);

}  // namespace hone
