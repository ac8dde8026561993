# SPDX-License-Identifier: MIT
# `hone replay`: a table for readers, JSON for programs, and usage errors.
source "$(dirname "$0")/check.bash"
recorded=$(cd "$(dirname "$0")/../tuner/recorded" && pwd)

hone replay "$recorded/made_one.csv" --strategy random_sample --repeat 20 --budget 50
exits 0
is_silent
says "made_one: 414 configs"
says "random_sample      50"
says "own time a trial"

# The same seed gives the same output; so does a compressed recording.
hone replay "$recorded/made_one.csv" --strategy genetic_algorithm --repeat 5 --seed 3 --budget 30 --json
first=$(grep -v own_time <<<"$out" | grep -v exact)
hone replay "$recorded/packed/made_one.csv.gz" --strategy genetic_algorithm --repeat 5 --seed 3 --budget 30 --json
exits 0
[[ $(grep -v own_time <<<"$out" | grep -v exact) == "$first" ]] || complain "should say the same"

hone replay "$recorded/made_one.csv" --strategy all --repeat 2 --budget 25
exits 0
for name in auto bayes_opt genetic_algorithm simulated_annealing diff_evo pso greedy_ils \
    random_sample brute_force; do
    says "$name"
done

hone replay "$recorded/made_one.csv" --transfer-from "$recorded/made_other.csv" --repeat 2 --budget 10
exits 0
says "auto"

hone replay
exits 2
tells "name a file with a recorded space"
hone replay "$recorded/none.csv"
exits 2
tells "none.csv"
hone replay "$recorded/made_one.csv" --strategy anealing
exits 2
hone replay "$recorded/made_one.csv" --repeat 0
exits 2
tells "--repeat must be 1 or more"

finish
