# SPDX-License-Identifier: MIT
# Shared files of others, or files named by them: no file outside of a space's folder is read; no
# output controls a terminal, a spreadsheet, a browser or a shell; and written files have the user's
# own permissions.
source "$(dirname "$0")/check.bash"
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$folder" || exit 1
unset HONE_DB HONE_DEVICE
mkdir own
echo 'a secret' >secret.cl
echo '__kernel void r() {}' >own/inside.cl
ln -s ../secret.cl own/link.cl
ln -s inside.cl own/other.cl

# A space with this path as its kernel, and one with this path as its expected result.
named() {
    printf 'routine = "r"\nsource = "%s"\n[parameters]\nA = [1]\n[[launch]]\nentry = "r"\nlocal = [1]\nglobal = [1]\n' \
        "$1" >own/own.toml
}
# shellcheck disable=SC2317  # called by its name
expects() {
    named inside.cl
    printf '[[arguments]]\nname = "y"\ntype = "float"\ncount = "1"\nfill = "output"\n[check]\nexpected = "%s"\n' \
        "$1" >>own/own.toml
}
for way in named expects; do
    for name in ../secret.cl "$folder/secret.cl" /etc/passwd x/../../secret.cl link.cl; do
        "$way" "$name"
        hone space own/own.toml
        exits 2
        tells "outside of the space's folder"
    done
    for name in inside.cl ./inside.cl other.cl; do
        "$way" "$name"
        hone space own/own.toml
        exits 0
    done
done
printf '{"ConfigurationSpace": {"TuningParameters": [{"Name": "A", "Values": "[1]"}]}, "KernelSpecification":
    {"Language": "OpenCL", "KernelName": "r", "KernelFile": "../secret.cl", "LocalSize": 1, "GlobalSize": 1}}' \
    >own/t1.json
hone space own/t1.json
exits 2
tells "outside of the space's folder"

# A kernel's includes are stored with it.
named inside.cl
for name in ../secret.cl "$folder/secret.cl" link.cl; do
    printf '#include "%s"\n__kernel void r() {}\n' "$name" >own/inside.cl
    hone db add own/own.toml --db a.db
    exits 2
    tells "outside of the kernel's folder"
done
[[ ! -e a.db || $(sqlite3 a.db "SELECT count(*) FROM kernel WHERE source LIKE '%secret%'") == 0 ]] \
    || complain "should store nothing of it"

# Malicious names, in every view.
echo '__kernel void r() {}' >own/inside.cl
bad=$'=cmd()|\x1b]0;owned\x07</script><script>alert(1)</script>\'"; touch owned\n$(touch owned)`touch owned`'
# JSON escapes: terminals also obey the first two in UTF-8, and the third reverses the line.
bad+=$'\u009b31m\u202ecod.exe\u2066'
# Invisible characters: zero-width space, word joiner, byte order mark, soft hyphen, tag.
bad+=$'A\u200bB\u2060C\ufeffD\u00adE\U000e0041F'
python3 - "$bad" >evil.json <<'END'
import json, sys
bad = sys.argv[1]
json.dump({"device_name": bad, "kernel_name": bad, "problem_size": 1, "tune_params_keys": ["A"],
           "tune_params": {"A": [1, bad]}, "cache": {"1": {"A": 1, "time": 1.5}, "2": {"A": bad, "time": 2.5}}}, sys.stdout)
END
hone db import evil.json --db evil.db
exits 0
silent_to_terminal() {
    for sign in $'\x1b' $'\x07' $'\u009b' $'\u202e' $'\u2066' $'\u200bB' $'\u2060C' $'\ufeffD' $'\u00adE' $'\U000e0041'; do
        [[ $1 != *"$sign"* ]] || complain "should not speak to a terminal"
    done
}
# A database with these characters raw, or escaped within JSON, in every text.
planted() {
    python3 - "$1" "$bad" <<'END'
import json, sqlite3, sys
base = sqlite3.connect(sys.argv[1])
bad = sys.argv[2]
key = json.dumps({"A": 1, bad: bad})
for table, columns in {"device": ["name", "driver", "vendor"], "run": ["tool", "command", "host", "origin"],
                       "trial": ["message"], "kernel": ["name", "routine"]}.items():
    for column in columns:
        base.execute(f"UPDATE {table} SET {column} = ?", (bad,))
base.execute("UPDATE trial SET config = ?", (key,))
base.execute("UPDATE run SET problem = ?, source = 'local', origin = ''", (key,))
base.execute("UPDATE trial SET checked_with = 'host'")
base.commit()
END
}
for words in "best" "show" "db info" "db check" "report --as text" "report --as markdown" "report --as csv -o evil/" \
    "report --as json" "db export --as csv" "db export --as json" "db export --as t4"; do
    # shellcheck disable=SC2086
    hone $words --db evil.db
    exits 0 1
    silent_to_terminal "$out$err"
done
cp evil.db planted.db
planted planted.db
for words in "best" "best --json" "show" "show --json" "db info" "db runs" "db check" "report --as text" \
    "report --as markdown" "report --as csv -o planted/" "report --as json" "compare" "db export --as csv" \
    "db export --as json" "db export --as t4" "check" "export gemm"; do
    # shellcheck disable=SC2086
    hone $words --db planted.db
    silent_to_terminal "$out$err"
done
for format in text markdown json html; do
    hone report --as $format -o page.$format --db planted.db
    exits 0
    silent_to_terminal "$(<page.$format)"
done
[[ $(find planted -name '*.csv' | wc -l) -gt 4 ]] || complain "should write one file for each table"
for table in planted/*.csv; do silent_to_terminal "$(<"$table")"; done
hone best --db planted.db
[[ $(wc -l <<<"$out") == 2 ]] || complain "a name should be one line"
for table in evil/*.csv; do
    out=$(<"$table")
    [[ $out != =* && $out != *$'\n='* && $out != *,=* && $out != *,\"=* ]] || complain "should be no formula"
done
hone db export --as csv --db evil.db
[[ $out != *,=* && $out != *,\"=* ]] || complain "should be no formula"
printf '%s' "$out" >again.csv
hone db import again.csv --db again.db
exits 0
[[ $(sqlite3 again.db "SELECT name FROM device") == "$(sqlite3 evil.db "SELECT name FROM device")" ]] \
    || complain "should come back as it was"

# Bytes that are not text.
LC_ALL=C sed 's/alert/\xae\xff/g' again.csv >bytes.csv
hone db import bytes.csv --db bytes.db
exits 0
for words in "best --json" "show --json" "report --as json" "db export --as json" "db export --as t4"; do
    # shellcheck disable=SC2086
    hone $words --db bytes.db
    exits 0 1
    python3 -c 'import json, sys; json.load(sys.stdin)' <<<"$out" || complain "should be JSON"
done
hone report -o page.html --db evil.db
exits 0
[[ $(<page.html) != *"<script>alert"* ]] || complain "should be no script"
hone tune "$bad"
exits 2
silent_to_terminal "$out$err"
[[ ! -e owned ]] || complain "should have run nothing"

# No shell, and no programs other than hone itself and those that the user names: the program of
# `hone run` and `hone capture`, and that of `hone tune --command`.
call="the sources"
named='tuner/(capture/layer_file|measure/program_run)\.cpp:.*\b(execvp|posix_spawnp)\('
found=$(grep -rnE '\b(system|popen|execl[pe]?|execvpe?|posix_spawnp?|tmpnam|mktemp)\(' --include='*.[ch]pp' \
    --include='*.h' "$root"/{spaces,kernels,db,reports,tuner} | grep -vE "$named" || true)
out=$found
[[ -z $found ]] || complain "should start no shell"

# The shipped files are found next to the program, not above the current folder, if it is called by
# its bare name.
mkdir -p share/hone/kernels below
for kernel in gemm_tile gemm_panel; do echo 'kernel void planted() {}' >"share/hone/kernels/$kernel.cl"; done
program=$HONE
HONE=by_name
# shellcheck disable=SC2317  # called by its name
by_name() (cd below && PATH=$(dirname "$program"):$PATH && command hone "$@")
hone export gemm --as env --size M=64,N=64,K=64 --db "$folder/none.db"
exits 0
[[ $out != *"$folder"* ]] || complain "should take nothing of $folder"
HONE=$program

# Written files are private to the user.
umask 077
hone db import evil.json --db private/own.db
exits 0
[[ $(stat -c %a private) == 700 && $(stat -c %a private/own.db) == 600 ]] \
    || complain "should keep the user's umask: $(stat -c '%a %n' private private/own.db)"
umask 022
hone report -o shared.html --db evil.db
[[ $(stat -c %a shared.html) == 644 ]] || complain "should be as readable as the user wants"

finish
