# SPDX-License-Identifier: MIT
# `hone compare`: two devices, and one before and after a change of driver, database, kernel text or
# version of hone.
source "$(dirname "$0")/check.bash"
cd "$folder" || exit 1
unset HONE_DB

t4 '4, 4, 4, 4, 4, 4' >left.json
t4 '6, 6, 6, 6, 6, 6' >right.json
hone db import left.json --device-name "Left GPU" --kernel-name conv --db left.db
exits 0
hone db import right.json --device-name "Right GPU" --kernel-name conv --db right.db
exits 0

hone compare Left Right left.db right.db
exits 1
says "slower"
tells "Right GPU is slower on 1 of 1; geometric mean 0.67 × ± 0.000"
hone compare right left left.db right.db --json
exits 0
says '"the_second_is": "faster"'
hone compare left right left.db right.db --margin 60%
exits 0
says "as before"
tells "Right GPU is as fast on 1 of 1 problems"
hone compare GPU Left left.db right.db
exits 2
tells "matches several devices"
hone compare "Left GPU" "Right GPU" left.db right.db
exits 1
hone compare Left "Left GPU" left.db right.db
exits 2
tells "are the same device: Left GPU"
tells "--before FILE"

# One device before and after a change that is in another database.
t4 '2, 2, 2, 2, 2, 2' >left_new.json
hone db import left_new.json --device-name "Left GPU" --kernel-name conv --db left_new.db
exits 0
hone compare Left Left left_new.db --before left.db
exits 0
tells "Left GPU is faster on 1 of 1 problems; geometric mean 2.00 × ± 0.000"
hone compare Left Left left.db --before left_new.db
exits 1
tells "slower on 1 of 1"
hone compare Left Left left.db --before missing.db
exits 3
hone compare Middle Left left.db right.db
exits 2
tells "'Middle'"
hone compare Left
exits 2
tells "name two devices to compare"

# Changes within one database: the metadata of both imports are written into it.
imported() { # FILE DEVICE KERNEL DATABASE
    hone db import "$1" --device-name "$2" --kernel-name "$3" --db "$4"
    exits 0
}

# A driver: the same name twice.
imported right.json "A GPU" conv drivers.db
imported left.json "B GPU" conv drivers.db
sqlite3 drivers.db "UPDATE device SET driver = CASE name WHEN 'A GPU' THEN '570.86' ELSE '580.65' END, name = 'Some GPU'"
hone compare "Some GPU 570.86" "Some GPU 580.65" drivers.db
exits 0
tells "Some GPU, 580.65 is faster on 1 of 1 problems; geometric mean 1.50 × ± 0.000"
hone compare 580 570 drivers.db
exits 1
tells "Some GPU, 570.86 is slower on 1 of 1"
hone compare "Some GPU" "Some GPU" drivers.db
exits 2
tells "'Some GPU' matches several devices"
hone compare "Some GPU 590" "Some GPU 580" drivers.db
exits 2
tells "available: Some GPU, 570.86; Some GPU, 580.65"

# A version of hone. Other programs' results have none.
imported left.json "Some GPU" conv versions.db
imported right.json "Some GPU" conv versions.db
imported left.json "Other GPU" conv versions.db
sqlite3 versions.db "UPDATE run SET tool = CASE WHEN origin LIKE '%left.json' THEN 'hone 0.1.0' ELSE 'hone 0.2.0' END
    WHERE device_id = (SELECT id FROM device WHERE name = 'Some GPU')"
hone compare Some Some versions.db --hone-version 0.1.0,0.2.0
exits 1
tells "Some GPU with hone 0.2.0 is slower on 1 of 1; geometric mean 0.67 ×"
hone compare Some Some versions.db --hone-version 0.2.0,0.1.0
exits 0
tells "Some GPU with hone 0.1.0 is faster on 1 of 1 problems; geometric mean 1.50 ×"
hone compare Some Some versions.db --hone-version 0.2.0,0.2.0
exits 2
tells "are the same device"
hone compare Other Some versions.db --hone-version 0.1.0,0.2.0
exits 1
tells "no problem was tuned on both"
for pair in 0.9.9,0.2.0 0.1.0,0.9.9 0.1.0,0.2 none,none; do
    hone compare Some Some versions.db --hone-version "$pair"
    exits 2
    tells "no stored result is of this version"
    tells "available: 0.1.0; 0.2.0"
    is "$out" ""
done
hone compare Left Left left.db --hone-version 0.1.0,0.2.0
exits 2
tells "the database has none"
hone compare Left Left left.db --hone-version 1.0
exits 2
tells "two values are needed"

# A kernel text: one of two kernels has changed.
imported right.json "Some GPU" conv texts.db
imported left.json "Some GPU" conv texts.db
imported left.json "Some GPU" scan texts.db
sqlite3 texts.db "CREATE TEMP TABLE old AS SELECT * FROM kernel WHERE name = 'conv';
    UPDATE old SET id = 'ccccccccdddddddd0000000000000000', source = 'before';
    INSERT INTO kernel SELECT * FROM old;
    UPDATE run SET kernel_id = 'ccccccccdddddddd0000000000000000' WHERE origin LIKE '%right.json'"
new=$(sqlite3 texts.db "SELECT substr(id, 1, 8) FROM kernel WHERE name = 'conv' AND id NOT LIKE 'cccccccc%'")
scan=$(sqlite3 texts.db "SELECT substr(id, 1, 8) FROM kernel WHERE name = 'scan'")
hone compare Some Some texts.db --kernel-text "cccc,$new"
exits 0
tells "Some GPU with the text $new is faster on 1 of 1 problems; geometric mean 1.50 ×"
hone compare Some Some texts.db --kernel-text "$new,cccccccc"
exits 1
tells "slower on 1 of 1"
for pair in "gggg,$new" "$new,gggg"; do
    hone compare Some Some texts.db --kernel-text "$pair"
    exits 2
    tells "--kernel-text 'gggg': no stored result is of this text"
    tells "conv cccccccc"
    tells "conv $new"
    tells "scan $scan"
    is "$out" ""
done
hone compare Some Some texts.db --kernel-text "gggg,$new" --routine conv
exits 2
[[ $err != *scan* ]] || complain "should list the texts of this kernel alone"
hone show --db texts.db --json
run=$(python3 -c 'import json, sys; print(json.load(sys.stdin)[0]["run"])' <<<"$out")
hone show "$run" --db texts.db
exits 0
says "kernel text"
finish
