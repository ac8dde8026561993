# SPDX-License-Identifier: MIT
# Kernels with planted faults: wrong, slow or crashing. Each gets its outcome, none stops the run,
# and none becomes the best.
source "$(dirname "$0")/check.bash"
on_one_core
planted=$(cd "$(dirname "$0")/../planted" && pwd)
export HONE_DB=$folder/a.db
mkdir -p "$HOME"

# became CONFIG OUTCOME MESSAGE: in $trials the config has that outcome and this message.
became() {
    local trial
    trial=$(grep -F "$1" <<<"$trials")
    call="the planted $1"
    out=$trial
    [[ $trial == *",$2,"* ]] || complain "should end as '$2'"
    says "$3"
}

hone tune "$planted/faults.toml" --strategy brute_force --timeout 5s --build-timeout 8s --json
exits 0
says '"tried": 12'
[[ ${out#*'"best"'} == *'"FAULT": "NONE"'* ]] || complain "should choose NONE"
says '"tied": []'
hone db export --as csv
trials=$out
became ENDLESS timeout "no answer in 5 s"
became OUTSIDE wrong "a write outside of the buffer"
became NEARLY wrong "y[33333] is"
became NOT_A_NUMBER wrong "y[99999] is nan"
became REFUSED build "this is refused"
became SLOW_COMPILER timeout "no answer in 8 s"
became HUGE rejected "2,147,483,648 bytes of local memory"
became NULL_POINTER crash "the worker "
became UNWRITTEN wrong "y[50000] is"
became INPUT wrong "an input was overwritten"
became SLOW ok ""
samples=$(told "SELECT length(samples) / 8 FROM trial WHERE config LIKE '%\"SLOW\"%'")
[[ $samples == 1 ]] || complain "should time what is far slower once, not $samples times"

# A config that killed its worker twice is never run again, even if all are to be measured again.
hone tune "$planted/faults.toml" --strategy brute_force --json --fresh \
    --where 'FAULT == "NULL_POINTER" or FAULT == "NONE"'
exits 0
says '"rule": "quarantine"'
says '"tried": 1,'

# `hone why` gives the same verdicts as the search.
hone why "$planted/faults.toml" FAULT=NULL_POINTER
exits 1
says "rejected by quarantine"
hone why "$planted/faults.toml" FAULT=NONE
exits 0
says "legal: it would be tried"

# Right at the tuned size, but wrong at others, which the check finds.
hone tune "$planted/ragged.toml" --strategy brute_force --json
exits 0
says '"ok": 1'
says '"wrong": 1'
says '"REST": 1'
[[ ${out#*'"best"'} != *'"REST": 0'* ]] || complain "should not choose what is wrong elsewhere"
hone tune "$planted/ragged.toml" --strategy brute_force --where "REST == 0"
exits 1
says "no config ran correctly"
hone db check
exits 0

finish
