// SPDX-License-Identifier: MIT
// Fragments and accumulators of a warp's mma.sync instructions, and the loads of fragments from local
// memory: ldmatrix and ld.shared. Each lane holds its registers of every fragment. Which elements these
// are depends on the layout of the tiles (smem_padded.cl, smem_swizzled.cl).
//
// Expects parts/common/precision.cl, parts/nvidia/operand_order.cl, MMA_K (depth of an instruction), and
// READ_WIDTH_LEFT, READ_WIDTH_RIGHT: the elements across K that a lane reads at once.
// Defines operand_register, REGISTERS_LEFT, REGISTERS_RIGHT, fragments, accumulators, LANE_ROWS,
// LANE_COLUMNS, accumulator_at, ldmatrix_x4, ldmatrix_x4_trans, load_shared.

// One register of a fragment, and how many of them an instruction takes of its left and right operand.
#if SIZE == 8
typedef double operand_register;
#define REGISTERS_LEFT (MMA_K / 2)
#define REGISTERS_RIGHT (MMA_K / 4)
#else
typedef uint operand_register;
#define REGISTERS_LEFT 4
#define REGISTERS_RIGHT 2
#endif

typedef struct {
    operand_register left[MMA_TILES_M][REGISTERS_LEFT];
    operand_register right[MMA_TILES_N][REGISTERS_RIGHT];
} fragments;

typedef struct {
    ACC c[MMA_TILES_M][MMA_TILES_N][4];
} accumulators;

#define LANE_ROWS (2 * MMA_TILES_M)
#define LANE_COLUMNS (2 * MMA_TILES_N)

// The accumulator in this lane's r-th row and c-th column. Columns alternate between the READ_WIDTH_RIGHT
// instructions whose right operands were read together.
static inline ACC accumulator_at(const accumulators *acc, const int r, const int c) {
    const int column = c % (2 * READ_WIDTH_RIGHT);
    return acc->c[r / 2][c / (2 * READ_WIDTH_RIGHT) * READ_WIDTH_RIGHT + column % READ_WIDTH_RIGHT]
                 [r % 2 * 2 + column / READ_WIDTH_RIGHT];
}

// Loads four matrices of 8 rows of 16 bytes into the registers of a warp; each lane passes the address of
// one of their 32 rows. `trans` transposes each matrix, as elements of 2 bytes.
static inline void ldmatrix_x4(const uint from, uint *w, uint *x, uint *y, uint *z) {
    __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(*w), "=r"(*x), "=r"(*y), "=r"(*z)
                     : "r"(from)
                     : "memory");
}

static inline void ldmatrix_x4_trans(const uint from, uint *w, uint *x, uint *y, uint *z) {
    __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(*w), "=r"(*x), "=r"(*y), "=r"(*z)
                     : "r"(from)
                     : "memory");
}

#if SIZE == 8
#define OUTPUT(at) "=d"(to[at])
#define LD_SHARED(vector) "ld.shared." vector "f64 "
#else
#define OUTPUT(at) "=r"(to[at])
#define LD_SHARED(vector) "ld.shared." vector "u32 "
#endif

// Loads `width` neighbors: 1 or 2, or 4 of four bytes.
static inline void load_shared(const uint from, operand_register *to, const int width) {
    if (width == 1) __asm__ volatile(LD_SHARED("") "%0, [%1];" : OUTPUT(0) : "r"(from) : "memory");
    else if (width == 2)
        __asm__ volatile(LD_SHARED("v2.") "{%0, %1}, [%2];" : OUTPUT(0), OUTPUT(1) : "r"(from) : "memory");
#if SIZE == 4
    else
        __asm__ volatile(LD_SHARED("v4.") "{%0, %1, %2, %3}, [%4];"
                         : OUTPUT(0), OUTPUT(1), OUTPUT(2), OUTPUT(3)
                         : "r"(from)
                         : "memory");
#endif
}
