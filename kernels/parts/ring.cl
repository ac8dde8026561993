// SPDX-License-Identifier: MIT
// A ring of STAGES steps in local memory, BYTES_STAGE each, that one work-item has filled while
// others multiply what has arrived: both tell by barriers how far they are.

typedef struct {
    uint stages;   // where the first step lies
    uint arrived;  // the barriers of its stages: a step is there,
    uint emptied;  // it has been read
    uint stage;    // whose turn it is
    uint parity;   // of this way around the ring
} ring;

// `readers` is how many times each stage is said to have been read.
static inline ring begin_ring(__local char *stages, __local ulong *barriers, const int readers) {
    ring r = {(uint)(ulong)stages, (uint)(ulong)barriers, (uint)(ulong)barriers + STAGES * 8, 0, 0};
    if (get_local_id(0) == 0) {
#pragma unroll
        for (int s = 0; s < STAGES; s++) {
            begin_barrier(r.arrived + s * 8, 1);
            begin_barrier(r.emptied + s * 8, readers);
        }
        publish_barriers();
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return r;
}

static inline void go_on(ring *r) {
    r->stage = r->stage == STAGES - 1 ? 0 : r->stage + 1;
    r->parity ^= r->stage == 0;
}
