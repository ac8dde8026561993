// SPDX-License-Identifier: MIT
// Which matrix is the left operand of a warp's mma.sync (multiplicand a, 16 rows) and which the right one
// (multiplicand b, 8 columns).
//
// Neighboring registers of the left operand hold elements that lie across K, those of the right operand
// elements along K. ldmatrix transposes elements of 2 bytes only, so of 4 bytes an MN-major matrix is
// read best as the left operand. In tf32 A * B is therefore computed as the transpose of B' * A': SWAP_AB.
//
// Expects the precision, TA, TB, K_MAJOR_A, K_MAJOR_B, WM, WN (the warp's tile of C).
// Defines SWAP_AB, MMA_TILES_M, MMA_TILES_N (the warp's instructions along m and n), K_MAJOR_LEFT,
// K_MAJOR_RIGHT.

#if defined(TF32) && !TA && !TB
#define SWAP_AB 1
#else
#define SWAP_AB 0
#endif

#define MMA_TILES_M ((SWAP_AB ? WN : WM) / 16)
#define MMA_TILES_N ((SWAP_AB ? WM : WN) / 8)
#define K_MAJOR_LEFT (SWAP_AB ? K_MAJOR_B : K_MAJOR_A)
#define K_MAJOR_RIGHT (SWAP_AB ? K_MAJOR_A : K_MAJOR_B)
