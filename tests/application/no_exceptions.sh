#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# <hone/opencl.hpp> compiled without exceptions gives one clear error; the C headers compile. Run
# as: no_exceptions.sh COMPILER INCLUDE_FOLDER
set -uo pipefail
compiler=${1:?}
include=${2:?}
here=$(cd "$(dirname "$0")" && pwd)
if said=$("$compiler" -std=c++17 -fno-exceptions -I "$include" -fsyntax-only "$here/no_exceptions.cpp" 2>&1); then
    echo "it compiles"
    exit 1
fi
if [[ $(grep -c "error:" <<<"$said") != 1 || $said != *"hone's C++ headers throw exceptions"* ]]; then
    echo "it should say one thing, not:"
    echo "$said"
    exit 1
fi
