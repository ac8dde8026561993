#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# clang-tidy with clang's warnings, both as errors. A unity build's units are linted as a whole,
# which takes a sixth of the time. .ci/linted lists the clean units, each with a hash of its files
# and of their headers, so that only changed units are linted again.
#   tests/lint.sh            changed units; nothing is recorded
#   tests/lint.sh --record   the same; clean units are added to .ci/linted
#   tests/lint.sh --all      everything
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
what=${1:-}
linted=.ci/linted
compiled=build/tidy/compile_commands.json

cmake --preset tidy >/dev/null
cmake --build --preset tidy --target embedded >/dev/null

# The project's own files of a unit; a unity build's unit includes them.
files_of() {
    if [[ $1 == */Unity/* ]]; then grep -o '"/.*"' "$1" | tr -d '"'; else echo "$1"; fi \
        | sed "s|^$PWD/||" | grep -Fx -f <(git ls-files -- '*.cpp') || true
}
# "HASH NAME PATH" of each unit, the product's first.
units() {
    local path name files headers
    grep -o '"file": "[^"]*"' "$compiled" | cut -d '"' -f 4 | sort -u | while read -r path; do
        mapfile -t files < <(files_of "$path")
        ((${#files[@]} > 0)) || continue
        name=${path#"$PWD"/}
        if [[ $path =~ /([^/]*)\.dir/Unity/unity_(.*)_cxx\.cxx$ ]]; then
            name=${BASH_REMATCH[1]}:${BASH_REMATCH[2]}
        fi
        mapfile -t headers < <(printf '%s/*.hpp\n' "${files[@]%/*}" | sort -u)
        echo "$(git ls-files -- "${files[@]}" "${headers[@]}" | git hash-object --stdin-paths \
            | git hash-object --stdin) $name $path"
    done | awk '$3 ~ /\/tests\//{tests = tests $0 "\n"; next} {print} END {printf "%s", tests}'
}

mapfile -t all < <(units)
((${#all[@]} > 0)) || {
    echo "nothing has a command in $compiled" >&2
    exit 2
}
touch "$linted"
to_lint() {
    local unit key
    for unit in "${all[@]}"; do
        key=${unit% *}
        if [[ $what != --all ]] && grep -Fxq -e "$key" "$linted"; then continue; fi
        echo "$unit"
    done
}
mapfile -t changed < <(to_lint)

clean=$(mktemp)
trap 'rm -f "$clean"' EXIT
[[ $what == --record ]] && record=$linted || record=/dev/null
# The included parts of a unity unit are sources, not headers.
ours='/(spaces|kernels|db|tuner|reports|tests)/([a-z_]+/)*[a-z_]+\.[ch]pp$'
# shellcheck disable=SC2016  # the inner shell expands these
one='read -r hash name path <<<"$1"
config=.clang-tidy
if [[ $path == */tests/* ]]; then config=tests/.clang-tidy; fi
clang-tidy --quiet --warnings-as-errors="*" --config-file="$config" --header-filter="$4" -p build/tidy "$path" \
    2> >(grep -v "warnings generated" >&2)
echo "$hash $name" | tee -a "$2" >>"$3"'
status=0
if ((${#changed[@]} > 0)); then
    printf '%s\0' "${changed[@]}" \
        | xargs -0 -P "$(nproc)" -I {} bash -euo pipefail -c "$one" lint {} "$clean" "$record" "$ours" || status=$?
fi
if [[ $what == --record ]]; then
    # Only current units stay in the list.
    now=$(printf '%s\n' "${all[@]% *}")
    grep -Fx -f "$linted" <<<"$now" | sort -k 2 >"$linted.new" || true
    mv "$linted.new" "$linted"
fi
echo "$(wc -l <"$clean") of ${#changed[@]} units are clean"
exit "$status"
