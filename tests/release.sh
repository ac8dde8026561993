#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# All checks before a release: .ci/run, each file compiled alone, clang-tidy over every file, and
# every test under the address, undefined-behavior and thread sanitizers. Takes hours on two cores.
# Its last line goes into CHANGELOG.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

./.ci/run
HONEST=4 ./tests/run.sh ci -R device:liars
cmake --preset tidy -B build/alone -DHONE_UNITY=OFF
cmake --build build/alone
./tests/lint.sh --all
./tests/run.sh asan
./tests/run.sh tsan
echo "Everything was run on $(date +%F): tests, layout, clang-tidy, ASan, UBSan, TSan."
