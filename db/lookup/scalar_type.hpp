// SPDX-License-Identifier: MIT
// The scalar types of kernel arguments.
#pragma once

#include <string>
#include <string_view>

namespace hone {

/// Named as in OpenCL C, or "bfloat16".
struct ScalarType {
    std::string_view name;
    double least, end;                   // range: least <= value < end
    std::string (*bytes)(double value);  // as a kernel expects them

    bool holds(double value) const { return value >= least && value < end; }
};

/// Null if there is no such type.
const ScalarType* scalar_type(std::string_view name);

}  // namespace hone
