// SPDX-License-Identifier: MIT
// The key of a program: the device with its driver, the source, the options, and the target for
// which the program is rewritten.
#pragma once

#include <string>

#include "db/lookup/tuned_kernel.hpp"
#include "db/program/opencl_calls.h"

namespace hone::program {

/// A text of the device, its driver and the version of hone. It changes when a built program no
/// longer fits.
std::string device_text(const hone_opencl& opencl, cl_device_id device);

/// The key of an answer's program on this device; `about` separates other kinds of entries.
std::string program_key(const std::string& device_text, const TunedKernel& kernel,
                        const std::string& about = "program");

}  // namespace hone::program
