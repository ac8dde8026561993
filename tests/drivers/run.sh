# SPDX-License-Identifier: MIT
# Both routines are tuned for a few seconds on Mesa's Rusticl, which provides the CPU as a device
# with another compiler, and whose events last a nanosecond each. Then an application gets the
# result and runs it. Skipped if Rusticl is not installed. A config that this driver computes
# wrongly is reported, and is never the best.
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$HOME"
export HONE_DB=$folder/a.db HONE_LOCKS=$folder HONE_CACHE=off
export RUSTICL_ENABLE=llvmpipe HONE_DEVICE=llvmpipe

hone devices
if [[ $out != *"$HONE_DEVICE"* ]]; then
    echo "skipped: no device is called $HONE_DEVICE (Debian's package mesa-opencl-icd)"
    exit 77
fi

# tuned KERNEL OPTION...: two configs, of which at least one is right.
tuned() {
    hone tune "$@" --strategy random_sample --max-evals 2 --timeout 60s
    exits 0
    says "best: "
    tells "hone: the host's clock times llvmpipe"
}
tuned reduction_tree --size n=4099,operation=sum --where "WG == 64"
tuned gemm_tile --size M=33,N=17,K=20 --where "WGM == 8 && WGN == 8"

call="hone tune on Rusticl"
is "$(told "SELECT group_concat(DISTINCT clock) FROM run")" host
is "$(told "SELECT count(*) FROM finalist AS f JOIN trial AS t ON t.id = f.trial_id WHERE t.outcome <> 'ok'")" 0
told "SELECT 'not right: ' || config || ': ' || outcome || ', ' || message FROM trial WHERE outcome <> 'ok'"

if "${PYTHON:?asks the library}" -c "import numpy, pyopencl" 2>/dev/null; then
    call=ask.py
    "$PYTHON" -B "$here/ask.py" "$HONE_DEVICE" || complain "should be answered with what was tuned"
fi
finish
