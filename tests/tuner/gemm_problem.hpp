// SPDX-License-Identifier: MIT
// The problem of the tests' products, as a space declares it.
#pragma once

#include <string>

namespace hone {

inline const std::string gemm_problem = R"toml(
[problem]
M = 256
N = 256
K = 256
TA = 0
TB = 0
lda = 0
ldb = 0
ldc = 0
alpha = 1
beta = 0
)toml";

}  // namespace hone
