# SPDX-License-Identifier: MIT
# Streams that are closed, full or abandoned: an exit code and one line, never a crash, never a lost
# answer.
source "$(dirname "$0")/check.bash"

# met CODE TEXT CALL: after a manual call with its messages in $err.
met() {
    code=$status
    call=$3
    out=
    [[ $code == "$1" ]] || complain "should exit $1"
    [[ $err == *"$2"* ]] || complain "should tell '$2'"
}

err=$("$HONE" help 2>&1 >/dev/full)
status=$?
met 3 "hone: cannot write to stdout: No space left on device" "hone help > /dev/full"

# More than one buffer, so that printing fails before the end.
err=$("$HONE" man 2>&1 >/dev/full)
status=$?
met 3 "hone: cannot write to stdout" "hone man > /dev/full"

err=$( (exec "$HONE" help >&-) 2>&1)
status=$?
met 3 "hone: cannot write to stdout" "hone help >&-"

for call in help man; do
    err=$({ "$HONE" "$call" | true; exit "${PIPESTATUS[0]}"; } 2>&1)
    status=$?
    met 0 "" "hone $call | true"
    [[ -z $err ]] || complain "should tell nothing"
done

"$HONE" hepl >/dev/null 2>&-
status=$? err=
met 2 "" "hone hepl 2>&-"

"$HONE" hepl >&- 2>&- <&-
status=$? err=
met 2 "" "hone hepl with all streams closed"

"$HONE" help </dev/null >/dev/null
status=$? err=
met 0 "" "hone help < /dev/null"

# No color without a terminal, nor with NO_COLOR.
err=$(env -u NO_COLOR "$HONE" hepl 2>&1)
status=$?
met 2 "hone: unknown" "hone hepl 2>&1 | cat"
if command -v script >/dev/null; then
    typed() { script -qec "$1" /dev/null </dev/null; }
    colored=$(NO_COLOR='' typed "$HONE hepl")
    plain=$(NO_COLOR=1 typed "$HONE hepl")
    call="hone hepl on a terminal"
    [[ $colored == *$'\e['* ]] || complain "should be colored"
    [[ $plain != *$'\e['* ]] || complain "should be plain with NO_COLOR"
fi

finish
