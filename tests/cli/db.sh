# SPDX-License-Identifier: MIT
# `hone db`: its actions, its refusals and its exit codes, on databases that it makes itself.
source "$(dirname "$0")/check.bash"
examples=$(cd "$(dirname "$0")/../../examples/reports" && pwd)
cd "$folder" || exit 1
unset HONE_DB
mkdir -p "$XDG_DATA_HOME"
rm -rf "$XDG_DATA_HOME/hone"

cat >t4.json <<'EOF'
{"schema_version": "1.0.0", "results": [
{"configuration": {"WGS": 128}, "times": {"runtimes": [0.4, 0.5]}, "invalidity": "correct"},
{"configuration": {"WGS": 256}, "times": {"runtimes": []}, "invalidity": "compile"}]}
EOF

hone db info
exits 3
tells "there is no database at $XDG_DATA_HOME/hone/hone.db"

hone db import t4.json --device-name "My GPU" --db a.db
exits 0
is_silent
says "T4"
hone db import t4.json --db a.db --json
exits 0
says '"trials": 2'
hone db import t4.json --db a.db --json
says '"known_runs": 1'

hone db info --db a.db
exits 0
is_silent
says "schema version"
says "trials: build"
HONE_DB=a.db hone db info --json
exits 0
says '"what": "trial"'
hone db runs --db a.db
says "My GPU"

hone db check --db a.db
exits 0
says "a.db is sound"
hone db check --db a.db --json
says '"sound": true'

hone db export --db a.db --as csv
exits 0
is_silent
says "device,driver,routine"
hone db export --db a.db --as t4 -o out.json
exits 0
[[ -z $out && -s out.json ]] || complain "should write the file alone"
hone db export --db a.db -o /no/such/folder/out.json
exits 3
tells "cannot write"
hone db export --db a.db --as xml
exits 2
tells "unknown as 'xml'"
hone db export --db a.db --run nothing
exits 2
tells "there is no run nothing"

hone db import out.json --db b.db
exits 0
hone db merge b.db --db a.db
exits 0
says "b.db"
hone db merge b.db --db a.db --json
says '"runs": 0'
hone db merge --db a.db
exits 2
tells "name the databases to merge"
hone db merge a.db --db a.db
exits 3
tells "cannot be merged into itself"

# Imported results are listed, but are never a best.
printf 'WG,status,time_ms\n16,ok,1.5\n32,run_fail,\n' >table.csv
hone db import table.csv --db imported.db
exits 0
hone best --db imported.db
exits 1
tells "nothing was tuned in imported.db; its results are imported"
tells 'run `hone show`'
printf 'WG,status,time_ms\n16,ok,1.5\n32,fine,1.0\n' >words.csv
refused "words.csv: line 3: the status 'fine' is unknown, and the row has a time" \
    db import words.csv --db imported.db
refused "words.csv: line 3: the status 'fine'" replay words.csv

# Never the user's own database instead of the named one.
for action in info runs check gc; do
    hone db "$action" a.db
    exits 2
    tells "hone db $action takes no file: 'a.db'"
done
hone db export --run ffffffff --db a.db
exits 2
is "$out" ""

# An import without results creates no database.
hone db merge none.db --db created.db
exits 3
tells "there is no database at none.db"
[[ ! -e created.db ]] || complain "should make no empty database"

hone db import a.db --db a.db
exits 2
tells "is neither JSON nor hone's CSV"
hone db infos --db a.db
exits 2
tells "did you mean info?"
hone db
exits 2
tells "action is missing"

echo text >text.db
hone db info --db text.db
exits 3
tells "text.db is not an SQLite database"
hone db info --db .
exits 3
tells ". is a folder, not a database"

# A page in the middle is destroyed: the check reports once what is lost and the remedy, and the
# remedy works.
python3 - "$examples/xeon-2.db" <<'PYTHON'
import sys
page, bytes = 4096, bytearray(open(sys.argv[1], "rb").read())
bytes[195 * page:196 * page] = b"\xab" * page
open("damaged.db", "wb").write(bytes)
PYTHON
hone db check --db damaged.db
exits 1
says "damaged.db is damaged; \`hone db merge damaged.db --db NEW\` copies what can be read"
says "trial: 1284 of 1291 rows can be read"
is "$(grep -c 'is damaged' <<<"$out")" 1
hone db merge damaged.db --db saved.db
exits 1
tells "damaged.db is damaged; merged what can be read of it: 81 of 81 runs, 1,284 of 1,291 trials"
says "damaged.db    81   1,284"
hone db check --db saved.db
exits 0

# A bad file does not keep the others from being merged, and is named.
hone db merge text.db "$examples/xeon-2.db" none.db --db others.db
exits 3
tells "text.db is not an SQLite database"
tells "there is no database at none.db"
says "xeon-2.db    81   1,291"
hone db check --db others.db
exits 0

# An interrupted merge ends after its current file, which waits for a lock here.
hone db merge "$examples/xeon-2.db" --db held.db
exits 0
python3 - "$HONE" "$examples" <<'PYTHON'
import signal, sqlite3, subprocess, sys, time
holder = sqlite3.connect("held.db", isolation_level=None)
holder.execute("BEGIN IMMEDIATE")
merge = subprocess.Popen([sys.argv[1], "db", "merge", sys.argv[2] + "/xeon-16.db", sys.argv[2] + "/h200.db",
                          "--db", "held.db"], stderr=open("held.err", "w"))
def catches_it():
    for line in open(f"/proc/{merge.pid}/status"):
        if line.startswith("SigCgt"):
            return int(line.split()[1], 16) >> (signal.SIGTERM - 1) & 1
while not catches_it():
    time.sleep(0.01)
merge.send_signal(signal.SIGTERM)
holder.execute("COMMIT")
open("held.code", "w").write(str(merge.wait()))
PYTHON
code=$(<held.code) err=$(<held.err) call="hone db merge, told to stop"
exits 130
[[ $err == *"interrupted; 1 of 2 files are not merged yet"* || $err == *"interrupted; 2 of 2 files are not"* ]] \
    || complain "should say how many are left"
hone db check --db held.db
exits 0

head -c 20000 a.db >cut.db
hone db check --db cut.db
exits 1 3

finish
