# SPDX-License-Identifier: MIT
# [device] One search by many independent programs: explicit shards, GNU parallel, an array of
# Slurm jobs on a cluster of this host only. Together the shards try what one program would, each
# config once; and a second merge adds nothing.
source "$(dirname "$0")/many.bash"
examples=$root/examples/cluster
daemons=()
# shellcheck disable=SC2317  # the trap calls it
leave() {
    ((${#daemons[@]} == 0)) || kill "${daemons[@]}" 2>/dev/null
    wait
    rm -rf "$folder"
}
trap leave EXIT

# Explicit shards.
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
tells "is not a part of a whole"
# A strategy with a model also asks only for configs of its own shard.
hone tune "${ask[@]}" --strategy auto --shard 2/3 --db model.db
exits 0
is "$(configs model.db)" "$(configs part2.db)"

if ! command -v parallel >/dev/null; then
    echo "GNU parallel was not tried: it is missing"
else
    mkdir by_parallel
    cd by_parallel || exit 1
    PARTS=2 launch "$examples/parallel.sh" "${search[@]}"
    exits 0
    same_as_alone results/all.db
    is "$(trials results/all.db)" "$(trials "$folder/alone.db")"
    cd "$folder" || exit 1
fi

# A cluster of one host: munge, slurmctld and slurmd with their own configuration.
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
# Waits like `sbatch --wait`, which polls every few seconds.
jobs_are_done() {
    for ((wait = 0; wait < 600; wait++)); do
        [[ -n $(squeue -h) ]] || return 0
        sleep 0.1
    done
    return 1
}

if ! command -v munged slurmctld slurmd sbatch >/dev/null; then
    echo "Slurm was not tried: it is missing"
elif ((EUID != 0)); then
    echo "Slurm was not tried: its daemons want root"
elif ! start_slurm; then
    echo "Slurm was not tried, it does not start here: $(tail -qn 2 slurm/*.log 2>/dev/null)"
else
    launch sbatch --array=1-3 "$examples/array.sbatch" "${search[@]}"
    exits 0
    jobs_are_done || complain "should come to an end"
    is "$(for file in results/*.db; do configs "$file"; done | sort)" "$wanted"
    is "$(cat hone-*.out | grep -c '^stored in ')" 3
    hone db merge results/*.db --db lab.db
    exits 0
    same_as_alone lab.db
    run=$(sqlite3 lab.db "SELECT id FROM run LIMIT 1")
    hone show "$run" --db lab.db
    says "came with"
    says "--shard "
fi

finish
