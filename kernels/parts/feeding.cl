// SPDX-License-Identifier: MIT
// A ring that Hopper's copying unit fills with steps of BK along K of both matrices' tiles: BM x BK of op(A), then
// BK x BN of op(B).

// What the copying unit has to know of A and B.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void describe(const int M, const int N, const int K, const __global stored *restrict A, const int lda,
              const __global stored *restrict B, const int ldb, __global uint *restrict maps) {
    __local uint draft[32] __attribute__((aligned(128)));
    write_map(draft, maps, A, ALONG_A ? K : M, ALONG_A ? M : K, lda, ALONG_A ? BM : BK);
    write_map(draft, maps + 32, B, ALONG_B ? K : N, ALONG_B ? N : K, ldb, ALONG_B ? BN : BK);
}

// One work-item's part: the steps of a tile, as soon as there is room for them.
static inline void fill_ring(ring *r, const __global uint *maps, const int2 place, const int2 span) {
    for (int k = span.x; k < span.y; k += BK) {
        const uint to = r->stages + r->stage * BYTES_STAGE;
        const uint arrived = r->arrived + r->stage * 8;
        await(r->emptied + r->stage * 8, r->parity ^ 1);
        arrive_before(arrived, BYTES_STAGE);
        copy_tile(to, maps, ALONG_A, place.x, k, BM, arrived);
        copy_tile(to + BYTES_A, maps + 32, ALONG_B, place.y, k, BN, arrived);
        go_on(r);
    }
}

// The steps of all tiles of this work-group.
static inline void feed(ring *r, const __global uint *maps, const int tiles, const int2 span, const int M,
                        const int N) {
    trust_map(maps);
    trust_map(maps + 32);
    for (int tile = get_group_id(0); tile < tiles; tile += get_num_groups(0))
        fill_ring(r, maps, place_of_tile(tile, M, N), span);
}
