// SPDX-License-Identifier: MIT
// What a warp's instructions multiply (mma.sync), read from local memory: each lane has its registers of
// every fragment, and of the sums.

// One register of a fragment, and how many an instruction takes of A and of B.
#if SIZE == 8
typedef double factor;
#define OF_A (DEPTH / 2)
#define OF_B (DEPTH / 4)
#else
typedef uint factor;
#define OF_A 4
#define OF_B 2
#endif

typedef struct {
    factor a[TILES_M][OF_A];
    factor b[TILES_N][OF_B];
} fragments;

typedef struct {
    ACC c[TILES_M][TILES_N][4];
} tile;

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

// Where the reads of this lane begin within a tile whose first row or column for its warp is `w`.
static inline uint first_read(const int w, const int along, const int pitch, const int span,
                              const int is_a) {
    const int lane = get_local_id(0) % 32;
    const int group = lane / 4;
    const int within = lane % 4;
    const int low = lane % 8;
    const int middle = lane / 8 % 2;
    const int high = lane / 16;
    int y, x;
    if (SIZE == 8 || (!along && SIZE == 4)) {
        y = along ? w + group : within;
        x = along ? within : w + group * span;
    } else if (is_a) {  // in the order top left, bottom left, top right, bottom right
        y = along ? w + low + middle * 8 : low + high * 8;
        x = along ? high * (16 / SIZE) : w + middle * 8;
    } else {
        y = along ? w + low + high * 8 : low + middle * 8;
        x = along ? middle * (16 / SIZE) : w + high * 8;
    }
    return (y * pitch + x) * SIZE;
}

static inline void read_a(fragments *f, const uint from, const int turn) {
#if SIZE == 8 && ALONG_A
#pragma unroll
    for (int i = 0; i < TILES_M; i++)
#pragma unroll
        for (int r = 0; r < OF_A; r++)
            read_span(from + ((i * 16 + r % 2 * 8) * PITCH_A + turn * DEPTH + r / 2 * 4) * SIZE,
                      &f->a[i][r], 1);
#elif SIZE != 2 && !ALONG_A
#pragma unroll
    for (int s = 0; s < 2 * TILES_M; s += SPAN_A)
#pragma unroll
        for (int d = 0; d < OF_A / 2; d++) {
            factor part[SPAN_A];
            read_span(from + ((turn * DEPTH + d * 4) * PITCH_A + s * 8) * SIZE, part, SPAN_A);
#pragma unroll
            for (int e = 0; e < SPAN_A; e++) f->a[(s + e) / 2][2 * d + (s + e) % 2] = part[e];
        }
#else
#pragma unroll
    for (int i = 0; i < TILES_M; i++) {
        factor *a = f->a[i];
        if (ALONG_A) deal(from + (i * 16 * PITCH_A + turn * DEPTH) * SIZE, a, a + 1, a + 2, a + 3);
        else deal_crosswise(from + (turn * DEPTH * PITCH_A + i * 16) * SIZE, a, a + 1, a + 2, a + 3);
    }
#endif
}

static inline void read_b(fragments *f, const uint from, const int turn) {
#if SIZE == 8 && ALONG_B
#pragma unroll
    for (int j = 0; j < TILES_N; j++)
#pragma unroll
        for (int r = 0; r < OF_B; r++)
            read_span(from + (j * 8 * PITCH_B + turn * DEPTH + r * 4) * SIZE, &f->b[j][r], 1);
#elif SIZE != 2 && !ALONG_B
#pragma unroll
    for (int j = 0; j < TILES_N; j += SPAN_B)
#pragma unroll
        for (int d = 0; d < OF_B; d++) {
            factor part[SPAN_B];
            read_span(from + ((turn * DEPTH + d * 4) * PITCH_B + j * 8) * SIZE, part, SPAN_B);
#pragma unroll
            for (int e = 0; e < SPAN_B; e++) f->b[j + e][d] = part[e];
        }
#else
#pragma unroll
    for (int j = 0; j < TILES_N; j += 2) {
        factor *b = f->b[j];
        factor *next = f->b[j + 1];
        if (ALONG_B) deal(from + (j * 8 * PITCH_B + turn * DEPTH) * SIZE, b, b + 1, next, next + 1);
        else deal_crosswise(from + (turn * DEPTH * PITCH_B + j * 8) * SIZE, b, b + 1, next, next + 1);
    }
#endif
}
