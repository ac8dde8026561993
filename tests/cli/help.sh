# SPDX-License-Identifier: MIT
# The program's help: every spelling of help, every command, every exit code.
source "$(dirname "$0")/check.bash"

hone help
exits 0
is_silent
overview=$out
commands=$(sed -n '/^commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' <<<"$overview")
[[ $(wc -w <<<"$commands") -ge 3 ]] || complain "should list the commands"

for call in "" --help -h; do
    hone ${call:+"$call"}
    exits 0
    [[ $out == "$overview" ]] || complain "should be the same as 'hone help'"
done

for code_of in 0 1 2 3 70 130; do
    grep -qE "^  $code_of +[a-z]" <<<"$overview" || complain "should explain exit code $code_of"
done

for command in $commands; do
    hone help "$command"
    exits 0
    is_silent
    says "usage: hone $command"
    says "--help"
    told=$out
    hone "$command" --help
    exits 0
    [[ $out == "$told" ]] || complain "should be the same as 'hone help $command'"
    LC_ALL=C.UTF-8 awk 'length($0) > 100 { found = 1 } END { exit found }' <<<"$out" || complain "has lines that are too long"
done

# The examples of a space work.
hone help space
mapfile -t examples < <(sed -n 's/^  hone \(space gemm_tile.*\)/\1/p' <<<"$out")
((${#examples[@]} >= 3)) || complain "should have examples"
for example in "${examples[@]}"; do
    eval "hone ${example%%>*}"
    exits 0
done

hone --version
exits 0
is_silent
[[ $out =~ ^hone\ [0-9]+\.[0-9]+\.[0-9]+$ ]] || complain "should be name and version"

hone help --verbose
exits 0
[[ $out == "$overview" ]] || complain "should answer the same"
tells "took"

finish
