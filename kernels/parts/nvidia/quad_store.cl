// SPDX-License-Identifier: MIT
// The epilogue's store of a row of C that a quad, four neighboring lanes, holds as mma and wgmma leave it: of
// each block of 8 columns a lane has two neighbors. Of elements of 2 bytes these are 4 bytes of the lane and
// 16 of the quad, half of a sector of memory. So the lanes exchange four blocks, and each stores one of
// them:
//
//              block 0   1    2    3                     block 0          1          2          3
//   lane 0      [01]    [01] [01] [01]        lane 0    [01 23 45 67]
//   lane 1      [23]    [23] [23] [23]   ->   lane 1                 [01 23 45 67]
//   lane 2      [45]    [45] [45] [45]        lane 2                            [01 23 45 67]
//   lane 3      [67]    [67] [67] [67]        lane 3                                       [01 23 45 67]
//
// Expects parts/common/precision.cl.
// Defines rows_are_blocks, store_four_blocks.

// The value of the lane whose number differs in the bits of `mask`.
static inline uint shuffle_xor(const uint value, const int mask) {
    uint other;
    __asm__ volatile("shfl.sync.bfly.b32 %0, %1, %2, 31, 0xffffffff;" : "=r"(other) : "r"(value), "r"(mask));
    return other;
}

// Lane i of a quad gives the j-th element to lane j and receives its i-th: in two steps, pairs of lanes that
// differ in one bit exchange what does not belong to them.
static inline uint4 transpose_quad(const uint4 of) {
    const int is_odd = get_local_id(0) & 1;
    const uint low_kept = is_odd ? of.y : of.x;
    const uint high_kept = is_odd ? of.w : of.z;
    const uint low_got = shuffle_xor(is_odd ? of.x : of.y, 1);
    const uint high_got = shuffle_xor(is_odd ? of.z : of.w, 1);
    const uint2 low = is_odd ? (uint2)(low_got, low_kept) : (uint2)(low_kept, low_got);
    const uint2 high = is_odd ? (uint2)(high_got, high_kept) : (uint2)(high_kept, high_got);

    const int is_upper = get_local_id(0) & 2;
    const uint2 kept = is_upper ? high : low;
    const uint2 given = is_upper ? low : high;
    const uint2 got = (uint2)(shuffle_xor(given.x, 2), shuffle_xor(given.y, 2));
    return is_upper ? (uint4)(got, kept) : (uint4)(kept, got);
}
// Whether a row of C is whole blocks at 16 bytes, and is not read.
static inline int rows_are_blocks(const ACC beta, const __global element *C, const int ldc, const int N) {
    return beta == 0 && N % 8 == 0 && ldc % 8 == 0 && (ulong)C % 16 == 0;
}

// Stores a row of four blocks; `sums` are this lane's pairs. The first block begins at row m and column n;
// blocks outside of the matrix are not stored. Called by all lanes of a warp.
static inline void store_four_blocks(const ACC *sums, const int m, const int n, const int M, const int N,
                                     const ACC alpha, __global element *restrict C, const int ldc) {
    const uint4 block = transpose_quad((uint4)(narrow_pair(alpha * sums[0], alpha * sums[1]),
                                               narrow_pair(alpha * sums[2], alpha * sums[3]),
                                               narrow_pair(alpha * sums[4], alpha * sums[5]),
                                               narrow_pair(alpha * sums[6], alpha * sums[7])));
    const int first = n + (int)get_local_id(0) % 4 * 8;
    if (m < M && first < N) *(__global uint4 *)(C + (size_t)m * ldc + first) = block;
}
