// SPDX-License-Identifier: MIT
// The softmax of each row: a work-group takes one.
#ifndef WG
#define WG 64
#endif
#ifndef FAST
#define FAST 0  // 1: native_exp
#endif

float raised(float x) { return FAST ? native_exp(x) : exp(x); }

float of_group(local float* part, float own, bool largest) {
    const int l = get_local_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] = own;
    for (int d = WG / 2; d > 0; d /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < d) part[l] = largest ? fmax(part[l], part[l + d]) : part[l] + part[l + d];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return part[0];
}

kernel void softmax(int columns, global const float* x, global float* y) {
    local float part[WG];
    const size_t row = get_group_id(0) * (size_t)columns;
    float most = -INFINITY, sum = 0;
    for (int c = get_local_id(0); c < columns; c += WG) most = fmax(most, x[row + c]);
    most = of_group(part, most, true);
    for (int c = get_local_id(0); c < columns; c += WG) sum += raised(x[row + c] - most);
    sum = of_group(part, sum, false);
    for (int c = get_local_id(0); c < columns; c += WG) y[row + c] = raised(x[row + c] - most) / sum;
}

kernel void plain(int columns, global const float* x, global float* y) {
    const size_t row = get_global_id(0) * (size_t)columns;
    float most = -INFINITY, sum = 0;
    for (int c = 0; c < columns; ++c) most = fmax(most, x[row + c]);
    for (int c = 0; c < columns; ++c) sum += exp(x[row + c] - most);
    for (int c = 0; c < columns; ++c) y[row + c] = exp(x[row + c] - most) / sum;
}
