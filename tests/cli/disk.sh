# SPDX-License-Identifier: MIT
# [device] Disk faults during a run: the disk is full, the database disappears, write access is
# missing, links are valid or dangling. One line reports it, and stored data stay intact.
source "$(dirname "$0")/check.bash"
on_one_core
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder" || exit 1
space=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/../fault_icd/add.toml
unset HONE_DB HONE_DEVICE
mkdir -p "$HOME"

tune() { hone tune "$space" --strategy brute_force --db "$1"; }
is_brief() { (($(wc -l <<<"$err") <= 3)) || complain "should need no more than two lines"; }

# A file system of this many kilobytes, if the system allows mounting one.
small_disk() {
    unshare -rm bash -c 'mount -t tmpfs -o size="$1" tmpfs disk && shift && "$@"' - "$@"
}
mkdir disk
if small_disk 100k true 2>/dev/null; then
    for size in 8k 300k 330k 360k 390k; do
        call="hone tune, on a disk of $size"
        err=$(small_disk $size bash -c '
            "$0" tune "$1" --strategy brute_force --db disk/a.db >/dev/null 2>messages
            echo $? >code
            cp disk/a.db* .' "$HONE" "$space" 2>/dev/null; cat messages)
        code=$(<code) out=
        [[ $size != 8k || $code == 3 ]] || complain "should not fit"
        exits 0 3
        [[ $code == 0 || $err == *"disk"* ]] || complain "should say why"
        is_brief
        if [[ -s a.db ]]; then
            hone db check --db a.db
            [[ $code == 0 || $err == *"a.db is empty"* ]] || complain "should be sound"
        fi
        rm -f a.db*
    done
else
    echo "no small disk here: only root or a user namespace can have one"
fi

# Another program locks it for a while: hone waits.
tune held.db >/dev/null
{ printf '%s\n' 'BEGIN EXCLUSIVE;' '.shell touch is_held'; sleep "${HELD:-2}"; echo 'COMMIT;'; } |
    sqlite3 held.db &
for _ in {1..300}; do
    [[ -e is_held ]] && break
    sleep 0.01
done
began=${EPOCHREALTIME/./}
hone tune "$space" --size n=777 --strategy brute_force --db held.db
exits 0
((${EPOCHREALTIME/./} - began > 1500000)) || complain "should wait for it"
wait

# It disappears during a run: hone does not claim to have stored anything there.
"$HONE" tune reduction_tree --size n=65536 --time-limit 20s --db gone.db >answer 2>messages &
# The message comes once the search has the database open.
for _ in {1..300}; do
    [[ -s gone.db-wal ]] && grep -q "^hone: reduction_tree" messages && break
    sleep 0.1
done
rm -f gone.db*
wait $!
code=$? out=$(<answer) err=$(<messages) call="hone tune, whose database is removed"
exits 3
tells "gone.db was moved or removed while it was written"
[[ $out != *"stored in"* ]] || complain "should not say that it was stored"

# A limit on the size of files, which the system enforces by a signal.
ulimit -S -f 40
tune limited.db
ulimit -S -f unlimited
exits 3
tells "limited.db"
is_brief

# Links are followed, and their target is created; a target in a missing folder is reported.
ln -s there.db link.db
tune link.db
exits 0
says "stored in link.db"
[[ -s there.db && -L link.db ]] || complain "should follow the link"
ln -s nowhere/a.db lost.db
tune lost.db
exits 3
tells "lost.db cannot be opened"
mkdir place
tune place
exits 3
tells "place is a folder"

# No home, and no other location is set.
err=$(env -u HOME -u XDG_DATA_HOME "$HONE" best 2>&1 >/dev/null)
code=$? out='' call="hone best without a home"
exits 3
tells "HOME is not set"

finish
