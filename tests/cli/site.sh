# SPDX-License-Identifier: MIT
# `hone site`: pages of the recorded devices, allowed targets, and the cleanup of an earlier site.
source "$(dirname "$0")/check.bash"
examples=$(cd "$(dirname "$0")/../../examples/reports" && pwd)
cd "$folder" || exit 1
before=$(sha256sum "$examples"/*.db)

hone site pages/ "$examples"/*.db
exits 0
tells "wrote pages/index.html: 3 databases, 3 devices, 5 routines; 0 results doubtful"
is "$out" ""
is "$(find pages/devices -name '*.html' | wc -l)" 3
is "$(find pages/routines -name '*.html' | wc -l)" 5
[[ $(sha256sum "$examples"/*.db) == "$before" ]] || complain "should leave databases as they are"
# Every link within the site leads to a file, and nothing else is loaded.
python3 - <<'PYTHON' || complain "should have links that lead somewhere"
import pathlib, re, sys
site = pathlib.Path("pages")
for page in site.rglob("*.html"):
    for address in re.findall(r'(?:href|src)="([^"#]+)"', page.read_text()):
        assert "://" not in address, (page, address)
        assert (page.parent / address).exists(), (page, address)
PYTHON
grep -q "NVIDIA H200" pages/index.html || complain "should list the devices"

# An earlier site is replaced: pages of removed devices are deleted, foreign files stay.
echo '<!doctype html><p>mine' >pages/devices/mine.html
echo 'mine' >pages/devices/notes.txt
hone site pages/ "$examples"/xeon-*.db --quiet
exits 0
is_silent
is "$(find pages/devices -name '*.html' | wc -l)" 3
is "$(cat pages/devices/mine.html pages/devices/notes.txt)" $'<!doctype html><p>mine\nmine'
echo 'const mine = 1;' >pages/page.js
hone site pages/ "$examples"/xeon-*.db --quiet
exits 2
tells "pages/page.js exists and is not a file of a site of hone"
is "$(cat pages/page.js)" 'const mine = 1;'

# Another folder, a wrong file and a usage error change nothing.
mkdir own && echo mine >own/index.html
hone site own "$examples/h200.db"
exits 2
tells "own exists and is not a site that hone wrote"
is "$(<own/index.html)" mine
hone site new/ "$examples/h200.db" own/index.html
exits 3
tells "own/index.html"
[[ ! -e new ]] || complain "should write nothing"
hone site new/
exits 2
tells "name the databases to read"

# Recorded collections of other tuners are devices too: imported as T4.
for gpu in 3 4 5; do
    t4 "$gpu, $gpu, $gpu, $gpu, $gpu, $gpu" >"$gpu.json"
    hone db import "$gpu.json" --device-name "GPU $gpu" --kernel-name conv --db collection.db
    exits 0
done
hone site collection collection.db "$examples/h200.db"
exits 0
tells "2 databases, 4 devices, 6 routines"
grep -q "GPU 3" collection/routines/conv_f32.html || complain "should name the fastest device"
# And so are published tables of recorded spaces, unchanged.
for table in "$examples"/../../tests/reports/replay/kt_*.csv.gz; do
    name=$(basename "$table" .csv.gz)
    kernel=${name#kt_}
    kernel=${kernel%%_*}
    hone db import "$table" --device-name "${name#kt_"$kernel"_}" --kernel-name "$kernel" --db published.db
    exits 0
done
hone site published published.db "$examples/h200.db"
exits 0
tells "2 databases, 4 devices"
grep -q "RTX_2080_Ti" published/routines/convolution_f32.html || complain "should compare the published devices"

finish
