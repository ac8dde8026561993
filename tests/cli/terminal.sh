# SPDX-License-Identifier: MIT
# [device]
# On a narrow terminal `hone best` breaks lines between words and marks the winner, and progress
# stays in one erasable line. Python gives each command a terminal of this many columns.
source "$(dirname "$0")/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
cd "$folder" || exit 1
export HONE_DB=$folder/hone.db

# Runs a command in a terminal of this many columns; the terminal's input is in $out.
in_terminal() {
    local columns=$1
    shift
    out=$(python3 - "$columns" "$@" <<'EOF'
import fcntl, os, pty, struct, sys, termios
columns = int(sys.argv[1])
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    os.execv(sys.argv[2], sys.argv[2:])
seen = b""
while True:
    try:
        part = os.read(terminal, 65536)
    except OSError:
        break
    if not part:
        break
    seen += part
os.waitpid(child, 0)
sys.stdout.write(seen.decode().replace("\r\n", "\n"))
EOF
    )
    code=0 err="" call="hone ${*:2} in $columns columns"
}
# The widest line, in characters.
widest() { python3 -c 'import re, sys; print(max(len(line) for line in re.split("[\r\n]", sys.stdin.read().replace("\x1b[K", ""))))' <<<"$out"; }

# The best: a table if it fits, otherwise the configs below their kernels.
cp "$here/../../examples/reports/h200.db" hone.db
hone best gemm
exits 0
says "wins"
hone best gemm --as csv
says ",wins,"
in_terminal 80 "$HONE" best gemm
is "$(($(widest) <= 80))" 1
says "NVIDIA H200"
says "  gemm f32 M=1024 N=1024 K=1024"
says "    gemm_mma (wins): 51.4 µs ± 0.47 %, 41.8 TFLOP/s"
says "    gemm_tile: "
is "$(grep -c '(wins)' <<<"$out")" "$(grep -c '^  gemm ' <<<"$out")"
# No word of the exact config is split between lines.
for word in $(sqlite3 hone.db "SELECT replace(replace(replace(replace(config, '{', ''), '}', ''), '\"', ''), ':', '=')
                               FROM trial WHERE median_ns > 0 AND config LIKE '%WARPS_M%' LIMIT 1" | tr ',' ' '); do
    says "${word%%=*}="
done
in_terminal 40 "$HONE" best gemm
is "$(($(widest) <= 40))" 1
says "    gemm_mma (wins): 51.4 µs ± 0.47 %,
      41.8 TFLOP/s"
in_terminal 400 "$HONE" best gemm
says "wins"
[[ $out != *"(wins)"* ]] || complain "should be a table where it fits"

# Progress: no line that the terminal would wrap, and nothing of it is left.
rm hone.db
in_terminal 40 "$HONE" tune reduction_tree --size n=65536 --max-evals 4 --time-limit 10s
is "$(python3 -c '
import re, sys
lines = [line for line in re.findall("\r([^\r\n]*)\x1b\\[K", sys.stdin.read()) if line]
print(len(lines) > 0, all(len(line) < 40 for line in lines))' <<<"$out")" "True True"
is "$(python3 -c '
import re, sys
print(re.findall("\x1b\\[K[^\r\n]*tried", sys.stdin.read()))' <<<"$out")" "[]"
finish
