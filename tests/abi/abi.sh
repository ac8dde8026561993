#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compares libhone's exported symbols and inlined layouts with tests/abi/libhone.N.txt, where N is
# the number of its soname. A removed or changed entry needs a new number (HONE_ABI in
# db/CMakeLists.txt) and a new list; `tests/abi/abi.sh LIBRARY LAYOUT --record` adds new entries.
# LIBRARY is libhone.so, LAYOUT the program of layout.cpp.
set -euo pipefail
library=${1:?usage: abi.sh LIBRARY LAYOUT [--record]}
layout=${2:?}
export LC_ALL=C

if nm -D "$library" | grep -qE ' U __(asan|tsan|ubsan)_'; then
    echo "skipped: built with a sanitizer"
    exit 77
fi
soname=$(objdump -p "$library" | awk '$1 == "SONAME" { print $2 }')
recorded=$(dirname "$0")/${soname/.so./.}.txt
now=$(mktemp)
trap 'rm -f "$now"' EXIT
{
    nm -D --defined-only "$library" | awk '$2 ~ /^[BDGRSTVWu]$/ { print $3 }' | sort
    "$layout"
} >"$now"

if [[ ${3:-} == --record ]]; then
    cp "$now" "$recorded"
elif ! diff -u "$recorded" "$now"; then
    echo "$soname is not what was recorded: $(basename "$recorded")"
    exit 1
fi
