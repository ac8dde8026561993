# SPDX-License-Identifier: MIT
# A usage error: exit code 2, nothing on stdout, the error, and the nearest valid word.
source "$(dirname "$0")/check.bash"

# refused MESSAGE HINT WORDS...
refused() {
    local message=$1 hint=$2
    shift 2
    hone "$@"
    exits 2
    [[ -z $out ]] || complain "should answer nothing"
    [[ $err == "hone: $message"$'\n'"$hint"* ]] || complain "should tell '$message' and '$hint'"
}

refused "unknown command 'hepl'; did you mean help?" '`hone help`' hepl
refused "unknown command 'HELP'; did you mean help?" '`hone help`' HELP
refused "unknown command 'frobnicate'" '`hone help`' frobnicate
refused "unknown command ''" '`hone help`' ""
refused "unknown option '--verison'; did you mean --version?" "usage: hone COMMAND" --verison
refused "unknown option '--vers'; did you mean --version?" "usage: hone COMMAND" --vers
refused "unknown option '--hlep'; did you mean --help?" "usage: hone man" man --hlep
refused "unknown option '--hel'; did you mean --help?" "usage: hone man" man --hel
refused "unknown option '-x'" "usage: hone man" man -x
refused "unknown option '--hepl'; did you mean --help?" "usage: hone man" man --hepl=3
refused "unknown command 'devcies'; did you mean devices?" "available: tune, " help devcies
refused "unknown shell 'bsh'; did you mean bash?" "available: bash, zsh, fish" completion bsh
refused "unknown option '--share'; use --no-lock" "usage: hone tune" tune reduction --share
refused "unknown option '--elsewhere'; use --transfer-from" "usage: hone replay" replay x.csv --elsewhere y.csv
refused "unknown option '--thin'; use --keep-per-run" "usage: hone db" db gc --thin 3
refused "unknown option '--sharf'; did you mean --shard?" "usage: hone tune" tune reduction --sharf
refused "unknown precision 'fp32'; did you mean f32?" "available: " tune reduction --precision fp32
refused "unknown precision 'foo'" "available: f64, f32, " tune gemm --precision foo
refused "'gemm' has no precision i32" "available: f64, f32, " tune gemm --precision i32
refused "--sizes: '64..128:0' asks for no size" "say how many after the colon" tune gemm --sizes 64..128:0
refused "--dry-run answers in text alone" "leave --json out" tune --dry-run --json
refused "--dry-run answers in text alone" "leave --json out" tune gemm --size 64 --dry-run --json
refused "shell is missing" "usage: hone completion bash|zsh|fish" completion
refused "too many arguments" "usage: hone completion" completion bash zsh
refused "too many arguments" "usage: hone man" man more

refused "--count: at least one size is needed" "use --count 20" regret gemm --count 0
refused "--size: gemm also needs K and N" "use --size K=512,M=512,N=512 or --sizes 512" tune gemm --size M=512 --dry-run

long=$(printf 'x%.0s' {1..100000})
hone "$long"
exits 2
tells "unknown command"

finish
