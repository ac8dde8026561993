// SPDX-License-Identifier: MIT
// What the buffers of a user's own kernel hold at the start.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/inputs/struct_layout.hpp"
#include "kernels/inputs/test_inputs.hpp"
#include "kernels/launch/element.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// An argument's fill in numbers.
struct FillRule {
    Argument::Fill fill = Argument::Fill::random;
    std::optional<double> low, high;
    std::vector<double> constants;  // one, or one for each lane
};

/// So many elements of this type as the rule says. A random fill without bounds draws integers from
/// all of the type, and reals from -1 to 1 with zeros of both signs, denormals and magnitudes up to
/// 1024 among them.
Bytes fill_values(const FillRule& rule, const ElementType& type, std::size_t count,
                  const TestInputs& inputs);

/// The same for elements of any layout: each member of a struct is filled by itself.
Bytes fill_elements(const FillRule& rule, const StructLayout& layout, std::size_t count,
                    std::uint64_t seed);

}  // namespace hone
