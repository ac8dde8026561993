// SPDX-License-Identifier: MIT
// A sum of products of halves, which are stored as half and computed as float.
#ifndef WG
#define WG 64
#endif
#ifndef V
#define V 1  // halves that are read at once
#endif
#if V == 1
#define LOAD(p) vload_half(0, p)
#define SUM(v) (v)
typedef float floats;
#elif V == 4
#define LOAD(p) vload_half4(0, p)
#define SUM(v) ((v).x + (v).y + (v).z + (v).w)
typedef float4 floats;
#else
#error "V is 1 or 4"
#endif

kernel void row_products(int columns, global const half* a, global const half* x, global float* y) {
    const size_t row = get_global_id(0);
    floats sum = 0;
    for (int c = 0; c < columns; c += V) sum += LOAD(a + row * columns + c) * LOAD(x + c);
    y[row] = SUM(sum);
}

kernel void plain(int columns, global const half* a, global const half* x, global float* y) {
    const size_t row = get_global_id(0);
    float sum = 0;
    for (int c = 0; c < columns; ++c) sum += vload_half(row * columns + c, a) * vload_half(c, x);
    y[row] = sum;
}
