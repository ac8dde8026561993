# SPDX-License-Identifier: MIT
# A driver hangs or crashes while the devices are listed: hone names it, and continues with the
# others. If none is left it ends in time, with one line.
source "$(dirname "$0")/../cli/check.bash"
: "${BAD_DRIVER:?is the path of a driver that fails}"
mkdir -p "$HOME" "$folder/all" "$folder/bad"
export HONE_LOCKS=$folder HONE_DB=$folder/a.db OCL_ICD_VENDORS=$folder/all
cp /etc/OpenCL/vendors/*.icd "$folder/all"
echo "$BAD_DRIVER" >"$folder/all/bad.icd"
echo "$BAD_DRIVER" >"$folder/bad/bad.icd"
add=$(dirname "$0")/add.toml

# in_time SECONDS ARGUMENT...
in_time() {
    local began=$SECONDS most=$1
    shift
    hone "$@"
    ((SECONDS - began < most)) || complain "should end within $most s, not after $((SECONDS - began)) s"
}

hone devices
exits 0
is_silent
good=$out

for HONE_TEST_DRIVER in crash hang; do
    export HONE_TEST_DRIVER
    in_time 60 devices
    exits 0
    is "$out" "$good"
    tells "hone: left out the OpenCL driver $folder/all/bad.icd ($BAD_DRIVER): "
done
tells "no answer in 10 s"

HONE_TEST_DRIVER=crash hone tune "$add" --strategy brute_force
exits 0
says "best: "
tells "left out the OpenCL driver"

# Killed from outside while it lists good drivers only: no driver is blamed, and the list is
# complete.
unset HONE_TEST_DRIVER
rm "$folder/all/bad.icd"
kills=0
for ((round = 0; round < 20 && kills < 3; round++)); do
    "$HONE" devices >"$folder/list" 2>&1 &
    program=$!
    for ((wait = 0; wait < 100; wait++)); do
        listing=$(cat /proc/"$program"/task/*/children 2>/dev/null)
        [[ -z $listing ]] || break
    done
    [[ -z $listing ]] || ! kill -9 "${listing%% *}" 2>/dev/null || kills=$((kills + 1))
    wait "$program"
    code=$? out=$(<"$folder/list") call="devices, with $listing killed"
    exits 0
    is "$out" "$good"
done
((kills > 0)) || complain "should have killed a worker that lists"
echo "$kills workers were killed while they listed"

OCL_ICD_VENDORS=$folder/bad HONE_TEST_DRIVER=crash in_time 30 tune "$add"
exits 3
tells "hone: no OpenCL driver lists its devices:"
tells "bad.icd ($BAD_DRIVER): the worker was killed by signal 6 (Aborted)"
finish
