// SPDX-License-Identifier: MIT
// The layer's functions that create programs and return their binaries.
#pragma once

#include <CL/cl_icd.h>

namespace hone::layer {

void hook_programs(cl_icd_dispatch& altered);

}  // namespace hone::layer
