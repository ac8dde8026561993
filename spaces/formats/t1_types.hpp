// SPDX-License-Identifier: MIT
// What reading and writing T1 have in common: the names of its types.
#pragma once

#include <string>
#include <string_view>

namespace hone::t1 {

/// T1's type in OpenCL C: "int32" is "int", "float4" is "float4"; empty when there is none.
std::string opencl_type(std::string_view type);

/// OpenCL C's type as T1 says it, where "real" is what the precision makes it.
std::string t1_type(std::string_view type, std::string_view precision);

}  // namespace hone::t1
