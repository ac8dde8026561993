# SPDX-License-Identifier: MIT
# What the scripts about many devices share: a search of 12 configs of y = x + 1, which one program alone
# has done, and a look at whether others have tried the same, each once.
source "$(dirname "$0")/check.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(mktemp -d)
mkdir -p "$HOME"
cd "$folder" || exit 1
export HONE OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 POCL_MAX_PTHREAD_COUNT=1
# Others time the CPU beside this; and what MPI never frees is no leak of ours.
export ASAN_OPTIONS=detect_leaks=0

cp "$root/tests/fault_icd/add.cl" .
sed "s/^WG = .*/WG = [$(seq --separator=', ' 8 8 96)]/" "$root/tests/fault_icd/add.toml" >add.toml
ask=("$folder/add.toml" --max-evals 99 --no-lock)
search=("${ask[@]}" --strategy brute_force)

configs() { sqlite3 "$1" "SELECT DISTINCT config FROM trial WHERE purpose <> 'final' ORDER BY 1"; }
trials() { sqlite3 "$1" "SELECT count(*) FROM trial WHERE purpose <> 'final'"; }
is() { [[ $1 == "$2" ]] || complain "should be '$2', not '$1'"; }
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
