#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy with clang's warnings, both as errors: over every source file, or over those that have changed
# since a commit.
#   tests/lint.sh [--since COMMIT]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

files() {
    # Where a clone does not have the commit, nobody knows what has changed since: all files are linted.
    if (($# == 2)) && [[ $1 == --since ]] && git rev-parse --quiet --verify "$2^{commit}" >/dev/null; then
        git diff --name-only --diff-filter=d "$2" -- '*.cpp'
    else
        git ls-files -- '*.cpp'
    fi
}

cmake --preset tidy >/dev/null
cmake --build --preset tidy --target embedded >/dev/null
# What the preset does not compile, such as outside projects, has no command to lint it with.
compiled=$(grep -o '"file": "[^"]*"' build/tidy/compile_commands.json | cut -d '"' -f 4)
mapfile -t changed < <(files "$@" | sed "s|^|$PWD/|" | grep -Fx -f <(echo "$compiled") || true)
printf '%s\0' "${changed[@]}" \
    | xargs -0 --no-run-if-empty -P "$(nproc)" -n 1 clang-tidy --quiet --warnings-as-errors='*' -p build/tidy \
        2> >(grep -v 'warnings generated' >&2)
echo "${#changed[@]} files linted"
