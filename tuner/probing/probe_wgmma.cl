// SPDX-License-Identifier: MIT
// What Hopper's matrix units do at most by wgmma: every warpgroup multiplies ones by ones in local memory, 64 x 256 at
// once. The sums say whether each instruction was executed; a program that was not rewritten for sm_90a writes
// nothing.
//
// Behind parts/common/precision.cl and parts/nvidia/sm90.cl. Expects ITEMS (of a work-group, whole warpgroups).

#if defined(F16)
#define SHAPE "m64n256k16.f32.f16.f16"
#define MAJOR ", 0, 0"  // both matrices are K-major
#elif defined(BF16)
#define SHAPE "m64n256k16.f32.bf16.bf16"
#define MAJOR ", 0, 0"
#else
#define SHAPE "m64n256k8.f32.tf32.tf32"
#define MAJOR ""
#endif
#define BYTES_A (64 * SWIZZLE_BYTES)
#define BYTES_B (256 * SWIZZLE_BYTES)
#define K_BLOCKS 4  // of 32 bytes in a row of SWIZZLE_BYTES

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void multiply(global float* restrict to, const uint ones, const int rounds) {
    local uint smem[(BYTES_A + BYTES_B) / 4] __attribute__((aligned(1024)));
    if (!is_rewritten()) return;
    for (uint i = get_local_id(0); i < (BYTES_A + BYTES_B) / 4; i += ITEMS) smem[i] = ones;
    PTX("fence.proxy.async.shared::cta;" ::);  // so that the matrix units see what was stored
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint at = (uint)(ulong)smem;
    const ulong a = wgmma_descriptor(1) + (at >> 4);
    const ulong b = wgmma_descriptor(1) + ((at + BYTES_A) >> 4);
    float c[128];
#pragma unroll
    for (int i = 0; i < 128; ++i) ZERO(c[i]);
    for (int r = 0; r < rounds; ++r) {
        WGMMA_FENCE;
#pragma unroll
        for (int k = 0; k < K_BLOCKS; ++k)
            __asm__ volatile("//sm_90a: wgmma.mma_async.sync.aligned." SHAPE " {" REGISTERS_128
                             "}, %[a], %[b], 1, 1, 1" MAJOR ";"
                             : ACCUMULATORS_128(c)
                             : [a] "l"(a + (k * 32 >> 4)), [b] "l"(b + (k * 32 >> 4))
                             : "memory");
        WGMMA_COMMIT;
        WGMMA_WAIT_1;
    }
    WGMMA_WAIT_0(ACCUMULATORS_128(c));
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 128; ++i) sum += c[i];
    to[get_global_id(0)] = sum;
}
