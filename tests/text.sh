#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Text rules for every file of the project: no trailing white space, no tabs in code, a license line
# in each source, a newline at the end. Run as: tests/text.sh FOLDER
set -euo pipefail
cd "${1:?usage: text.sh FOLDER}"

# Excluded: build results, vendored files, and findings of fuzzers.
files() {
    find . -type d \( -name .git -o -name 'build*' -o -name .cache -o -name vendor -o -name corpus \) \
        -prune -o -type f "$@" -print0
}
code=(\( -name '*.[ch]pp' -o -name '*.[ch]' -o -name '*.cl' -o -name '*.cmake' -o -name CMakeLists.txt
    -o -name '*.sh' -o -path ./.ci/run \))
text=(\( "${code[@]}" -o -name '*.md' -o -name '*.toml' -o -name '*.sql' -o -name '*.json'
    -o -name '*.html' -o -name '*.css' -o -name '*.js' -o -name '*.in' -o -name '.clang-*' \))

fault=0
complain() {
    if [[ -n $2 ]]; then
        printf '%s:\n%s\n' "$1" "$2"
        fault=1
    fi
}

complain "trailing white space" "$(files "${text[@]}" | xargs -0r grep -nE '[[:space:]]+$' || true)"
complain "a tab in code" "$(files "${code[@]}" | xargs -0r grep -n $'\t' || true)"
complain "no license line" \
    "$(files "${code[@]}" | xargs -0r grep -L 'SPDX-License-Identifier: MIT' || true)"
# shellcheck disable=SC2016  # awk's own
outside='/^namespace /{++depth} /^}  \/\/ namespace/{--depth} FNR == 1{depth = 0}
    depth == 0 && /^using (namespace )?[a-z_:]+(::[A-Za-z_]+)?;/{print FILENAME ":" FNR ": " $0}'
complain "a header that brings names into the global namespace" \
    "$(files -name '*.hpp' | xargs -0r awk "$outside")"
# With -z a file is one record; LC_ALL=C reads any bytes.
complain "no newline at the end" "$(files "${text[@]}" -size +0 | LC_ALL=C xargs -0r grep -LzP '\n\z' || true)"
exit "$fault"
