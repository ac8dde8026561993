// SPDX-License-Identifier: MIT
// A sparse matrix in CSR times a vector; each row is shared by TEAM work-items.
#ifndef WG
#define WG 64
#endif
#ifndef TEAM
#define TEAM 1  // work-items of a row
#endif

int length_of(int row, int most) { return row * 7 % most + 1; }

// The structure of the matrix: rows of 1 to most entries, in columns that are spread.
kernel void rows(int n, int most, global int* begin) {
    int at = 0;
    for (int row = 0; row < n; ++row) {
        begin[row] = at;
        at += length_of(row, most);
    }
    begin[n] = at;
}
kernel void columns(int n, int most, global const int* begin, global int* column) {
    const int row = get_global_id(0);
    for (int i = begin[row]; i < begin[row + 1]; ++i) column[i] = (row * 31 + i * 17) % n;
    for (int i = row == n - 1 ? begin[n] : n * most; i < n * most; ++i) column[i] = 0;
}

kernel void csr(int n, global const int* begin, global const int* column,
                global const float* value, global const float* x, global float* y) {
    local float part[WG];
    const int l = get_local_id(0), row = get_global_id(0) / TEAM, own = l % TEAM;
    float sum = 0;
    if (row < n)
        for (int i = begin[row] + own; i < begin[row + 1]; i += TEAM) sum += value[i] * x[column[i]];
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own > 0 || row >= n) return;
    for (int t = 1; t < TEAM; ++t) sum += part[l + t];
    y[row] = sum;
}

kernel void plain(int n, global const int* begin, global const int* column,
                  global const float* value, global const float* x, global float* y) {
    const int row = get_global_id(0);
    float sum = 0;
    for (int i = begin[row]; i < begin[row + 1]; ++i) sum += value[i] * x[column[i]];
    y[row] = sum;
}
