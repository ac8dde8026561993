// SPDX-License-Identifier: MIT
// What makes two programs the same: the device with its driver, the text, the options, and the
// target that the program is rewritten for.
#pragma once

#include <string>

#include "db/lookup/tuned_kernel.hpp"
#include "db/program/opencl_calls.h"

namespace hone::program {

/// The device, its driver and this hone, in words that change when a built program no longer fits.
std::string device_text(const hone_opencl& opencl, cl_device_id device);

/// The key of an answer's program on this device; `about` keeps other things apart.
std::string program_key(const std::string& device_text, const TunedKernel& kernel,
                        const std::string& about = "program");

}  // namespace hone::program
