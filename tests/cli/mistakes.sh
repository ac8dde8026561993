# SPDX-License-Identifier: MIT
# A usage error: exit code 2, nothing on stdout, the error, and the nearest valid word.
source "$(dirname "$0")/check.bash"

# refused_with MESSAGE HINT WORDS...
refused_with() {
    local message=$1 hint=$2
    shift 2
    hone "$@"
    exits 2
    [[ -z $out ]] || complain "should answer nothing"
    [[ $err == "hone: $message"$'\n'"$hint"* ]] || complain "should tell '$message' and '$hint'"
}

refused_with "unknown command 'hepl'; did you mean help?" '`hone help`' hepl
refused_with "unknown command 'HELP'; did you mean help?" '`hone help`' HELP
refused_with "unknown command 'frobnicate'" '`hone help`' frobnicate
refused_with "unknown command ''" '`hone help`' ""
refused_with "unknown option '--verison'; did you mean --version?" "usage: hone COMMAND" --verison
refused_with "unknown option '--vers'; did you mean --version?" "usage: hone COMMAND" --vers
refused_with "unknown option '--hlep'; did you mean --help?" "usage: hone man" man --hlep
refused_with "unknown option '--hel'; did you mean --help?" "usage: hone man" man --hel
refused_with "unknown option '-x'" "usage: hone man" man -x
refused_with "unknown option '--hepl'; did you mean --help?" "usage: hone man" man --hepl=3
refused_with "unknown command 'devcies'; did you mean devices?" "available: tune, " help devcies
refused_with "unknown shell 'bsh'; did you mean bash?" "available: bash, zsh, fish" completion bsh
refused_with "unknown option '--share'; use --no-lock" "usage: hone tune" tune reduction --share
refused_with "unknown option '--elsewhere'; use --transfer-from" "usage: hone replay" replay x.csv --elsewhere y.csv
refused_with "unknown option '--thin'; use --keep-per-run" "usage: hone db" db gc --thin 3
refused_with "unknown option '--sharf'; did you mean --shard?" "usage: hone tune" tune reduction --sharf
refused_with "unknown precision 'fp32'; did you mean f32?" "available: " tune reduction --precision fp32
refused_with "unknown precision 'foo'" "available: f64, f32, " tune gemm --precision foo
refused_with "'gemm' has no precision i32" "available: f64, f32, " tune gemm --precision i32
refused_with "--sizes: '64..128:0' asks for no size" "say how many after the colon" tune gemm --sizes 64..128:0
refused_with "--dry-run answers in text alone" "leave --json out" tune --dry-run --json
refused_with "--dry-run answers in text alone" "leave --json out" tune gemm --size 64 --dry-run --json
refused_with "shell is missing" "usage: hone completion bash|zsh|fish" completion
refused_with "too many arguments" "usage: hone completion" completion bash zsh
refused_with "too many arguments" "usage: hone man" man more

refused_with "--size: M=abc is not a size" "use --size M=512" tune gemm --size M=abc --sizes 16..64 --dry-run
refused_with "--sizes: '1.5..4' is not a size of gemm" "use --size " tune gemm --sizes 1.5..4 --dry-run
refused_with "--max-evals: at least one config is needed" "\`hone best\` shows what is known without a trial" tune gemm --max-evals 0
refused_with "--max: at least one config is needed" "use --max 6" cover gemm --max 0
refused_with "--count: at least one size is needed" "use --count 20" regret gemm --count 0
refused_with "--size: gemm also needs K and N" "use --size K=512,M=512,N=512 or --sizes 512" tune gemm --size M=512 --dry-run

long=$(printf 'x%.0s' {1..100000})
hone "$long"
exits 2
tells "unknown command"

finish
