# SPDX-License-Identifier: MIT
# [device alone] One search by several devices: the ranks of mpirun, each on its own core, and the
# devices of this host. If times decide, a driver with planted times replaces the real one.
source "$(dirname "$0")/many.bash"
trap 'rm -rf "$folder"' EXIT

# Different devices are tuned separately; since both need the same core, one after the other.
few=("${search[@]}" --where "WG <= 32")
POCL_DEVICES="pthread basic" hone tune "${few[@]}" --all-devices --db host.db
exits 0
is "$(sqlite3 host.db "SELECT count(DISTINCT device_id), count(*) FROM run WHERE state = 'finished'")" "2|2"
is "$(trials host.db)" 8
is "$(sqlite3 host.db "SELECT count(*) FROM run AS a, run AS b WHERE a.id < b.id AND a.started < b.ended AND b.started < a.ended")" 0
POCL_DEVICES="pthread basic" hone tune "${few[@]}" --all-devices --device basic --db one.db
exits 0
is "$(sqlite3 one.db "SELECT count(*) FROM run")" 1

# Without a launcher MPI is not used; and a hone without MPI reports that it lacks it.
# ldd is read whole: with pipefail, a writer that grep -q leaves early would count as a failure.
[[ $(ldd "$HONE") == *libmpi* ]] && with_mpi=yes || with_mpi=
if [[ -z $with_mpi ]]; then
    OMPI_COMM_WORLD_SIZE=2 hone tune "${search[@]}" --db none.db
    exits 2
    tells "-DHONE_MPI=ON"
fi
if [[ -z $with_mpi ]] || ! command -v mpirun >/dev/null || (($(nproc) < 2)); then
    echo "ranks were not tried: mpirun, a hone with MPI or a second core is missing"
    finish
fi

export HWLOC_COMPONENTS=-opencl
# ranks FAULTS0 FAULTS1 OPTION…: two ranks with these injected faults.
ranks() {
    local with=(-np 1 -x "OPENCL_LAYERS=$LAYER") tune=("$HONE" tune "${@:3}")
    launch mpirun --enable-recovery --bind-to core "${with[@]}" -x "HONE_TEST_FAULTS=$1" "${tune[@]}" \
        : "${with[@]}" -x "HONE_TEST_FAULTS=$2" "${tune[@]}"
}
# takes NANOSECONDS: the time of every launch of the tuned kernel that the driver reports. hone's
# own kernels, which check the clock, get their true times.
takes() {
    local end=$((1000 + $1))
    echo "clGetEventProfilingInfo.START with=add say 1000, clGetEventProfilingInfo.END with=add say $end"
}
runs() { sqlite3 "$1" "SELECT count(DISTINCT run_id) FROM trial"; }
# The configs that were tried elsewhere while the slowest was being built.
meanwhile() {
    sqlite3 "$1" "SELECT count(*)
        FROM (SELECT run_id, started, build_ms FROM trial ORDER BY build_ms DESC LIMIT 1) AS slow
        JOIN trial AS t ON t.run_id <> slow.run_id AND t.started BETWEEN slow.started AND slow.started + slow.build_ms
        WHERE slow.build_ms >= $2"
}

# Builds take so long that a rank which starts late has its part of them.
builds="$(takes 20000), clBuildProgram worker:always late 150"
ranks "$builds" "$builds" "${search[@]}" --db equal.db
exits 0
says "2 devices shared the work"
same_as_alone equal.db
is "$(trials equal.db)" 12
is "$(runs equal.db)" 2

# Devices within 3 % of each other share the work; beyond that each has its own search.
ranks "$(takes 20000)" "$(takes 20400)" "${search[@]}" --db near.db
exits 0
says "2 devices shared the work"
is "$(trials near.db)" 12
ranks "$(takes 20000)" "$(takes 21000)" "${search[@]}" --db far.db
exits 0
says "differs by more than 3 % and was tuned apart"
same_as_alone far.db
is "$(trials far.db)" 24

# Different devices are different runs, in parallel if each has its core.
launch mpirun --bind-to core \
    -np 1 -x POCL_DEVICES=basic "$HONE" tune "${few[@]}" --db kinds.db : -np 1 "$HONE" tune "${few[@]}"
exits 0
is "$(sqlite3 kinds.db "SELECT count(DISTINCT device_id), count(*) FROM run WHERE state = 'finished'")" "2|2"
is "$(trials kinds.db)" 8

# A slow trial stalls no other rank, and a rank killed during it loses nothing.
late="$(takes 20000), clBuildProgram worker:6 late 1500"
ranks "$builds" "$late" "${search[@]}" --db slow.db
exits 0
same_as_alone slow.db
(($(meanwhile slow.db 1500) >= 3)) || complain "should go on while one rank builds"

kill_second() {
    for ((wait = 0; wait < 200; wait++)); do
        [[ -s killed.db && $(trials killed.db 2>/dev/null) -gt 4 ]] && break
        sleep 0.05
    done
    for rank in $(pgrep -f "$HONE tune .*killed.db"); do
        ! grep -qz '^OMPI_COMM_WORLD_RANK=1$' "/proc/$rank/environ" || kill -9 "$rank"
    done
}
kill_second &
ranks "$builds" "${late/1500/20000}" "${search[@]}" --db killed.db
exits 0
says "rank 1 on $(hostname) was lost"
same_as_alone killed.db
is "$(sqlite3 killed.db "SELECT count(*) FROM trial WHERE outcome <> 'ok'")" 0

# Other hosts, by name only: mpirun reaches each through a shell with a planted host name.
if ! unshare --uts true 2>/dev/null; then
    echo "several hosts were not tried: this system does not let a process have a host name of its own"
else
    cat >shell <<'END'
#!/usr/bin/env bash
while [[ $1 == -* ]]; do shift; done
host=$1 command="${*:2}" exec unshare --uts bash -c 'hostname "$host"; exec bash -c "$command"'
END
    chmod +x shell
    HONE_TEST_FAULTS=$(takes 20000) OPENCL_LAYERS=$LAYER launch mpirun --mca plm rsh --mca plm_rsh_agent "$folder/shell" \
        --host node1:1,node2:1 -np 2 --bind-to none -x OPENCL_LAYERS -x HONE_TEST_FAULTS \
        "$HONE" tune "${search[@]}" --db hosts.db
    exits 0
    says "2 devices shared the work"
    same_as_alone hosts.db
fi

# More ranks than devices: the extra rank has nothing to do, and says so.
BIND=none RANKS=2 launch "$root/examples/cluster/mpi.sbatch" "${search[@]}" --db bound.db
exits 0
tells "rank 1 on $(hostname) is idle"
same_as_alone bound.db
# mpirun ends with 0 regardless of its ranks; the script ends like the first rank.
RANKS=2 launch "$root/examples/cluster/mpi.sbatch" "${search[@]}" --device nonsense --db bound.db
exits 2
tells "'nonsense': no device matches"

finish
