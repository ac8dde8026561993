// SPDX-License-Identifier: MIT
// Without exceptions the headers of C++ say so, and nothing else. A test compiles this file, which
// has to fail.
#include <hone/opencl.hpp>
