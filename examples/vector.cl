// SPDX-License-Identifier: MIT
// z = sqrt(x) * y / x + cos(y) * x, element by element. Neighbors read neighbors: a work-item's vectors
// lie a whole row of the grid apart.
#ifndef V
#define V 4
#endif
#ifndef E
#define E 1
#endif
#if V == 1
#define LOAD(p, i) (p)[i]
#define STORE(v, p, i) (p)[i] = (v)
#define REALS float
#else
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define LOAD(p, i) JOIN(vload, V)(i, p)
#define STORE(v, p, i) JOIN(vstore, V)(v, i, p)
#define REALS JOIN(float, V)
#endif

kernel void blend(global float* z, const global float* x, const global float* y, const int n) {
    for (int e = 0; e < E; ++e) {
        const size_t i = e * (n / (V * E)) + get_global_id(0);
        const REALS a = LOAD(x, i), b = LOAD(y, i);
        STORE(sqrt(a) * b / a + cos(b) * a, z, i);
    }
}

kernel void plain(global float* z, const global float* x, const global float* y, const int n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    z[i] = sqrt(x[i]) * y[i] / x[i] + cos(y[i]) * x[i];
}
