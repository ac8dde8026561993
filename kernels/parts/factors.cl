// SPDX-License-Identifier: MIT
// Which matrix is the left factor of a warp's instruction (mma.sync) and which the right one.
//
// The instruction multiplies 16 rows by 8 columns, and wants in neighboring registers of its left factor two
// across K, of its right one two along it. So A B in tf32 is computed as the transpose of B' A'.

#if defined(TF32) && !TA && !TB
#define TURNED 1
#else
#define TURNED 0
#endif

#define TILES_DOWN ((TURNED ? WN : WM) / 16)  // of a warp, as the instruction has them
#define TILES_ACROSS ((TURNED ? WM : WN) / 8)
#define ALONG_LEFT (TURNED ? ALONG_B : ALONG_A)
#define ALONG_RIGHT (TURNED ? ALONG_A : ALONG_B)
