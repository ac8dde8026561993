# SPDX-License-Identifier: MIT
# Shared by the tests of wrong kernels: each wrong variant of a space must be found, and the correct
# one must be the best. Sourced after check.bash.
# shellcheck disable=SC2154  # $folder is theirs, $out is of check.bash
liars=0   # wrong variants that were found
untold=0  # much slower than the best: never returned to applications
spaces=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# is_told CONFIG: whether an application may get it for a problem that was not tuned.
is_told() { [[ $(told "SELECT count(*) FROM timed WHERE config = '$1' AND right_elsewhere") != 0 ]]; }

# judge SPACE HARMLESS OPTION...: tunes all variants of a space. HARMLESS is a pattern of those that
# are right on this driver. A wrong variant that is much slower than the best is not run at other
# sizes, but applications must not get it.
judge() {
    local space=$1 harmless=$2 best config outcome
    HONE_DB=$folder/$space.db
    export HONE_DB
    hone tune "$spaces/$space.toml" --strategy brute_force --json "${@:3}"
    exits 0
    best=${out#*'"best"'}
    [[ $best == *'"FAULT": "NONE"'* || $best =~ \"FAULT\":\ \"($harmless)\" ]] \
        || complain "should choose the honest kernel"
    while IFS='|' read -r config outcome; do
        case $config,$outcome in
            *NONE*,ok) ;;
            *NONE*) complain "calls the honest kernel $outcome" ;;
            *,wrong | *,crash) liars=$((liars + 1)) ;;
            *)
                [[ $config =~ \"($harmless)\" ]] && continue
                if is_told "$config"; then complain "lets $config through as $outcome"; fi
                untold=$((untold + 1))
                ;;
        esac
    done < <(told "SELECT config, outcome FROM trial WHERE purpose <> 'final'")
}
