# SPDX-License-Identifier: MIT
# The wrong kernels on another OpenCL implementation: liars.sh Rusticl, liars.sh Oclgrind. Skipped
# if it is not installed. A few wrong variants are right there; they are listed with the reason.
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
driver=${1:?usage: liars.sh Rusticl|Oclgrind}
mkdir -p "$HOME"
source "$here/../liars/judge.bash"

# Rusticl: its compiler replaces 0 * x by 0 for any x, and f32 has no denormal numbers.
on_rusticl() {
    export RUSTICL_ENABLE=llvmpipe HONE_DEVICE=llvmpipe
    is_there mesa-opencl-icd
    judge scale "READS_PAST|READS_BEFORE"
    judge count "none are"
    judge image "none are"
    judge exact "none are"
    judge product "DENORMALS"
    least=70
}

# Oclgrind: work-items run one after the other, so no update is lost. It is slow, so sizes are
# small; products at the other sizes that a config has to compute also take too long.
on_oclgrind() {
    export HONE_DEVICE=Oclgrind
    if ! command -v oclgrind >/dev/null; then skip oclgrind; fi
    program=$HONE
    HONE=$folder/hone
    printf '#!/bin/sh\nexec oclgrind --max-errors 1 --log "%s/log" "%s" "$@"\n' "$folder" "$program" >"$HONE"
    chmod +x "$HONE"
    is_there oclgrind
    judge scale "none are" --size n=300
    judge count "LOST" --size n=300
    judge image "none are" --size w=20,h=20
    judge exact "none are" --size n=300
    least=69
}

skip() {
    echo "skipped: no device is called $HONE_DEVICE (Debian's package $1)"
    exit 77
}

is_there() {
    hone devices
    [[ $out == *"$HONE_DEVICE"* ]] || skip "$1"
}

case $driver in
    Rusticl) on_rusticl ;;
    *) on_oclgrind ;;
esac
call="the liars on $driver"
# On a busy machine a few variants look slow, and are not run at other sizes.
((untold <= 5)) || complain "5 at most should only be too slow, not $untold"
((liars + untold >= least)) || complain "$least at least should be found out, not $liars and $untold"
printf '%s liars found out on %s, %s too slow to be told\n' "$liars" "$driver" "$untold"
finish
