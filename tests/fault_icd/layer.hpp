// SPDX-License-Identifier: MIT
// The shared tables of functions, one above the other. An application calls the top one; faults
// call the disguised one, and a disguise calls the driver's own.
#pragma once

#include <CL/cl_icd.h>

#include <cstdlib>

namespace layer {

inline cl_icd_dispatch driver;     // the functions below this layer
inline cl_icd_dispatch disguised;  // with the answers of another device
inline cl_icd_dispatch altered;    // with injected faults

inline const char* setting(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

/// Puts the disguise, if there is one, over the driver's functions.
void hook_disguise();

/// Puts the faults over the functions of the disguise.
void hook_faults();

}  // namespace layer
