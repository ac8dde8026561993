#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# From a fresh Debian 12 to the first answer: installs what is missing, builds, and tunes reduction and
# GEMM for the best device there is. Needs root or sudo only when something has to be installed; may be run again.
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
run tune reduction --time-limit 1m
run tune gemm --time-limit 2m
run best

say "done. The program is $PWD/$hone"
cat <<END
  what it can do       $hone help
  install it           sudo cmake --install build/release
  run its tests        ./tests/run.sh
END
