#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy with clang's warnings, both as errors. .ci/linted lists the files that were clean, each with
# the hash of its content, so that only what has changed is linted again.
#   tests/lint.sh            what has changed; nothing is recorded
#   tests/lint.sh --record   the same, and what is clean is added to .ci/linted
#   tests/lint.sh --all      every file
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
what=${1:-}
list=.ci/linted

cmake --preset tidy >/dev/null
cmake --build --preset tidy --target embedded >/dev/null

# "HASH PATH" of each file that the preset compiles; an outside project's has no command to lint it with.
sources() {
    local paths
    paths=$(grep -Fx -f <(grep -o '"file": "[^"]*"' build/tidy/compile_commands.json | cut -d '"' -f 4 \
        | sed "s|^$PWD/||") <(git ls-files -- '*.cpp'))
    paste -d ' ' <(git hash-object --stdin-paths <<<"$paths") <(echo "$paths")
}
to_lint() {
    if [[ $what == --all ]]; then sources; else sources | grep -Fxv -f "$list" || true; fi
}

touch "$list"
mapfile -t lines < <(to_lint)
clean=$(mktemp)
trap 'rm -f "$clean"' EXIT
[[ $what == --record ]] && record=$list || record=/dev/null
# shellcheck disable=SC2016  # the inner shell expands these
one='clang-tidy --quiet --warnings-as-errors="*" -p build/tidy "${1#* }" 2> >(grep -v "warnings generated" >&2)
echo "$1" | tee -a "$2" >>"$3"'
status=0
if ((${#lines[@]} > 0)); then
    printf '%s\0' "${lines[@]}" \
        | xargs -0 -P "$(nproc)" -I {} bash -euo pipefail -c "$one" lint {} "$clean" "$record" || status=$?
fi
if [[ $what == --record ]]; then
    # Only files as they are now stay in the list.
    sources | grep -Fx -f "$list" | sort -k 2 >"$list.new" || true
    mv "$list.new" "$list"
fi
echo "$(wc -l <"$clean") of ${#lines[@]} files are clean"
exit "$status"
