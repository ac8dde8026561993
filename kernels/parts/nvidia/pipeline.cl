// SPDX-License-Identifier: MIT
// The pipeline between one producer and its consumers: a ring of STAGES stages in local memory, each with
// a full barrier (the producer's copies have arrived) and an empty barrier (all consumers have read it).
//
// Expects parts/nvidia/sm90.cl, STAGES, BYTES_STAGE. Defines pipeline, pipeline_init, advance.

typedef struct {
    uint smem;       // address of the first stage
    uint full_bar;   // address of the full barriers, one per stage
    uint empty_bar;  // and of the empty barriers
    uint stage;      // the next stage
    uint phase;      // the parity of this round through the ring
} pipeline;

// `consumers`: arrivals that empty a stage.
static inline pipeline pipeline_init(__local char *smem, __local ulong *barriers, const int consumers) {
    pipeline state = {(uint)(ulong)smem, (uint)(ulong)barriers, (uint)(ulong)barriers + STAGES * 8, 0, 0};
    if (get_local_id(0) == 0) {
#pragma unroll
        for (int s = 0; s < STAGES; s++) {
            mbarrier_init(state.full_bar + s * 8, 1);
            mbarrier_init(state.empty_bar + s * 8, consumers);
        }
        mbarrier_init_fence();
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return state;
}

// Moves on to the next stage.
static inline void advance(pipeline *state) {
    state->stage = state->stage == STAGES - 1 ? 0 : state->stage + 1;
    state->phase ^= state->stage == 0;
}
