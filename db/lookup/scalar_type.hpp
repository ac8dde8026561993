// SPDX-License-Identifier: MIT
// The numbers that a kernel may be handed by value.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// As OpenCL C names it, or "bfloat16".
struct ScalarType {
    std::string_view name;
    double least, end;                   // it holds the numbers from least to below end
    std::string (*bytes)(double value);  // as a kernel takes them

    bool holds(double value) const { return value >= least && value < end; }
};

/// Null for what is no such type.
const ScalarType* scalar_type(std::string_view name);

}  // namespace hone
