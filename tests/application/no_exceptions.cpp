// SPDX-License-Identifier: MIT
// Without exceptions the C++ headers give one clear error, and no others. A test compiles this
// file, which must fail.
#include <hone/opencl.hpp>
