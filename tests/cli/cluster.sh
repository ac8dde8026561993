# SPDX-License-Identifier: MIT
# [device] One search by many programs, with the real thing: ranks of mpirun, an array of Slurm jobs on a
# cluster of this host alone, GNU parallel. However it is shared, the same configs are tried, each once;
# a rank that is killed loses nothing; and merging twice is merging once.
source "$(dirname "$0")/check.bash"
examples=$(cd "$(dirname "$0")/../../examples/cluster" && pwd)
folder=$(mktemp -d)
daemons=()
# shellcheck disable=SC2317  # the trap calls it
leave() {
    ((${#daemons[@]} == 0)) || kill "${daemons[@]}" 2>/dev/null
    wait
    rm -rf "$folder"
}
trap leave EXIT
cd "$folder" || exit 1
mkdir -p "$HOME"
export HONE
# Others time the CPU beside this; and what MPI never frees is no leak of ours.
export ASAN_OPTIONS=detect_leaks=0
ask=(reduction_last --size "n=4096" --max-evals 99 --share
    --where "WG <= 16 and E == 1 and V <= 4 and PER_UNIT <= 2")
search=("${ask[@]}" --strategy brute_force)

configs() { sqlite3 "$1" "SELECT DISTINCT config FROM trial WHERE purpose = 'search' ORDER BY 1"; }
trials() { sqlite3 "$1" "SELECT count(*) FROM trial WHERE purpose = 'search'"; }
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
[[ $(wc -l <<<"$wanted") -ge 20 ]] || complain "should try some configs"

# Parts, said one by one.
for part in 1 2 3; do
    hone tune "${search[@]}" --shard "$part/3" --db "part$part.db"
    exits 0
done
is "$(for part in 1 2 3; do configs "part$part.db"; done | sort)" "$wanted"
hone db merge part1.db part2.db part3.db --db parts.db
exits 0
same_as_alone parts.db
again=$(sqlite3 parts.db .dump | sha256sum)
hone db merge part1.db part2.db part3.db --db parts.db
is "$(sqlite3 parts.db .dump | sha256sum)" "$again"
hone tune "${search[@]}" --shard 4/3
exits 2
tells "no part of a whole"
# A strategy with a model asks for what is its own alone, too.
hone tune "${ask[@]}" --strategy auto --shard 2/3 --db model.db
exits 0
is "$(configs model.db)" "$(configs part2.db)"

# Ranks of MPI, each on a core of its own.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 POCL_MAX_PTHREAD_COUNT=1
ranks() { command -v mpirun >/dev/null && ldd "$HONE" | grep -q libmpi; }
if ! ranks || (($(nproc) < 2)); then
    echo "not tried: mpirun, a hone with MPI or a second core is missing"
else
    BIND=core RANKS=2 launch "$examples/mpi.sbatch" "${search[@]}" --db ranks.db
    exits 0
    says "2 devices shared the work"
    same_as_alone ranks.db
    is "$(sqlite3 ranks.db "SELECT count(DISTINCT run_id) FROM trial WHERE purpose = 'search'")" 2
    # More ranks than devices: the third has nothing to do, and says so.
    BIND=none RANKS=2 launch "$examples/mpi.sbatch" "${search[@]}" --db bound.db
    exits 0
    tells "rank 1 on $(hostname) has nothing to do"
    same_as_alone bound.db

    # A rank is killed in the middle: the other one does its work, too.
    slow=("${search[@]/#n=4096/n=4194304}")
    BIND=core RANKS=2 timeout 60 "$examples/mpi.sbatch" "${slow[@]}" --db killed.db >out 2>&1 &
    mpi=$!
    for ((wait = 0; wait < 200; wait++)); do
        [[ -e killed.db && $(trials killed.db 2>/dev/null) -gt 3 ]] && break
        sleep 0.05
    done
    victim=$(pgrep -f "$HONE tune .*killed.db" | tail -n 1)
    before=$(configs killed.db)
    kill -9 "$victim"
    wait "$mpi"
    code=$?
    out=$(<out)
    call="mpirun, of which a rank was killed after $(wc -l <<<"$before") configs"
    exits 0
    says "rank 1 on $(hostname) is gone"
    is "$(comm -23 <(printf '%s\n' "$before") <(configs killed.db))" ""
    same_as_alone killed.db
    is "$(sqlite3 killed.db "SELECT count(*) FROM trial WHERE outcome <> 'ok'")" 0
fi

# GNU parallel.
if ! command -v parallel >/dev/null; then
    echo "not tried: GNU parallel is missing"
else
    (mkdir by_parallel && cd by_parallel && PARTS=2 launch "$examples/parallel.sh" "${search[@]}"
        exits 0
        same_as_alone results/all.db
        is "$(trials results/all.db)" "$(wc -l <<<"$wanted")"
        exit "$faults")
    faults=$((faults + $?))
fi

# A cluster of one host: munge, slurmctld and slurmd with a configuration of their own.
start_slurm() {
    local host port
    host=$(hostname -s)
    port=$((20000 + RANDOM % 20000))
    export SLURM_CONF=$folder/slurm.conf
    mkdir -p slurm/state slurm/spool
    head -c 1024 /dev/urandom >slurm/munge.key
    chmod 400 slurm/munge.key
    munged --foreground --force --key-file="$folder/slurm/munge.key" --num-threads=1 \
        --socket="$folder/slurm/munge.socket" --pid-file="$folder/slurm/munge.pid" \
        --log-file="$folder/slurm/munge.log" --seed-file="$folder/slurm/munge.seed" &
    daemons+=($!)
    cat >"$SLURM_CONF" <<END
ClusterName=hone
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/slurm/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
StateSaveLocation=$folder/slurm/state
SlurmdSpoolDir=$folder/slurm/spool
SlurmctldPidFile=$folder/slurm/ctld.pid
SlurmdPidFile=$folder/slurm/d.pid
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=5 State=UP
END
    slurmctld -D -L "$folder/slurm/ctld.log" 2>/dev/null &
    daemons+=($!)
    slurmd -D -N "$host" -L "$folder/slurm/d.log" 2>/dev/null &
    daemons+=($!)
    for ((wait = 0; wait < 100; wait++)); do
        [[ $(sinfo -h -o %T 2>/dev/null) == idle ]] && return 0
        sleep 0.2
    done
    return 1
}

if ! command -v munged slurmctld slurmd sbatch >/dev/null; then
    echo "not tried: Slurm is missing"
elif ((EUID != 0)); then
    echo "not tried: Slurm's daemons want root"
elif ! start_slurm; then
    echo "not tried: Slurm does not start here: $(tail -qn 2 slurm/*.log 2>/dev/null)"
else
    launch sbatch --wait --array=1-3 "$examples/array.sbatch" "${search[@]}"
    exits 0
    is "$(for file in results/*.db; do configs "$file"; done | sort)" "$wanted"
    hone db merge results/*.db --db lab.db
    exits 0
    same_as_alone lab.db
    run=$(sqlite3 lab.db "SELECT id FROM run LIMIT 1")
    hone show "$run" --db lab.db
    says "came with"
    says "--shard "
fi

finish
