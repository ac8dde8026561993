// SPDX-License-Identifier: MIT
// A running sum in three launches: of each block, of the blocks' totals, and both together.
#ifndef WG
#define WG 64  // work-items of a group
#endif
#ifndef PER_ITEM
#define PER_ITEM 4  // values of a work-item
#endif

kernel void scan_blocks(int n, global const int* x, global int* y, global int* total) {
    local int sums[WG];
    const int l = get_local_id(0), from = get_global_id(0) * PER_ITEM;
    int own[PER_ITEM], sum = 0;
    for (int i = 0; i < PER_ITEM; ++i) own[i] = sum += from + i < n ? x[from + i] : 0;
    sums[l] = sum;
    for (int d = 1; d < WG; d *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int before = l >= d ? sums[l - d] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[l] += before;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < PER_ITEM; ++i)
        if (from + i < n) y[from + i] = own[i] + (l > 0 ? sums[l - 1] : 0);
    if (l == WG - 1) total[get_group_id(0)] = sums[l];
}

kernel void scan_totals(int blocks, global int* total) {
    int sum = 0;
    for (int b = 0; b < blocks; ++b) total[b] = sum += total[b];
}

kernel void add_totals(int n, global int* y, global const int* total) {
    const int block = get_group_id(0) + 1, from = block * WG * PER_ITEM + get_local_id(0);
    for (int i = 0; i < PER_ITEM; ++i)
        if (from + i * WG < n) y[from + i * WG] += total[block - 1];
}

kernel void plain(int n, global const int* x, global int* y) {
    int sum = 0;
    for (int i = 0; i < n; ++i) y[i] = sum += x[i];
}
