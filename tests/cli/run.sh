# SPDX-License-Identifier: MIT
# [device] A program runs with tuned kernels: the planted best is found and used, and results have
# the same bits. A wrong substitute is found at its first launch; nothing from other users is used.
source "$(dirname "$0")/check.bash"
on_one_core
mkdir -p "$HOME"
export HONE_DB=$folder/a.db
cd "$folder" || exit 1

refused "which program is to be run?" run
refused "cannot run '/nothing/here'" run -- /nothing/here
hone run -- sh -c 'exit 42'
exits 42

# capture NAME OPTION…, then tunes it where WHERE holds.
captured() {
    local name=$1 where=$2
    shift 2
    hone capture --keep 1 -o kept "$@" -- "$PROGRAM" "$name" 2
    exits 0
    local options=()
    [[ $err == *--build-options* ]] && options=(--build-options "$(sed -n "s/.*--build-options '\(.*\)'/\1/p" <<<"$err")")
    hone tune kept/"$name"_*/*.toml --where "$where" --time-limit 60s --quiet "${options[@]}"
    exits 0
}

# substituted WORDS…: the log of the program's run has these words, and its results are those
# without hone.
substituted() {
    local said=$1
    shift
    rm -f log.txt
    hone run --log log.txt -- "$PROGRAM" "$@"
    exits 0
    is "$out" "$("$PROGRAM" "$@")"
    out=$(cat log.txt 2>/dev/null)
    says "$said"
}

captured axpy 'HONE_LOCAL_X == 1 || HONE_LOCAL_X == 256'
substituted "global 65536 local 1: local 256: 3 launches gave equal results" axpy 20
is "$(wc -l <log.txt)" 1

# The same if the program loads a cached binary of its text, after one run under hone.
export PROGRAM_BINARY=$folder/axpy.bin
for ((i = 0; i < 2; ++i)); do
    substituted "global 65536 local 1: local 256: 3 launches gave equal results" axpy 20
done
rm axpy.bin
"$PROGRAM" axpy >/dev/null
unset PROGRAM_BINARY

# Buffers that the host may not read are compared too.
captured hidden 'HONE_LOCAL_X == 256'
substituted "local 256: 3 launches gave equal results" hidden 20

# The included files are a part of the text.
mkdir -p folder
echo '#define OWN 3' >folder/own.h
printf '#pragma once\n#include "own.h"\n#define SCALE 2\n' >folder/scale.h
captured includes 'HONE_LOCAL_X == 256'
substituted "local 256: 3 launches gave equal results" includes 20
echo '#define OWN 4' >folder/own.h
rm -f log.txt
hone run --log log.txt -- "$PROGRAM" includes 20
exits 0
[[ ! -e log.txt ]] || complain "should know another text"
echo '#define OWN 3' >folder/own.h

# A log is appended only to logs: not through a link, not into a pipe, not to a database.
cp "$HONE_DB" other.db
ln -s "$PWD/log.txt" link
mkfifo fifo
before=$(cat log.txt other.db | md5sum)
for log in other.db link fifo; do
    hone run --log $log -- "$PROGRAM" axpy 20
    exits 0
    tells "hone: nothing is logged in $log, which "
    is "$(grep -c "nothing is logged" <<<"$err")" 1
done
hone run --log no/such/folder/log.txt -- "$PROGRAM" axpy 20
exits 0
tells "which cannot be opened: No such file or directory"
hone run --log /dev/full -- "$PROGRAM" axpy 20
tells "which is not a regular file"
is "$(cat log.txt other.db | md5sum)" "$before"

# The layer without `hone run` does the same.
rm -f log.txt
layer=$(find "$(dirname "$HONE")/.." -name libhone-layer.so -not -path '*/tests/*' | head -1)
out=$(HONE_APPLY_LOG=log.txt OPENCL_LAYERS=$layer "$PROGRAM" axpy 20)
is "$out" "$("$PROGRAM" axpy 20)"
grep -q "3 launches gave equal results" log.txt || complain "should need no 'hone run'"

# One variable turns it off.
rm -f log.txt
HONE_APPLY=off hone run --log log.txt -- "$PROGRAM" axpy 20
exits 0
[[ ! -e log.txt ]] || complain "should change nothing"

# A macro from the user's own build options.
captured waste 'HONE_LOCAL_X == 64' --parameters 'WASTE=[1,256]'
substituted "built with -cl-std=CL1.2 -DWASTE=1" waste 20
says ": 3 launches gave equal results"

# A kernel that computes its index from its group may be tuned too.
captured place 'HONE_LOCAL_X == 1 || HONE_LOCAL_X == 256'
substituted "global 65536 local 1: local 256: 3 launches gave equal results" place 20

# Groups of one work-item are slow: compared with the driver's choice, which is the planted best.
HONE_DB=$folder/driver.db captured axpy 'HONE_LOCAL_X <= 1'
HONE_DB=$folder/driver.db substituted "global 65536 local 1: local NULL: 3 launches gave equal results" axpy 20

# The driver's choice stays the driver's, unless another group is faster.
captured left 'HONE_LOCAL_X == 0' --parameters 'WASTE=[1,256]'
substituted "global 16384 local NULL: local NULL built with" left 20
says " -DWASTE=1 : 3 launches gave equal results"
captured blur 'HONE_LOCAL_X == 0'
rm -f log.txt
hone run --log log.txt -- "$PROGRAM" blur 5
exits 0
[[ ! -e log.txt ]] || complain "should leave the program's own launch alone"

# Another shape, text or options is another launch.
rm -f log.txt
hone run --log log.txt -- "$PROGRAM" values 5
exits 0
[[ ! -e log.txt ]] || complain "should change nothing that was not tuned"

# A substitute that is wrong in use, though it was right when captured.
captured liar 'HONE_LOCAL_X == 64'
substituted "3 launches gave equal results" liar 20 0
substituted "the original for good: its result differs" liar 20 1
is "$(wc -l <log.txt)" 1

# Nothing from a database that others can write, and nothing from a merge.
chmod g+w a.db
substituted "is not a file that only its user writes" axpy 20
chmod g-w a.db
HONE_DB=$folder/b.db hone db merge a.db
exits 0
HONE_DB=$folder/b.db substituted "axpy" axpy 20
says "was brought by another database"

# A changed row is not used.
changed=$(sqlite3 a.db "UPDATE tuned SET config = replace(config, '256', '64') WHERE kernel_id IN
    (SELECT id FROM kernel WHERE name LIKE 'axpy%'); SELECT changes()")
is "$changed" 1
rm -f log.txt
hone run --log log.txt -- "$PROGRAM" axpy 20
exits 0
! grep -q "local 64:" log.txt 2>/dev/null || complain "should use no row that was changed"
finish
