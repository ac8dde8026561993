# SPDX-License-Identifier: MIT
# One disguise, by its name: both routines are tuned briefly on a driver that simulates this device,
# by the rules of its architecture and within its limits. Then an application gets the result and
# runs it. The line in disguises.txt has the further expected results.
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
: "${LAYER:?is the path of the layer}" "${ASK:?is the path of the application}"
mkdir -p "$HOME"
export HONE_DB=$folder/a.db HONE_LOCKS=$folder HONE_CACHE=off
export OPENCL_LAYERS=$LAYER HONE_TEST_DISGUISE=$here/disguises/$1
expected=$(sed -n "s/^$1 *|//p" "$here/disguises.txt")
# The host's clock: this test checks the device's limits, not times.
if [[ $expected != *clock=device* ]]; then
    on_one_core
    export HONE_TEST_FAULTS="clGetEventProfilingInfo.END always error -7"
fi

count() { told "SELECT count(*) FROM trial WHERE $1"; }

# tuned KERNEL OPTION...: two configs, and no terminal control characters in the output.
tuned() {
    hone tune "$@" --device 0 --strategy random_sample --max-evals 2
    exits 0
    says "best: "
    is "$(grep -c '[[:cntrl:]]' <<<"$out$err")" 0
}

# Both drivers of one GPU are tuned, one after the other.
is_timed_twice_apart() {
    hone tune "$here/add.toml" --all-devices --strategy brute_force
    exits 0
    is "$(told 'SELECT count(DISTINCT platform) FROM device')" 2
    is "$(told 'SELECT count(*) FROM run AS a JOIN run AS b ON a.started < b.started AND a.ended > b.started')" 0
}

hone devices --device 0
exits 0
tuned reduction_tree --size n=4099,operation=sum
tuned gemm_tile --size M=33,N=17,K=20 --where "TM * TN <= 16 and KU == 1"  # fast to build
call="hone tune on $1"
# A reported limit is respected before it is exceeded.
is "$(told "SELECT group_concat(outcome || ': ' || message) FROM trial WHERE outcome <> 'ok'")" ""
is "$(told "SELECT count(*) FROM finalist AS f JOIN trial AS t ON t.id = f.trial_id WHERE t.outcome <> 'ok'")" 0

for wish in $expected; do
    case $wish in
        architecture=*) is "$(told 'SELECT architecture FROM device')" "${wish#*=}" ;;
        clock=*) is "$(told 'SELECT group_concat(DISTINCT clock) FROM run')" "${wish#*=}" ;;
        work-group=*) is "$(count "work_group > ${wish#*=}")" 0 ;;
        local=*) is "$(count "local_memory > ${wish#*=}")" 0 ;;
        twice) is_timed_twice_apart ;;
        *) complain "nobody knows '$wish'" ;;
    esac
done
if [[ $expected == *architecture=* ]]; then
    hone why gemm_tile --device 0 --size M=256,N=256,K=256
    says "occupancy"
    [[ $out != *"architecture is unknown"* ]] || complain "should know the architecture"
fi
hone db check
exits 0

call=ask
out=$("$ASK" 2>&1) || complain "should be answered with what was tuned"
finish
