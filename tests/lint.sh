#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy with clang's warnings, both as errors. .ci/linted lists the files that were clean, each with
# the hash of its content, so that only what has changed is linted again. .ci/not_linted lists those that
# have not been linted as a whole yet: they are linted when they change, and by --all and --record.
#   tests/lint.sh            what has changed; nothing is recorded
#   tests/lint.sh --record   the same, and what is clean is added to .ci/linted
#   tests/lint.sh --all      every file
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
what=${1:-}
list=.ci/linted
later=.ci/not_linted

cmake --preset tidy >/dev/null
cmake --build --preset tidy --target embedded >/dev/null

# "HASH PATH" of each file that the preset compiles; an outside project's has no command to lint it with.
sources() {
    local paths
    paths=$(grep -Fx -f <(grep -o '"file": "[^"]*"' build/tidy/compile_commands.json | cut -d '"' -f 4 \
        | sed "s|^$PWD/||") <(git ls-files -- '*.cpp'))
    paste -d ' ' <(git hash-object --stdin-paths <<<"$paths") <(echo "$paths")
}
# The product first, then its tests.
to_lint() {
    case $what in
        --all) sources ;;
        --record) sources | grep -Fxv -f "$list" || true ;;
        *) sources | grep -Fxv -f "$list" -f "$later" || true ;;
    esac | awk '/ tests\//{tests = tests $0 "\n"; next} {print} END {printf "%s", tests}'
}

[[ -n $(sources) ]] || {
    echo "no file has a command in build/tidy" >&2
    exit 2
}
touch "$list" "$later"
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
    sources | grep -Fxv -f "$list" | grep -Fx -f "$later" >"$later.new" || true
    mv "$later.new" "$later"
fi
echo "$(wc -l <"$clean") of ${#lines[@]} files are clean"
exit "$status"
