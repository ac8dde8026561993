// SPDX-License-Identifier: MIT
// How often each of BINS values occurs, added to what the bins hold.
#ifndef WG
#define WG 64  // work-items of a group
#endif
#ifndef PER_ITEM
#define PER_ITEM 4  // values of a work-item
#endif
#ifndef OWN
#define OWN 1  // 1: each group counts in local memory first
#endif

kernel void histogram(int n, int bins, global const uint* x, global uint* count,
                      local uint* own) {
    const int l = get_local_id(0);
    for (int b = l; OWN && b < bins; b += WG) own[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < PER_ITEM; ++i) {
        const int at = (get_group_id(0) * PER_ITEM + i) * WG + l;
        if (at >= n) continue;
        if (OWN) atomic_inc(&own[x[at]]);
        else atomic_inc(&count[x[at]]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = l; OWN && b < bins; b += WG)
        if (own[b] > 0) atomic_add(&count[b], own[b]);
}

kernel void plain(int n, int bins, global const uint* x, global uint* count) {
    for (int i = 0; i < n; ++i) ++count[x[i]];
}
