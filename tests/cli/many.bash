# SPDX-License-Identifier: MIT
# Shared functions of the scripts about many devices: a search of 12 configs of y = x + 1 by a
# single program, and a check whether others have tried the same configs, each once.
source "$(dirname "$0")/check.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$HOME"
cd "$folder" || exit 1
export HONE OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 POCL_MAX_PTHREAD_COUNT=1
# Others time the CPU at the same time; and memory that MPI never frees is not hone's leak.
export ASAN_OPTIONS=detect_leaks=0

cp "$root/tests/fault_icd/add.cl" .
sed "s/^WG = .*/WG = [$(seq --separator=', ' 8 8 96)]/" "$root/tests/fault_icd/add.toml" >add.toml
ask=("$folder/add.toml" --max-evals 99 --no-lock)
search=("${ask[@]}" --strategy brute_force)

configs() { sqlite3 "$1" "SELECT DISTINCT config FROM trial WHERE purpose <> 'final' ORDER BY 1"; }
trials() { sqlite3 "$1" "SELECT count(*) FROM trial WHERE purpose <> 'final'"; }
# launch COMMAND…: as `hone` does, for what starts it many times, and never for long.
launch() {
    call="$*"
    timeout 60 "$@" >"$folder/out" 2>"$folder/err" </dev/null
    code=$?
    out=$(<"$folder/out")
    err=$(<"$folder/err")
}
same_as_alone() {
    is "$(configs "$1")" "$wanted"
    hone db check --db "$1"
    exits 0
}

hone tune "${search[@]}" --db alone.db
exits 0
wanted=$(configs alone.db)
is "$(wc -l <<<"$wanted")" 12
