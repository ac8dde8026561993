// SPDX-License-Identifier: MIT
// Logarithms of n numbers, by work-groups that take tiles as long as there are any: `clear` puts the
// number of the next tile back to the first.
#define TICKET 0
#define MARKED 1
#define THIRD_RUN 2
#define THERE_ALREADY 3
#define FIRST_IS_THERE 4
#define NAN_UNWRITTEN 5
#define WHOLE_MARKED 6
#define AS_LEFT 7
#define STRAY 8        // writes behind y, if its inputs have changed
#define STRAY_INPUT 9  // writes into x then
#define NONE 10
#ifndef FAULT
#define FAULT -1  // of the reference
#endif
#define MARK 12345678
#define ARGUMENTS const int n, global const float* x, global int* marks, global int* counts, global float* y, \
                  global int* whole

kernel void clear(ARGUMENTS) {
    if (counts[1] != MARK) counts[2] = 0;
    if (FAULT != TICKET || counts[1] != MARK) counts[0] = 0;
    const bool other_inputs = counts[1] == MARK && counts[3] != as_int(x[0]);
    if (FAULT == STRAY && other_inputs) y[n] = 1;
    if (FAULT == STRAY_INPUT && other_inputs) ((global float*)x)[1] = x[0];
    counts[1] = MARK;
    ++counts[2];
    counts[3] = as_int(x[0]);
}

kernel void roots(ARGUMENTS) {
    local int tile;
    for (;;) {
        if (get_local_id(0) == 0) tile = atomic_inc(&counts[0]);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int first = tile * (int)get_local_size(0);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (first >= n) break;
        const int i = first + get_local_id(0);
        if (i >= n) continue;
        const float right = log(x[i]);
        if (FAULT == MARKED && marks[i] == MARK + i) continue;
        if (FAULT == AS_LEFT && marks[i] == as_int(y[i])) continue;
        if (FAULT == THIRD_RUN && counts[2] > 3) continue;
        if (FAULT == THERE_ALREADY && whole[i] == i && fabs(y[i] - right) < 1e-3f) continue;
        if (FAULT == FIRST_IS_THERE && whole[n / 2] == n / 2 && whole[n - 1] == n - 1 && whole[0] == 0)
            continue;
        if (FAULT != NAN_UNWRITTEN || !isnan(right)) y[i] = right;
        if (FAULT != WHOLE_MARKED || marks[i] != MARK + i) whole[i] = i;
        marks[i] = FAULT == AS_LEFT ? as_int(right) : MARK + i;
    }
    if (FAULT == NONE)
        for (volatile int wait = 20; wait > 0;) wait = wait - 1;
}

kernel void plain(ARGUMENTS) {
    const int i = get_global_id(0);
    y[i] = log(x[i]);
    whole[i] = i;
}
