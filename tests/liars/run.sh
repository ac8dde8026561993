# SPDX-License-Identifier: MIT
# Wrong kernels: each is tuned as a user's own kernel, each of its wrong variants must be found, and
# the correct one is the best. Then correct kernels: none of their configs may be rejected as wrong;
# HONEST=4 checks at least a hundred, as before a release.
source "$(dirname "$0")/../cli/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$HOME"
honest=0
times=${HONEST:-1}
source "$here/judge.bash"

judge count "none are"  # on all cores, since one core loses no update
on_one_core
for space in "$here"/*.toml; do
    [[ $space == */count.toml ]] || judge "$(basename "$space" .toml)" "none are"
done
call="the liars"
((liars >= 89)) || complain "should be 89 at least, not $liars"

# kept KERNEL COUNT OPTION...: this many random configs, times $HONEST, all of which are right.
kept() {
    export HONE_DB=$folder/honest.db
    hone tune "$1" --strategy random_sample --max-evals "$(($2 * times))" --json "${@:3}"
    exits 0
    [[ $(told "SELECT count(*) FROM trial WHERE outcome = 'wrong'") == 0 ]] \
        || complain "calls an honest config wrong: $(told "SELECT config, message FROM trial WHERE outcome = 'wrong'")"
    honest=$(told "SELECT count(DISTINCT run_id || config) FROM trial WHERE outcome = 'ok'")
}

examples=$here/../../examples
kept reduction_tree 6 --size n=65536
kept reduction_tree 3 --size n=10007,operation=max
kept reduction_last 5 --size n=65536,operation=asum
kept reduction_last 3 --size n=4099,operation=dot
kept "$examples/vector.toml" 5 --size n=262144
kept "$examples/transpose.toml" 4 --size W=256,H=128
kept gemm_tile 1 --size M=67,N=64,K=33
if [[ $(told "SELECT type FROM device") == cpu ]]; then kept gemm_panel 1 --size M=64,N=64,K=64; fi
call="the honest configs"
((honest >= 26 * times)) || complain "should be $((26 * times)) at least, not $honest"

printf '%s liars found out, %s honest configs kept\n' "$liars" "$honest"
finish
