# SPDX-License-Identifier: MIT
# An application in C whose device begins to fail at one call after the other: first only its
# queries, then all calls. It gets a right result or an error with its reason; it never crashes, and
# never gets a wrong result.
source "$(dirname "$0")/../cli/check.bash"
: "${LAYER:?is the path of the layer}" "${ASK:?is the path of the application}"
mkdir -p "$HOME"
export HONE_DB=$folder/a.db HONE_CACHE=off OPENCL_LAYERS=$LAYER HONE_TEST_FAULTS_STATE=$folder err=''

# asked FAULT: the application's exit code is in $code.
asked() {
    call="ask_in_c with $1"
    rm -f "$folder/gone"
    out=$(HONE_TEST_FAULTS=$1 timeout 60 "$ASK" 2>&1)
    code=$?
    [[ $code == [01] && -n $out ]] || complain "should be right, or say what failed"
}

# from_each_call WHAT: it begins to fail at each of the first 48 calls; the number of reported
# errors is in $said.
from_each_call() {
    local at
    said=0
    for at in {1..48}; do
        asked "$1 $at+ error -2"
        ((code == 0)) || said=$((said + 1))
    done
}

asked ""
is "$out" right
from_each_call device
((said > 10 && said < 48)) || complain "should fail where the device is gone, not $said times"
from_each_call clGetDeviceInfo
finish
