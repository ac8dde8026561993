# SPDX-License-Identifier: MIT
# `hone report`: formats, sources, filters, and exit codes.
source "$(dirname "$0")/check.bash"
cd "$folder" || exit 1
unset HONE_DB
mkdir -p "$XDG_DATA_HOME"
rm -rf "$XDG_DATA_HOME/hone"

t4 '4, 4, 4, 4, 4, 4' >left.json
t4 '6, 6, 6, 6, 6, 6' >right.json
hone db import left.json --device-name "Left GPU" --kernel-name conv --db left.db
exits 0
hone db import right.json --device-name "Right GPU" --kernel-name conv --db right.db
exits 0

hone report
exits 3
tells "there is no database"

hone report left.db right.db
exits 0
is_silent
says "Which device is fastest for which problem?"
says "Left GPU is faster on 1 of the 1 problems that several devices have."
says "4.00 ms"

hone report --db left.db --as markdown --only fastest
exits 0
says "| conv f32 | Left GPU |"
[[ $out != *"## What did tuning gain?"* ]] || complain "should say only this section"

hone report left.db right.db --device right --as csv --only gain
exits 0
says "conv f32,Right GPU,conv,2,"
[[ $out == problem,device,* ]] || complain "should be one table from its first line"
[[ $out != *"Left"* ]] || complain "should leave the other device out"

# A CSV file is one table: several are refused, or written into a folder.
hone report left.db right.db --as csv
exits 2
tells "a file of CSV is one table, and this report has"
tells "fastest-the_best_config_of_each_device"
hone report left.db right.db --as csv --table fastest-the_best_config_of_each_device
exits 0
[[ $(head -n 1 <<<"$out") == problem,device,kernel,time_ns,* ]] || complain "should begin with names"
hone report left.db right.db --device nosuch
exits 2
tells "--device 'nosuch': no device matches"
hone report left.db right.db --as csv --table nothing
exits 2
tells "--table 'nothing': this report has no such table"
hone report left.db right.db --as csv -o tables/
exits 0
tells "tables into tables/"
python3 -c '
import csv, glob
files = glob.glob("tables/*.csv")
assert len(files) > 5, files
for file in files:
    rows = list(csv.reader(open(file, newline="")))
    assert len(rows) > 1 and len({len(row) for row in rows}) == 1, file
' || complain "each file should be one whole table"

# The verdict comes first, and names missing measurements.
hone report left.db right.db
says "What wins, and by how much?"
says "not measured"

hone report left.db right.db -o out.html
exits 0
tells "wrote out.html: 2 devices, 2 runs, 4 trials"
[[ $(head -c 15 out.html) == "<!doctype html>" ]] || complain "should write a page"
hone report left.db -o out.json --quiet
exits 0
is_silent
python3 -c 'import json; assert len(json.load(open("out.json"))["sections"]) == 8' || complain "should be JSON"
hone report left.db -o no/such/folder/out.html
exits 3
tells "cannot write"
# The shell's *.db after -o names databases: none of them is overwritten.
before=$(sha256sum left.db right.db)
hone report -o left.db right.db
exits 2
tells "left.db exists and is not a"
hone db export --db right.db --as csv -o left.db
exits 2
[[ $(sha256sum left.db right.db) == "$before" ]] || complain "should leave databases as they are"
# Nor is any other file that hone did not write; hone's own files are replaced.
printf 'all:\n\thone report -o report.html\n' >Makefile
printf 'console.log(1)\n' >a.js
printf 'kernel void f() {}\n' >k.OCL
printf '{"name": "mine"}\n' >package.json
printf '<!doctype html><title>mine</title>\n' >mine.html
printf 'name,ns\na,1\n' >mine.csv
printf '# Tuning report\n\nwhat I think\n' >mine.md
before=$(sha256sum Makefile a.js k.OCL package.json mine.*)
for file in Makefile a.js k.OCL package.json mine.html mine.csv mine.md; do
    for words in "report left.db --as text" "report left.db --as markdown" "report left.db --as html" "report left.db --as json" \
        "report left.db --as csv --table fastest-the_best_config_of_each_device" "db export --db left.db --as csv" \
        "db export --db left.db --as json" "db export --db left.db --as t4"; do
        # shellcheck disable=SC2086
        hone $words -o $file
        exits 2
        tells "$file exists and is not a"
    done
done
is "$(sha256sum Makefile a.js k.OCL package.json mine.*)" "$before"
for format in text markdown html json "csv --table fastest-the_best_config_of_each_device"; do
    for _ in 1 2; do
        # shellcheck disable=SC2086
        hone report left.db --as $format -o again
        exits 0
    done
    rm again
done
for format in csv json t4; do
    for _ in 1 2; do
        hone db export --db left.db --as $format -o again
        exits 0
    done
    rm again
done
for _ in 1 2; do
    hone report left.db right.db --as csv -o twice/
    exits 0
done
hone report left.db --only nothing
exits 2
hone report left.json
exits 3

finish
