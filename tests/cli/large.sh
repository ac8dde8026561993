# SPDX-License-Identifier: MIT
# Problems that are too large, and empty ones: each kernel refuses them in one line, with the bytes
# or the number, before anything is built or allocated.
source "$(dirname "$0")/check.bash"
here=$(cd "$(dirname "$0")" && pwd)
export HONE_DB=$folder/large.db

# too_large WORDS ARGUMENT…: hone reports this about the kernel, and tries nothing.
too_large() {
    local said=$1
    shift
    hone tune "$@" --time-limit 5s
    exits 1
    says "cannot run this: $said"
    [[ ! -e $HONE_DB || $(sqlite3 "$HONE_DB" "SELECT count(*) FROM run") == 0 ]] \
        || complain "should begin no run"
}

too_large "x takes 4,398,046,511,104 bytes; the device " reduction_tree --size n=1099511627776
too_large "x takes 8,796,093,022,208 bytes; the device " reduction_last --size n=1099511627776 --precision f64
too_large "n is 4,294,967,296; the kernel's 'n' is of type int, which holds 2,147,483,647 at most" \
    clblast_xdot --size n=4294967296
too_large "K is 4,294,967,296; the kernel's 'K' is of type int, which holds 2,147,483,647 at most" \
    gemm_tile --size M=1,N=1,K=4294967296
too_large "C takes 17,592,186,044,416 bytes; the device " gemm_tile --size M=2097152,N=2097152,K=16
too_large "C takes 35,184,372,088,832 bytes; the device " \
    gemm_tile --precision f64 --size M=2097152,N=2097152,K=16
too_large "n is 4,294,967,296; the kernel's 'n' is of type int" "$here/../liars/scale.toml" --size n=4294967296

too_large "n is 0: a size is 1 at least" reduction --size n=0
too_large "n is -5: a size is 1 at least" reduction_tree --size n=-5
too_large "K is 0: a size is 1 at least" gemm --size M=4,N=4,K=0
too_large "lda is -5: it is 0, or K = 8 at least" gemm --size M=2,N=4,K=8,lda=-5
too_large "ldc is 3: it is 0, or N = 4 at least" gemm_tile --size M=2,N=4,K=8,ldc=3
too_large "n is 0: 'scale' would have no work-items" "$here/../liars/scale.toml" --size n=0
too_large "W is 0: 'transpose' would have no work-items" "$here/../../examples/transpose.toml" --size W=0,H=4
cp "$here/../liars/scale.cl" "$folder/named.cl"
sed 's/^\[check\]/&\nsizes = [{ n = 77 }, { n = 0 }]/' "$here/../liars/scale.toml" >"$folder/named.toml"
too_large "of the sizes in [check], n is 0: 'scale' would have no work-items" "$folder/named.toml"

for value in 18446744073709551615 9223372036854775808; do
    refused "--size: 'n=$value' is larger than 9,223,372,036,854,775,807" tune reduction --size "n=$value"
done

finish
