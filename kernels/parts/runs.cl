// SPDX-License-Identifier: MIT
// Results of a work-item that lie side by side in a row of C, RUN of them at a time. With SPLIT > 1 they go
// to this slice's part of what `gather` adds up.

#if RUN == 8
typedef float8 run;
#elif RUN == 4
typedef double4 run;
#elif SIZE == 8
typedef double2 run;
#elif SIZE == 4
typedef float2 run;
#else
typedef ushort2 run;
#endif

// Of them `left` are inside.
static inline void store_run(__global stored *c, const ACC *sums, const ACC alpha, const ACC beta,
                             const int left, const int aligned) {
    stored values[RUN] __attribute__((aligned(RUN * SIZE)));
#pragma unroll
    for (int e = 0; e < RUN; e++)
        values[e] = e < left ? finished(sums[e], alpha, beta, c + e) : 0;
    if (aligned && left >= RUN) {
        *(__global run *)c = *(const run *)values;
        return;
    }
#pragma unroll
    for (int e = 0; e < RUN; e++)
        if (e < left) c[e] = values[e];
}

// From row m and column n on.
static inline void hand_over(const ACC *sums, const int m, const int n, const int M, const int N,
                             const ACC alpha, const ACC beta, __global stored *restrict C,
                             const int ldc, __global ACC *restrict partial) {
#if SPLIT > 1
    __global ACC *to = partial + ((size_t)get_group_id(1) * M + m) * N + n;
#pragma unroll
    for (int e = 0; e < RUN; e++)
        if (n + e < N) to[e] = sums[e];
#else
    store_run(C + (size_t)m * ldc + n, sums, alpha, beta, N - n, ldc % RUN == 0);
#endif
}
