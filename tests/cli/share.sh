# SPDX-License-Identifier: MIT
# `hone db export --share` and `hone db merge --verify`: no name of a person or a machine is
# exported, and nothing unsigned is merged.
source "$(dirname "$0")/check.bash"
examples=$(cd "$(dirname "$0")/../../examples/reports" && pwd)
cd "$folder" || exit 1
export XDG_DATA_HOME=$folder/data

# A database with names planted in every place that stores a host, a path or a command.
cp "$examples/xeon-2.db" lab.db
hone db gc --keep-best --db lab.db # migrates it to today's schema
python3 - <<'PYTHON'
import sqlite3
database = sqlite3.connect("lab.db")
database.execute("UPDATE run SET host = 'planted-host', command = 'hone tune /planted/path --secret planted-word', "
                 "pci = '0000:planted-pci', uuid = 'planted-uuid', options = '{\"file\":\"/planted/options\"}', "
                 "origin = '/planted/origin.db'")
database.execute("UPDATE trial SET message = '/planted/trial.cl:1: error' WHERE outcome <> 'ok'")
database.execute("UPDATE trial SET at_fault = 'device' WHERE outcome <> 'ok' AND rowid % 2 = 0")
database.execute("UPDATE probe SET message = 'planted-probe'")
database.execute("UPDATE reference_timing SET message = 'planted-reference'")
database.execute("UPDATE size_check SET message = 'planted-check'")
database.execute("UPDATE kernel SET origin = '/planted/kernel'")
database.execute("INSERT INTO kill (id, run_id, config, cause, why, at) SELECT hex(randomblob(16)), id, '{}', 'crash', 'planted-kill', 1 FROM run LIMIT 1")
database.commit()
PYTHON
grep -qa planted lab.db || complain "the database should have planted names"

echo "of somebody else" >mine.db.part
umask 027
hone db export --share mine.db --db lab.db
exits 0
is "$(cat mine.db.part)" "of somebody else"
is "$(stat -c %a mine.db)" 640
tells "made a key: $XDG_DATA_HOME/hone/sharing.key"
tells "wrote mine.db and mine.db.minisig: 81 runs"
is "$(stat -c %a "$XDG_DATA_HOME/hone/sharing.key")" 600
if grep -qa planted mine.db; then complain "should take out: $(strings mine.db | grep planted | sort -u | head)"; fi
hone db check --db mine.db
exits 0
says "mine.db is sound"
is "$(python3 -c 'import sqlite3; print(sqlite3.connect("mine.db").execute("SELECT count(*) FROM trial WHERE outcome = '\''ok'\''").fetchone())')" \
    "$(python3 -c 'import sqlite3; print(sqlite3.connect("lab.db").execute("SELECT count(*) FROM trial WHERE outcome = '\''ok'\''").fetchone())')"
by_fault="SELECT outcome, at_fault, count(*) FROM trial GROUP BY 1, 2"
is "$(sqlite3 mine.db "$by_fault")" "$(sqlite3 lab.db "$by_fault")"
hone db export --share mine.db --db lab.db
exits 2
tells "mine.db exists; it was not changed"
hone db export --share /no/such/folder/mine.db --db lab.db
exits 3
tells "cannot write /no/such/folder/mine.db"

# It is equivalent for its receiver.
key=$XDG_DATA_HOME/hone/sharing.key.pub
hone db merge mine.db --verify "$key" --db site.db
exits 0
says "mine.db    81"
hone best --db lab.db --json --device Xeon
mine=$(python3 -c 'import json, sys; print(sorted((row["problem"] and str(row["problem"]), str(row["config"])) for row in json.load(sys.stdin)))' <<<"$out")
hone best --db site.db --json --device Xeon
is "$(python3 -c 'import json, sys; print(sorted((row["problem"] and str(row["problem"]), str(row["config"])) for row in json.load(sys.stdin)))' <<<"$out")" "$mine"

# rejected WORDS FILE [KEY]: --verify reports this in one line, and merges nothing.
rejected() {
    rm -f never.db
    hone db merge "$2" --verify "${3:-$key}" --db never.db
    exits 2
    tells "$1"
    [[ ! -e never.db ]] || complain "should merge nothing"
}
# A flipped byte, at several places.
for at in 20 5000 $(($(stat -c %s mine.db) - 1)); do
    cp mine.db flipped.db && cp mine.db.minisig flipped.db.minisig
    python3 - "$at" <<'PYTHON'
import sys
with open("flipped.db", "r+b") as file:
    file.seek(int(sys.argv[1]))
    byte = file.read(1)[0]
    file.seek(int(sys.argv[1]))
    file.write(bytes([byte ^ 1]))
PYTHON
    rejected "it was altered, or the signature is another file's" flipped.db
done
# The signature of another file; none; a truncated one; one with another comment; one of an unknown
# kind.
hone db export --share second.db --db "$examples/h200.db" --quiet
exits 0
cp mine.db swapped.db && cp second.db.minisig swapped.db.minisig
rejected "it was altered, or the signature is another file's" swapped.db
rejected "lab.db is not signed: there is no lab.db.minisig" lab.db
cp mine.db cut.db
for lines in 1 2 3; do
    head -n "$lines" mine.db.minisig >cut.db.minisig
    rejected "cut.db.minisig is not a signature of minisign" cut.db
done
head -c 150 mine.db.minisig >cut.db.minisig
rejected "cut.db.minisig is not a signature of minisign" cut.db
sed 's/file:mine.db/file:good.db/' mine.db.minisig >cut.db.minisig
rejected "the trusted comment of cut.db.minisig was altered" cut.db
echo nonsense >cut.db.minisig
rejected "cut.db.minisig is not a signature of minisign" cut.db
# A log next to it that SQLite would read.
cp mine.db logged.db && cp mine.db.minisig logged.db.minisig && echo x >logged.db-wal
rejected "logged.db-wal is not signed" logged.db
# Special files as the database, its signature or the key.
mkfifo fifo.db fifo.pub signed.db.minisig && ln -s /dev/zero zero.db && cp mine.db signed.db
cp mine.db.minisig fifo.db.minisig && cp mine.db.minisig zero.db.minisig
rejected "fifo.db is a FIFO, not a database" fifo.db
rejected "zero.db is a device, not a database" zero.db
rejected "signed.db.minisig is neither a key nor a signature" signed.db
rejected "fifo.pub is neither a key nor a signature" mine.db fifo.pub
# Another key; keys of other kinds; no key.
XDG_DATA_HOME=$folder/other hone db export --share third.db --db "$examples/h200.db" --quiet
rejected "was signed with another key" mine.db other/hone/sharing.key.pub
rejected "is not a public key of minisign" mine.db "$XDG_DATA_HOME/hone/sharing.key"
echo "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGk nobody" >ssh.pub
rejected "ssh.pub is not a public key of minisign" mine.db ssh.pub
rejected "there is no such key" mine.db missing.pub
# One of several is not signed: none is merged.
rm -f never.db
hone db merge mine.db lab.db --verify "$key" --db never.db
exits 2
[[ ! -e never.db ]] || complain "should merge none of them"

# A user's own kernel is not exported, unless it is shared by name.
cat >own.json <<'JSON'
{"schema_version": "1.0.0", "results": [
{"configuration": {"A": 1}, "times": {"runtimes": [4, 4, 4, 4, 4, 4]}, "invalidity": "correct"}]}
JSON
hone db import own.json --device-name "My GPU" --kernel-name my_secret_kernel --db own.db
exits 0
hone db export --share none.db --db own.db
exits 2
tells "own.db has nothing to share"
hone db export --share shared_own.db --own-kernels --db own.db
exits 0
grep -qa "own.json" shared_own.db && complain "should not name the file of an import"
sed 's/\[4, /[5, /' own.json >other.json
hone db import other.json --device-name "My GPU" --kernel-name my_secret_kernel --db own.db
exits 0
hone db export --share shared_both.db --own-kernels --db own.db
exits 0
tells "2 runs"

# minisign itself, if it is installed: each verifies the other's signatures.
if command -v minisign >/dev/null; then
    minisign -V -q -m mine.db -p "$key" || complain "minisign should accept hone's signature"
    minisign -G -W -p theirs.pub -s theirs.key >made.txt
    hone db export --share unsigned.db --unsigned --db lab.db
    exits 0
    rejected "unsigned.db is not signed" unsigned.db theirs.pub
    minisign -S -s theirs.key -m unsigned.db >signed.txt
    hone db merge unsigned.db --verify theirs.pub --db theirs.db
    exits 0
    hone db export --share with_theirs.db --sign-with theirs.key --db lab.db
    exits 0
    minisign -V -q -m with_theirs.db -p theirs.pub || complain "minisign should accept its own key"
    printf 'word\nword\n' | minisign -G -p locked.pub -s locked.key >made.txt 2>&1
    hone db export --share locked.db --sign-with locked.key --db lab.db
    exits 2
    tells "this key has a password"
    [[ ! -e locked.db ]] || complain "should share nothing"
fi
finish
