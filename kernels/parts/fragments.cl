// SPDX-License-Identifier: MIT
// What a warp's instructions multiply (mma.sync), and how it is read from local memory: each lane has its
// registers of every fragment, and of the sums. Where a lane's registers belong is said by the tiles'
// layout there (gapped.cl, exchanged.cl).

// One register of a fragment, and how many an instruction takes of its left and its right factor.
#if SIZE == 8
typedef double factor;
#define OF_LEFT (DEPTH / 2)
#define OF_RIGHT (DEPTH / 4)
#else
typedef uint factor;
#define OF_LEFT 4
#define OF_RIGHT 2
#endif

typedef struct {
    factor left[TILES_DOWN][OF_LEFT];
    factor right[TILES_ACROSS][OF_RIGHT];
} fragments;

typedef struct {
    ACC sums[TILES_DOWN][TILES_ACROSS][4];
} tile;

#define LANE_ROWS (2 * TILES_DOWN)
#define LANE_COLUMNS (2 * TILES_ACROSS)

// Of a lane's sums the one in its r-th row and c-th column: those of SPAN_RIGHT tiles take turns.
static inline ACC sum_of(const tile *t, const int r, const int c) {
    const int place = c % (2 * SPAN_RIGHT);
    return t->sums[r / 2][c / (2 * SPAN_RIGHT) * SPAN_RIGHT + place % SPAN_RIGHT]
                  [r % 2 * 2 + place / SPAN_RIGHT];
}

// Reads from local memory. A matrix of 8 x 16 bytes is dealt out to a warp, four at a time, each
// lane naming one of their 32 rows; `crosswise` also transposes each one's elements of two bytes.
static inline void deal(const uint from, uint *w, uint *x, uint *y, uint *z) {
    __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(*w), "=r"(*x), "=r"(*y), "=r"(*z)
                     : "r"(from)
                     : "memory");
}

static inline void deal_crosswise(const uint from, uint *w, uint *x, uint *y, uint *z) {
    __asm__ volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(*w), "=r"(*x), "=r"(*y), "=r"(*z)
                     : "r"(from)
                     : "memory");
}

#if SIZE == 8
#define FACTOR(at) "=d"(to[at])
#define READ(vector) "ld.shared." vector "f64 "
#else
#define FACTOR(at) "=r"(to[at])
#define READ(vector) "ld.shared." vector "u32 "
#endif

// `span` neighbors: 1, 2, or 4 of four bytes.
static inline void read_span(const uint from, factor *to, const int span) {
    if (span == 1)
        __asm__ volatile(READ("") "%0, [%1];" : FACTOR(0) : "r"(from) : "memory");
    else if (span == 2)
        __asm__ volatile(READ("v2.") "{%0, %1}, [%2];" : FACTOR(0), FACTOR(1) : "r"(from) : "memory");
#if SIZE == 4
    else
        __asm__ volatile(READ("v4.") "{%0, %1, %2, %3}, [%4];"
                         : FACTOR(0), FACTOR(1), FACTOR(2), FACTOR(3)
                         : "r"(from)
                         : "memory");
#endif
}
