# SPDX-License-Identifier: MIT
# [device] The interface for applications: kernels known before anything is tuned, a small set of
# configs for several sizes, exports for a compiler and a shell, and CLBlast's own kernels.
source "$(dirname "$0")/check.bash"
export HONE_DB=$folder/hone.db
unset HONE_DEVICE HONE_BUILD_OPTIONS

# Only the kernels.
hone db add gemm_tile reduction_last --db "$folder/kernels.db"
exits 0
says gemm_tile
hone db add --json --db "$folder/all.db"
exits 0
says '"clblast_xgemm"'
hone db add no_such_kernel --db "$folder/kernels.db"
exits 2

# Nothing is tuned yet.
for command in cover export; do
    hone "$command" gemm
    exits 1
    tells "hone tune gemm"
done
hone export gemm --as env --size M=64,N=64,K=64
exits 0
says "HONE_MATCH='defaults'"
hone export
exits 2
tells "name a routine or a kernel to export"
hone cover gemm --within much
exits 2
tells "--within takes a percentage"

# Several sizes, a cover of them, and the loss between them.
hone tune reduction_last --size n=4096 --size n=65536 --max-evals 6 --quiet
exits 0
hone export reduction_last --as header
exits 0
says "static inline int hone_reduction_last_f32(const hone_reduction_last_f32_problem* problem"
hone export reduction_last -p f64 --as json
exits 1
hone tune reduction_last -p f64 --size n=4096 --max-evals 2 --quiet
hone export reduction_last -p f64 --as json
exits 0
says '"options": "-DREAL=double'
says '"entry": "reduce"'
says '"kind": "scratch"'
says '"name": "n",'
says '"value": 4096.0'
says '"source": "// SPDX'
hone cover reduction_last --within 1000 --quiet
exits 0
says "2 of 2 problems are covered"
hone cover reduction_last --within 1000% --json --quiet
exits 0
says '"covered": 2'
hone regret reduction_last --count 1 --within 100000 --max-evals 2 --quiet
exits 0
says "1 of 1 sizes are within 100000 % of their own best"
says "Of 1 size the search tried fewer than 10 configs, which says little"
hone regret gemm
exits 1
tells "hone tune gemm"
# Configs found at one size of a range are timed at the others, with all options at their defaults;
# not if only a part of the configs is allowed.
hone tune gemm --sizes 64..256:2 --time-limit 8s --db "$folder/range.db"
exits 0
tells "expected to be fast there, not timed yet"
hone tune gemm --sizes 64..256:2 --time-limit 4s --where 'true' --fresh --db "$folder/range.db"
exits 0
[[ $err != *"not timed yet"* ]] || complain "should time only what --where lets it"
hone db check
exits 0
hone export reduction_last --as json
exits 0
says '"n": 65536'
hone export reduction --as env --size n=4096
exits 0
says "HONE_MATCH='exact'"
says "HONE_LOCAL0='"
says "HONE_VALUE_n='4096'"
says "HONE_BYTES_partial='"
# An export has only the given sizes; an option that a format does not use is an error.
hone export reduction_last --as json --size n=4096
exits 0
says '"n": 4096'
[[ $out != *'"n": 65536'* ]] || complain "should export the size that was said alone"
hone export reduction_last --as header --sizes 4096,65536
exits 0
says "2 tuned problems"
hone export reduction_last --as header --size n=5000
exits 1
tells "no result of reduction_last is stored for these sizes"
hone export reduction --as env --size n=4096 --size n=65536
exits 2
tells "--as env: it is for one problem, and 2 were said"
hone export reduction_last --as json --prefix mine
exits 2
tells "it has no names with a --prefix"
hone export gemm --as env --size M=512,N=5,K=50,lda=3
exits 1
tells "gemm takes at least 50 as 'lda', a row of the matrix, not 3"
hone export gemm --as env --size M=512,N=5,K=50,TA=2
exits 1
tells "gemm takes 0 or 1 as 'TA', not 2"
hone export reduction_last --as clblast
exits 2
tells "is not a kernel of CLBlast"

# The header is C: between two sizes it uses the nearer one's config.
hone export reduction_last -o "$folder/reduction.h"
exits 0
cat >"$folder/use.c" <<'END'
#include "reduction.h"
int main(void) {
    hone_reduction_last_f32_problem problem = hone_reduction_last_f32_default_problem();
    hone_reduction_last_f32_plan near, far;
    problem.n = 5000;
    if (!hone_reduction_last_f32(&problem, &near)) return 1;
    problem.n = 60000;
    if (!hone_reduction_last_f32(&problem, &far)) return 2;
    /* What libhone refuses: parts of an element, nothing, more than an int counts. */
    const double others[] = {5000.5, 0, -4096, 3e9, 1e15, 1e300, HUGE_VAL, NAN};
    for (int i = 0; i < 8; ++i) {
        hone_reduction_last_f32_plan none;
        problem.n = others[i];
        if (hone_reduction_last_f32(&problem, &none)) return 3 + i;
    }
    return near.options[0] != '-' || far.launch_count < 1;
}
END
if command -v cc >/dev/null; then
    call="cc use.c"
    if ! cc -Wall -Wextra -Werror "$folder/use.c" -o "$folder/use" -lm || ! "$folder/use"; then
        complain "the header should compile and answer"
    fi
fi

# Headers of two databases fit into one program if their names differ. With equal names, the second
# header is an error, and is not silently ignored.
hone export reduction_last --size n=4096 -o "$folder/one.h"
exits 0
hone export reduction_last --size n=65536 -o "$folder/other.h"
exits 0
hone export reduction_last --size n=65536 --prefix big -o "$folder/big.h"
exits 0
hone export reduction_last --prefix 1st
exits 2
tells "--prefix: '1st' is not a name in C"
if command -v cc >/dev/null; then
    call="cc both.c"
    printf '#include "%s"\n' one.h one.h big.h >"$folder/both.c"
    cat >>"$folder/both.c" <<'END'
int main(void) {
    hone_reduction_last_f32_problem problem = hone_reduction_last_f32_default_problem();
    hone_reduction_last_f32_plan plan;
    big_problem other = big_default_problem();
    big_plan big_one;
    return !hone_reduction_last_f32(&problem, &plan) || !big(&other, &big_one);
}
END
    if ! cc -Wall -Wextra -Werror "$folder/both.c" -o "$folder/both" -lm || ! "$folder/both"; then
        complain "headers with other names should go together"
    fi
    printf '#include "%s"\n' one.h other.h >"$folder/both.c"
    if err=$(cc -fsyntax-only "$folder/both.c" 2>&1); then complain "equal names should be refused"; fi
    tells "two exported headers share the names hone_reduction_last_f32"
fi

# CLBlast's own kernels run under its override, are checked like any other, and are tuned only by
# name.
hone tune clblast_xgemm --size M=96,N=64,K=80 --max-evals 2 --quiet
exits 0
says "best: clblast_xgemm"
hone export clblast_xgemm --as clblast
exits 0
says 'clblast::OverrideParameters(device, "Xgemm", clblast::Precision::kSingle,'
hone tune clblast_xdot --size n=65536 --max-evals 2 --quiet
exits 0
is "$(told "SELECT DISTINCT k.name || ' ' || t.checked_with FROM trial t JOIN run r ON r.id = t.run_id
        JOIN kernel k ON k.id = r.kernel_id WHERE k.name GLOB 'clblast*' ORDER BY k.name")" \
    $'clblast_xdot clblast+host\nclblast_xgemm clblast+host'
hone tune gemm --size M=64,N=64,K=64 --dry-run
exits 0
[[ $out != *clblast* ]] || complain "CLBlast's kernels should be tuned by name alone"

finish
