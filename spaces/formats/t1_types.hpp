// SPDX-License-Identifier: MIT
// The type names of T1, for reading and writing.
#pragma once

#include <string>
#include <string_view>

namespace hone::t1 {

/// T1's type in OpenCL C: "int32" is "int", "float4" is "float4"; empty if there is none.
std::string opencl_type(std::string_view type);

/// OpenCL C's type in T1, where the precision determines "real".
std::string t1_type(std::string_view type, std::string_view precision);

}  // namespace hone::t1
