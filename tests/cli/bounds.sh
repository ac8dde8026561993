# SPDX-License-Identifier: MIT
# Endless input: a line of a gigabyte, a file of three, a million brackets, a billion values, in
# everything that hone reads. Each is refused with one line, fast and with little memory.
source "$(dirname "$0")/check.bash"
cd "$folder" || exit 1
unset HONE_DB HONE_DEVICE

# bounded WORDS...: within a gigabyte of memory and within a time limit that allows for a busy
# machine. A run past the limit is ended, so that it counts as a fault and does not block this
# script.
bounded() {
    local began=$SECONDS program=$HONE
    ulimit -S -v "${memory:-1500000}"
    HONE=$folder/hone_for_a_minute hone "$@"
    ulimit -S -v unlimited
    HONE=$program
    [[ $code != 124 ]] || complain "should end by itself"
    ((SECONDS - began <= 10)) || complain "should end soon, not after $((SECONDS - began)) s"
}
printf '#!/bin/sh\nexec timeout 60 "%s" "$@"\n' "$HONE" >"$folder/hone_for_a_minute"
chmod +x "$folder/hone_for_a_minute"

# refused_soon MESSAGE WORDS...: bounded, with a usage exit code and one line.
refused_soon() {
    local message=$1
    shift
    bounded "$@"
    exits 2
    tells "$message"
    is_brief
}
is_brief() {
    (($(wc -l <<<"$err") <= 3)) || complain "should need no more than a line and a hint"
    (($(wc -c <<<"$err") <= 2000)) || complain "should be brief"
}
# The sanitizers reserve more address space than there is memory.
# The output is read whole: with pipefail, a writer that grep -q leaves early would count as a
# failure.
symbols=$(nm -D "$HONE" 2>/dev/null; ldd "$HONE")
if [[ $symbols == *__asan_init* || $symbols == *lib[at]san* ]]; then memory=unlimited; fi

many() { head -c "$1" /dev/zero | tr '\0' "$2"; }
million=1000000

# A line of a gigabyte in a sparse file.
for file in line.toml line.json line.csv line.cl; do truncate -s 1G "$file"; done
refused_soon "not a space" space line.toml
refused_soon "not a space" space line.json
refused_soon "is larger than" db import line.json --db a.db
refused_soon "is larger than" db import line.csv --db a.db
refused_soon "is larger than" replay line.csv
printf 'routine = "r"\nsource = "line.cl"\n[parameters]\nA = [1]\n[[launch]]\nentry = "r"\nlocal = [1]\nglobal = [1]\n[[arguments]]\nname = "y"\ntype = "float"\ncount = "1"\nfill = "output"\n[check]\nreference = "r"\nlocal = [1]\nglobal = [1]\n' >own.toml
refused_soon "line.cl" db add own.toml --db a.db

# A million brackets.
{ printf '[parameters]\nA = '; many $million '['; } >deep.toml
{ printf '{"params": '; many $million '['; } >deep.json
{ printf '{"cache": '; many $million '['; } >cache.json
{ printf '{"ConfigurationSpace": {"TuningParameters": [{"Name": "A", "Values": "['; many $million '('; printf '"}]}}'; } >t1.json
{ printf '[parameters]\nA = [1]\n[constraints]\nc = "'; many $million '('; printf '"\n'; } >long.toml
refused_soon "deep.toml:2" space deep.toml
refused_soon "nested more than" space deep.json
refused_soon "nested too deeply" space t1.json
refused_soon "longer than" space long.toml
refused_soon "is nested more than" db import cache.json --db a.db
refused_soon "nested more than" space gemm_tile --where "$(many 10000 '(')"
refused_soon "nested more than" space gemm_tile --where "$(many 10000 '-')1"
refused_soon "longer than" space gemm_tile --where "1$(many 100000 '+')1"

# A billion values.
{ printf '[parameters]\nA = [1'; for _ in {1..20}; do many 100000 'x'; done | sed 's/x/,1/g'; printf ']\n'; } >wide.toml
{ printf '{"results": [1'; many 20000000 ','; printf ']}'; } >wide.json
{ printf 'device,'; many 100000 ','; } >wide.csv
t1() { printf '{"ConfigurationSpace": {"TuningParameters": [{"Name": "A", "Values": "%s"}]}}' "$1" >t1.json; }
refused_soon "wide.toml" space wide.toml
refused_soon "more than 16000000 values" db import wide.json --db a.db
refused_soon "more than 4096 cells" db import wide.csv --db a.db
for values in 'range(1000000000)' 'range(0, 9000000000000000000, 3)' '[i for i in range(1000000000)]' \
    '[10**10**10**10]'; do
    t1 "$values"
    refused_soon "t1.json" space t1.json
done
refused_soon "are the most" tune gemm --sizes 64..4096:1000000000 --dry-run
refused_soon "--size" tune gemm --size M=1e300 --dry-run

# Input that unpacks to a gigabyte.
if command -v gzip >/dev/null; then
    head -c 1G /dev/zero | gzip -1 >bomb.json.gz
    refused_soon "unpacks to more than" db import bomb.json.gz --db a.db
fi

# Special files: endless, or never written to.
mkfifo fifo
ln -s fifo link
ln -s /dev/zero zero
mkdir folder
for name in fifo zero; do
    mkdir "site_$name"
    ln -s "$PWD/$name" "site_$name/index.html"
    refused_soon "is a " site "site_$name" a.db
done

# Sparse files of three gigabytes, for every input and every overwritten output.
mkdir site_huge site_text
truncate -s 3G huge.toml huge.json huge.csv huge.db huge.html huge.minisig site_huge/index.html
printf '<!doctype html>\n' >site_text/index.html
truncate -s 3G site_text/index.html
refused_soon "huge.toml" space huge.toml
refused_soon "is larger than" db import huge.json --db a.db
refused_soon "is larger than" db import huge.csv --db a.db
refused_soon "is larger than" replay huge.csv
refused_soon "is not a site that hone wrote" site site_huge a.db
refused_soon "is not a site that hone wrote" site site_text a.db
for words in "best" "show" "db info" "db check" "report --as text" "db merge huge.db" "check"; do
    database=huge.db
    [[ $words != *merge* ]] || database=a.db
    # shellcheck disable=SC2086
    bounded $words --db $database
    exits 3
    is_brief
done
bounded site new_site huge.db
exits 3
is_brief
hone db add reduction_last --db small.db
exits 0
refused_soon "is not a page of hone" report --db small.db -o huge.html
refused_soon "is not a table of results of hone" db export --db small.db --as csv -o huge.csv
refused_soon "is neither a key nor a signature" db merge small.db --verify huge.minisig --db a.db
[[ $(stat -c %s huge.html huge.csv | sort -u) == $((3 << 30)) ]] || complain "should leave both as they are"
for name in fifo link zero folder /dev/zero; do
    case $name in fifo | link) kind=FIFO ;; folder) kind=folder ;; *) kind=device ;; esac
    [[ $kind == folder ]] || refused "is a $kind" space $name
    refused_soon "is a $kind" db import $name --db a.db
    refused_soon "is a $kind" replay $name
    for words in "best" "show" "db info" "db check" "report --as text" "db merge other.db" "check" "db gc --keep-best"; do
        # shellcheck disable=SC2086
        bounded $words --db $name
        exits 3
        tells "is a $kind, not a database"
    done
    bounded db merge $name --db a.db
    exits 3
    tells "is a $kind, not a database"
    bounded site pages $name
    exits 3
    tells "is a $kind, not a database"
done
# A kernel that its space names, or that lies next to the space.
echo 'kernel void r() {}' >elsewhere.cl
mkdir inner
for text in "$(sed 's/line.cl/inner.cl/' own.toml)" "$(sed '/^source/d' own.toml)"; do
    printf '%s\n' "$text" >inner/inner.toml
    for target in ../elsewhere.cl /etc/passwd; do
        ln -sf $target inner/inner.cl
        refused_soon "is outside of the space's folder" db add inner/inner.toml --db a.db
    done
    ln -sf /dev/zero inner/inner.cl
    refused_soon "inner.cl" db add inner/inner.toml --db a.db
    rm inner/inner.cl
    mkfifo inner/inner.cl
    refused_soon "is a FIFO" db add inner/inner.toml --db a.db
    rm inner/inner.cl
done

[[ ! -e a.db ]] || hone db check --db a.db
finish
