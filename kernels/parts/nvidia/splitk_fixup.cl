// SPDX-License-Identifier: MIT
// The reduction of split-K inside the kernel that multiplies (the "fixup" of stream-K): each slice of a tile
// leaves its sums in a workspace, and the last slice to arrive adds up all of them, in the order of the
// slices, so that the result is the same whichever is last.
//
//   slice 0   sums -> partial[0], counter 0 -> 1, ends
//   slice 2   sums -> partial[2], counter 1 -> 2, ends
//   slice 1   sums -> partial[1], counter 2 -> 0, adds partial[0] + partial[1] + partial[2], stores C
//
// A tile's counter is 0 before and after each launch. Tiles that are not split have none. `threads` work-items
// take part, of which `thread` is this one; others of the work-group may copy meanwhile.
//
// Expects SPLIT_K, parts/common/precision.cl, parts/common/tile_scheduler.cl.
// Defines arrives_last, splitk_fixup.

#include "device_fence.cl"

static inline void sync_threads(const int threads) {
    __asm__ volatile("bar.sync 1, %0;" ::"r"(threads) : "memory");
}

// Whether this is the last slice of its tile; then it sees what all others stored before they arrived.
static inline int arrives_last(volatile __global uint *counter, const int slices, __local int *is_last,
                               const int thread, const int threads) {
    DEVICE_FENCE;
    sync_threads(threads);
    if (thread == 0) {
        *is_last = atomic_inc(counter) == slices - 1;
        if (*is_last) *counter = 0;
    }
    sync_threads(threads);
    DEVICE_FENCE;
    return *is_last;
}

// Adds the sums of all slices of the tile to this one's `count` sums, if it is the last or the only one;
// returns whether it is. The others have nothing left to do.
static inline int splitk_fixup(ACC *sums, const int count, const work_tile *work, const int thread,
                               const int threads, __global ACC *partial,
                               volatile __global uint *counters, __local int *is_last) {
#if SPLIT_K > 1
    if (work->slices == 1) return 1;
    const size_t slice = (size_t)count * threads;
    __global ACC *of_tile = partial + work->split_tile * work->slices * slice + thread;
#pragma unroll
    for (int i = 0; i < count; i++) of_tile[work->slice * slice + i * threads] = sums[i];
    if (!arrives_last(counters + work->split_tile, work->slices, is_last, thread, threads)) return 0;
#pragma unroll
    for (int i = 0; i < count; i++) sums[i] = of_tile[i * threads];
    for (int s = 1; s < work->slices; s++)
#pragma unroll
        for (int i = 0; i < count; i++) sums[i] += of_tile[s * slice + i * threads];
#endif
    return 1;
}
