# SPDX-License-Identifier: MIT
# The manual page: no warning of groff, and every command, option and exit code is in it.
source "$(dirname "$0")/check.bash"

hone man
exits 0
is_silent
page=$out
hone man
[[ $out == "$page" ]] || complain "should be the same each time"

if ! command -v groff >/dev/null; then
    echo "groff is not here: the page is not rendered"
    finish
fi

warnings=$(groff -k -man -ww -Tutf8 <<<"$page" 2>&1 >/dev/null)
[[ -z $warnings ]] || complain "groff warns: $warnings"

rendered=$(groff -k -man -Tutf8 -P-cbou <<<"$page")
shown() { grep -qE -- "$1" <<<"$rendered" || complain "the page should show '$1'"; }

shown '^NAME$'
shown '^ +hone - finds'
for exit_code in 0 1 2 3 70 130; do shown "^ +$exit_code "; done
hone help
for command in $(sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' <<<"$out"); do
    shown "^   hone $command( |$)"
    hone help "$command"
    for option in $(sed -n '/^options:/,/^$/s/^.*\(--[a-z-]*\) .*/\1/p' <<<"$out"); do
        shown "^ .*$option"
    done
done

finish
