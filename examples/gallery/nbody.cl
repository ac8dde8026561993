// SPDX-License-Identifier: MIT
// The acceleration of each body by all others; bodies are tiled by way of local memory.
#ifndef WG
#define WG 64  // bodies of a work-group, and of a tile
#endif
#ifndef UNROLL
#define UNROLL 1
#endif

float4 pull(float4 to, float4 from, float4 softening) {
    const float4 d = (float4)((from - to).xyz, 0);
    const float r = rsqrt(dot(d, d) + softening.x);
    return d * (from.w * r * r * r);
}

kernel void nbody(int n, float4 softening, global const float4* body, global float4* force) {
    local float4 tile[WG];
    const int i = get_global_id(0), l = get_local_id(0);
    const float4 own = i < n ? body[i] : (float4)(0);
    float4 sum = 0;
    for (int from = 0; from < n; from += WG) {
        tile[l] = from + l < n ? body[from + l] : (float4)(0);
        barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll UNROLL
        for (int j = 0; j < WG; ++j) sum += pull(own, tile[j], softening);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i < n) force[i] = sum;
}

kernel void plain(int n, float4 softening, global const float4* body, global float4* force) {
    const int i = get_global_id(0);
    float4 sum = 0;
    for (int j = 0; j < n; ++j) sum += pull(body[i], body[j], softening);
    force[i] = sum;
}
