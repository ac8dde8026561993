# SPDX-License-Identifier: MIT
# [device] Launches of programs are listed and kept. A kept launch gives the same bits in another
# process; a launch that cannot be kept is reported with the reason.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME"
export HONE_DB=$folder/a.db
cd "$folder" || exit 1

refused "which program is to be captured?" capture
refused "cannot run '/nothing/here'" capture -- /nothing/here
refused "--parameters 'BLOCK' is not NAME=[A,B]" capture --parameters BLOCK -- "$PROGRAM" axpy
hone capture -- true
exits 1
tells "no layer was loaded"
# As under a loader without layers.
hone capture -- env -u OPENCL_LAYERS "$PROGRAM" axpy
exits 1
tells "or its OpenCL loader has no layers"
hone capture -- "$HONE" devices
exits 1
tells "launched no OpenCL kernel"

# The files that the program includes.
mkdir -p folder
echo '#define OWN 3' >folder/own.h
printf '#pragma once\n#include "own.h"\n#define SCALE 2\n' >folder/scale.h

# Each launch with its count, its time and the known facts about its work-group.
hone capture --json -- "$PROGRAM" axpy 12
exits 0
says '"launches": 12'
says '"work-items": "65536 of 1"'
says '"work-group": "free"'
tells "$("$PROGRAM" axpy 12)"
[[ $out =~ \"time_ns\":\ [1-9] ]] || complain "should know its time"

# group NAME WHY: the launch's work-group is fixed for this reason.
group() {
    hone capture -- "$PROGRAM" "$1"
    exits 0
    says "$2"
}
group turn "fixed: an argument in local memory"
group required "fixed: reqd_work_group_size"
group second "free"
group in_place "two arguments are one buffer"
group shifted "it has a global offset"
group shared "argument 1 is a pointer to shared virtual memory"

# Without memory for its notes the layer lets the program continue.
PROGRAM_NO_MEMORY=1 hone capture -- "$PROGRAM" axpy
exits 0
tells "$("$PROGRAM" axpy)"
PROGRAM_NO_MEMORY=1 hone capture --keep 1 -- "$PROGRAM" axpy
says "there was no memory to note what the program did before"

hone capture --keep 1 --limit 1000 -- "$PROGRAM" axpy
exits 0
says "its buffers exceed the limit of the capture"
[[ ! -e captured ]] || complain "should keep nothing"

# Kept and replayed: the program's launch in a worker, compared with the program's result.
replayed=0
all=0
for name in $("$PROGRAM" list); do
    [[ $name == in_place || $name == shifted || $name == shared ]] && continue
    all=$((all + 1))
    hone capture --keep 1 -o kept -- "$PROGRAM" "$name" 3
    exits 0
    space=$(echo kept/"$name"_*/*.toml)
    # Keeping it again follows no link.
    if ((all == 1)); then
        echo "of somebody else" >other
        inputs=(kept/"$name"_*/*.raw)
        for file in "${inputs[@]}"; do ln -sf "$PWD/other" "$file"; done
        hone capture --keep 1 -o kept -- "$PROGRAM" "$name" 3
        exits 0
        is "$(cat other)" "of somebody else"
        [[ -f ${inputs[0]} && ! -L ${inputs[0]} ]] || complain "should keep a file"
    fi
    [[ -f $space ]] || { complain "should keep $name"; continue; }
    config=$(sed -n 's/^"as the program launches it" = { \(.*\) }$/\1/p' "$space" | tr -d ' ')
    hone why "$space" ${config:+"$config"} --run
    exits 0
    [[ $out == *"its result is right"* ]] && replayed=$((replayed + 1))
done
call="replays"
echo "bit-equal: $replayed of $all kept launches"
[[ $replayed == "$all" ]] || complain "should all give the same bits"

# The kept text contains its includes, and numbers in it may be tuned.
is "$(grep -c 'define OWN 3' kept/includes_*/kernel.cl)" 1
hone capture --keep 1 -o more --parameters 'SCALE=[2,4]' -- "$PROGRAM" includes
exits 0
cp folder/own.h saved.h
rm folder/own.h
hone why more/includes_*/*.toml --run
exits 0
cp saved.h folder/own.h

# A text that is compiled and linked, and one that the program loads as a cached binary.
PROGRAM_LINKS=1 hone capture --json -- "$PROGRAM" axpy
exits 0
says '"work-group": "free"'
says '"cannot_be_kept": null'
export PROGRAM_BINARY=$folder/axpy.bin
"$PROGRAM" axpy >/dev/null
hone capture -- "$PROGRAM" axpy
says "its program was not made from text"
rm axpy.bin
for ((i = 0; i < 2; ++i)); do
    hone capture --json -- "$PROGRAM" axpy
    exits 0
    says '"work-group": "free"'
    says '"cannot_be_kept": null'
done
unset PROGRAM_BINARY

# Keeping it again replaces the folder, unless a file was edited: then nothing changes.
hone capture --keep 1 -o edited --parameters 'WASTE=[1,16]' -- "$PROGRAM" waste
exits 0
space=$(echo edited/waste_*/*.toml)
hone capture --keep 1 -o edited --parameters 'WASTE=[1,64]' -- "$PROGRAM" waste
exits 0
grep -q '^WASTE = \[1,64\]' "$space" || complain "should write the new values"
for file in "$space" "${space%/*}/kernel.cl"; do
    cp -r edited as_it_was
    [[ $file == *.toml ]] && comment='#' || comment='//'
    sed -i "1i $comment of mine" "$file"
    before=$(sha256sum "${space%/*}"/*)
    hone capture --keep 1 -o edited -- "$PROGRAM" waste
    exits 2
    tells "$file was edited after it was kept; nothing in its folder was changed"
    is "$(sha256sum "${space%/*}"/*)" "$before"
    rm -rf edited
    mv as_it_was edited
done
hone capture --keep 1 -o edited -- "$PROGRAM" waste
exits 0
printf 'kernel void other() {}\n' >"${space%/*}/kernel.cl"
rm "$space"
hone capture --keep 1 -o edited -- "$PROGRAM" waste
exits 2
tells "kernel.cl was edited"
is "$(cat "${space%/*}/kernel.cl")" "kernel void other() {}"

# The check is effective: another expected result fails.
space=$(echo kept/blur_*/*.toml)
printf 'x' | dd of="${space%/*}/expected.raw" bs=1 seek=1001 conv=notrunc status=none
hone why "$space" --run
exits 1

# Values of a macro: from the program, from -D, and empty.
hone capture --keep 1 -o named --parameters 'WASTE=[1,16,256]' --parameters 'STEP=[1,2]' -- "$PROGRAM" waste
exits 2
tells "the kept kernels do not define 'STEP'"
hone capture --keep 1 -o named --parameters 'WASTE=[1,16,256]' -- "$PROGRAM" waste
exits 0
tells "--build-options '-cl-std=CL1.2'"
grep -q '^WASTE = \[1,16,256\]' named/waste_*/*.toml || complain "should have the parameter"
grep -q '^# WASTE = ' kept/waste_*/*.toml || complain "should propose the parameter"
finish
