// SPDX-License-Identifier: MIT
// A bitonic sort in passes: pass p compares elements that are 2^j apart in sequences of 2^(k + 1).
#ifndef WG
#define WG 64
#endif
#ifndef PAIRS
#define PAIRS 1  // pairs of a work-item
#endif

void exchange(global int* x, int pair, int pass) {
    int k = 0;
    while ((k + 1) * (k + 2) / 2 <= pass) ++k;
    const int j = k - (pass - k * (k + 1) / 2), apart = 1 << j;
    const int low = pair / apart * 2 * apart + pair % apart, high = low + apart;
    const bool up = (low >> (k + 1)) % 2 == 0;
    const int a = x[low], b = x[high];
    if ((a > b) == up) {
        x[low] = b;
        x[high] = a;
    }
}

kernel void bitonic(int pairs, int pass, global int* x) {
    const int from = get_group_id(0) * WG * PAIRS + get_local_id(0);
    for (int i = 0; i < PAIRS; ++i)
        if (from + i * WG < pairs) exchange(x, from + i * WG, pass);
}

kernel void plain(int pairs, int pass, global int* x) { exchange(x, get_global_id(0), pass); }
