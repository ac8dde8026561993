#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs missing packages, builds, runs every test, and ends with one line: N passed, N failed.
#   tests/run.sh [PRESET] [options of ctest, such as -L unit]
# PRESET is a preset of CMakePresets.json; the default is release, which quickstart.sh also builds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

preset=release
if (($# > 0)) && [[ $1 != -* ]]; then
    preset=$1
    shift
fi

# Before ctest has printed its numbers, an exit is a failure of an earlier step.
passed=0
failed=1
trap 'printf "%d passed, %d failed\n" "$passed" "$failed"' EXIT

./tuner/packages.sh build device test
# Without MPI, ranks are not built, and the cluster tests report what is missing.
./tuner/packages.sh cluster || echo "goes on without what clusters take"
cmake --preset "$preset" -DBUILD_TESTING=ON >/dev/null
cmake --build --preset "$preset"

# Drivers' compilers take a sixth less time with huge pages, which many systems give on request.
export GLIBC_TUNABLES=${GLIBC_TUNABLES:-glibc.malloc.hugetlb=1}

results=$PWD/build/$preset/tests/results.xml
rm -f "$results"
status=0
# Two more than cores: some tests wait for a device, a deadline or a child.
ctest --preset "$preset" --parallel "$(($(nproc) + 2))" --no-tests=error --output-junit "$results" "$@" \
    || status=$?

# A skipped test counts as neither; a test that did not start has failed.
count() { grep -c -e "$1" "$results" || true; }
passed=$(count '<testcase .*status="run"')
skipped=$(count '<skipped message="SKIP_')
failed=$(($(count '<testcase ') - passed - skipped))
if ((failed > 0 && status == 0)); then status=1; fi

# On a busy machine parallel tests may disturb a few others. Up to ten failed tests are named and
# must pass alone, at the latest at the second attempt: other virtual machines of the host may
# disturb measured times too. The last lines name them again: such a test should not depend on times.
may_be_disturbed=10
failed_names() { cut -d : -f 2- "build/$preset/Testing/Temporary/LastTestsFailed.log"; }
each_alone() { ctest --preset "$preset" --rerun-failed --parallel 1; }
beside_others=''
alone=''
if ((status == 8 && failed > 0 && failed <= may_be_disturbed)); then
    echo "$failed failed beside others; now each alone:"
    beside_others=$(failed_names)
    status=0
    if ! each_alone; then
        alone=$(failed_names)
        each_alone || status=$?
    fi
    if ((status == 0)); then
        passed=$((passed + failed))
        failed=0
    fi
fi

printf '\nthe longest tests, in seconds:\n'
sed -nE 's/.*<testcase name="([^"]*)".* time="([0-9]+)[0-9.]*".*/\2 \1/p' "$results" | sort -rns | sed -n 1,15p \
    | sed "s/&apos;/'/g; s/&quot;/\"/g; s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g"
if [[ $beside_others ]]; then printf 'failed beside others:\n%s\n' "$beside_others"; fi
if [[ $alone ]]; then printf 'failed alone, too, at the first attempt:\n%s\n' "$alone"; fi
if ((skipped > 0)); then echo "$skipped skipped"; fi
exit "$status"
