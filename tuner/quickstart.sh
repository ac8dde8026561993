#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Leads from a fresh Debian 12 to the first answer: installs missing packages, builds, tunes
# reduction and GEMM for the best device, and writes a report. Needs root or sudo only to install
# packages. It may be run repeatedly.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\nhone: %s\n' "$*"; }
run() {
    printf '\n$ hone %s\n' "$*"
    "$hone" "$@"
}

./tuner/packages.sh build device

say "building into build/release"
cmake --preset release -DBUILD_TESTING=OFF >/dev/null
cmake --build --preset release
hone=build/release/bin/hone

run devices
say "measuring the device's own ceilings"
"$hone" probe >/dev/null
run tune --time-limit 3m
run best
run report -o build/report.html

say "what an application gets of it: examples/told.cpp"
cmake --install build/release --prefix build/installed >/dev/null
cmake -S examples -B build/examples -DCMAKE_PREFIX_PATH="$PWD/build/installed" >/dev/null
cmake --build build/examples --target told >/dev/null
build/examples/told

say "done. The report is $PWD/build/report.html, the program $PWD/$hone"
cat <<END
  what it can do       $hone help
  install it           sudo cmake --install build/release
  run its tests        ./tests/run.sh
END
