# SPDX-License-Identifier: MIT
# What the tests of the liars share: each wrong way of a space must be found out, and the honest one is the
# best. Sourced after check.bash.
# shellcheck disable=SC2154  # $folder is theirs, $out is of check.bash
liars=0   # that were found out
untold=0  # that were much slower than the best, and may not be told
spaces=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# is_told CONFIG: whether an application may be told of it for a problem that was not tuned.
is_told() { [[ $(told "SELECT count(*) FROM timed WHERE config = '$1' AND right_elsewhere") != 0 ]]; }

# judge SPACE HARMLESS OPTION...: tunes all ways of a space. HARMLESS is a pattern of those that are right on
# this driver. A wrong way that is much slower than the best is not run at other sizes; it may not be told.
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
