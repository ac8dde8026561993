#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Reports in a real browser: headless Chromium opens the page, tests/browser/checks.js looks at it from
# inside and writes down what it sees, and this script reads that. Where there is no Chromium it says
# so and is skipped (exit code 77).
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || {
    echo "skipped: there is no Chromium; on Debian: apt-get install chromium"
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1

# The page after its scripts have run. Its own faults are collected before anything else happens.
opened() {
    timeout 60 "$browser" --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage \
        --user-data-dir="$folder/profile" --window-size=1280,2000 --virtual-time-budget=15000 \
        --dump-dom "file://$folder/$1" 2>/dev/null
}

# A copy of a page with the checks in it, and what they go by.
with_checks() {
    local page=$1 bests=$2 copy=$3
    {
        sed 's|<head>|<head><script>window.faults = []; addEventListener("error", (e) => faults.push(e.message)); const said = console.error; console.error = (...words) => { faults.push(words.join(" ")); said(...words); };</script>|;/<\/body>/,$d' "$page"
        printf '<script type="application/json" id="bests">%s</script>\n' "$(sed 's/</\\u003c/g' "$bests")"
        printf '<script>'
        cat "$here/checks.js"
        printf '</script>\n</body>\n</html>\n'
    } >"$copy"
}

# Opens a page and expects that all checks hold.
checks() {
    with_checks "$1" "$2" checked.html
    local seen
    seen=$(opened checked.html | sed -n '/<pre id="checks">/,/<\/pre>/p')
    call="$1 in $browser"
    out=$seen err="" code=0
    says "ok ready"
    [[ $seen != *FAILED* ]] || complain "should pass every check"
    grep -h 'ok ready' <<<"$seen" | sed "s|^|$1: |"
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

# Names that want out: of the element, of the script, of the line.
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

# Nothing at all is a page, too.
hone report hostile.db --routine nothing -o empty.html
exits 0
printf '{"sections": []}' >empty.json
checks empty.html empty.json

# Without scripts the tables are there, and what scripts would fill is not.
sed 's|<head>|<head><meta http-equiv="Content-Security-Policy" content="script-src '\''none'\''">|' hostile.html >plain.html
out=$(opened plain.html)
call="a page without scripts"
says "<td"
says "Which device is fastest for which problem?"
says '<div id="devices" role="group" aria-label="Devices shown" hidden=""></div>'
[[ $out != *"<svg"* ]] || complain "should not have run any script"
finish
