#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Reports in a real browser: headless Chromium opens the page, tests/browser/checks.js inspects it
# from inside, and this script reads the result. Without Chromium it is skipped (exit code 77).
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: there is no Chromium; on Debian: apt-get install chromium"
    exit 77
}
cd "$folder" || exit 1

# Opens a page and expects that all checks hold, with the same report as JSON for comparison.
checks() {
    printf 'const report = %s;\n' "$(<"$2")" >report.js
    call="$1 in $browser"
    out=$(python3 -B "$here/open.py" "$browser" "$1" report.js \
        "$here/table_checks.js" "$here/reading_checks.js" "$here/link_checks.js" "$here/checks.js")
    err="" code=0
    says "ok ready"
    [[ $out != *FAILED* ]] || complain "should pass every check"
    grep -h 'ok ready' <<<"$out" | sed "s|^|$1: |"
}

# The three real devices.
examples=("$here"/../../examples/reports/*.db)
if [[ -e ${examples[0]} ]]; then
    hone report "${examples[@]}" -o real.html
    exits 0
    hone report "${examples[@]}" --as json
    printf '%s' "$out" >real.json
    checks real.html real.json
fi

# Time against energy, planted in addition to one device's measurements.
if [[ -e ${examples[0]} ]]; then
    hone db merge "${examples[0]}" --db energy.db
    exits 0
    sqlite3 energy.db "INSERT INTO steady_timing SELECT id, 2, 1.1 * median_ns,
        1e-9 * median_ns * (200 + 60 * (ordinal % 7)), 500, 1500, 'NVML', '', ''
        FROM trial WHERE outcome = 'ok'"
    hone report energy.db -o energy.html
    exits 0
    hone report energy.db --as json
    printf '%s' "$out" >energy.json
    checks energy.html energy.json
    says "fronts is drawn"
    says "ok each point of a front leads to its row"
fi

# Names that try to break out of the element, of the script, of the line.
name='</script><script>alert(1)</script><!-- "quoted" '\''&amp; 😀 שלום مرحبا '"$(printf 'x%.0s' {1..200})"
cat >t4.json <<'EOF'
{"schema_version": "1.0.0", "results": [
{"configuration": {"A": 1, "B": "</script>"}, "times": {"runtimes": [0.4, 0.5, 0.4]}, "invalidity": "correct"},
{"configuration": {"A": 2, "B": "\"'&<b>"}, "times": {"runtimes": [0.3, 0.3, 0.3]}, "invalidity": "correct"},
{"configuration": {"A": 3, "B": "😀"}, "times": {"runtimes": []}, "invalidity": "compile"}]}
EOF
hone db import t4.json --device-name "$name" --kernel-name "$name" --db hostile.db
exits 0
sed 's/0\.3/0.7/g' t4.json >other.json
hone db import other.json --device-name "another $name" --kernel-name "$name" --db hostile.db
exits 0
hone report hostile.db -o hostile.html
hone report hostile.db --as json
printf '%s' "$out" >hostile.json
checks hostile.html hostile.json

# An empty report is a page too.
hone report hostile.db --routine nothing -o empty.html
exits 0
printf '{"sections": []}' >empty.json
checks empty.html empty.json

# Without scripts the tables are there, and the parts that scripts fill are not.
sed 's|<head>|<head><meta http-equiv="Content-Security-Policy" content="script-src '\''none'\''">|' hostile.html >plain.html
echo 'document.documentElement.outerHTML' >all.js
out=$(python3 -B "$here/open.py" "$browser" plain.html all.js)
call="a page without scripts"
says "<td"
says "Which device is fastest for which problem?"
says '<div id="controls" role="group" aria-label="Filters" hidden=""></div>'
[[ $out != *"<svg"* ]] || complain "should not have run any script"
finish
