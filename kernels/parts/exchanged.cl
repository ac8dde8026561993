// SPDX-License-Identifier: MIT
// Fragments from tiles as Hopper's copying unit lays them down (hopper.cl): rows of 128 bytes, in which the
// 16 bytes at place c of row r lie at c ^ r % 8. What lies across K is one block of such rows after the
// other, as wide as 128 bytes.
//
// Elements of four bytes that lie across K are read one row for each quarter of the lanes, SPAN neighbors at
// once. There, so that no two lanes meet at a bank, those that read at once do not ask for neighboring
// places: the first rows or columns of the lanes are spread over the block.

#define BLOCK (ROW / SIZE * ROW)  // bytes
#define IS_SPREAD(along) (!(along) && SIZE == 4)

// Of a block's columns the first that an eighth of the warp reads.
static inline int first_of(const int group, const int span) {
    return span == 2 ? (group / 2 % 2 * 4 + group / 4) * 4 + group % 2 * 2 : group / 4 * 16 + group % 4;
}

// A lane's first row and column within the warp's tile, and how far its others lie from there: of a block
// two tiles' rows, or four tiles' columns.
static inline int lane_row(void) {
    const int group = get_local_id(0) % 32 / 4;
    return IS_SPREAD(ALONG_LEFT) ? first_of(group, SPAN_LEFT) : group;
}

static inline int lane_column(void) {
    const int within = get_local_id(0) % 4;
    return IS_SPREAD(ALONG_RIGHT) ? first_of(within * 2, SPAN_RIGHT) : within * 2;
}

static inline int to_row(const int r) {
    if (!IS_SPREAD(ALONG_LEFT)) return r * 8;
    return r / 4 * 32 + r / 2 % 2 * 8 + r % 2;
}

static inline int to_column(const int c) {
    if (!IS_SPREAD(ALONG_RIGHT)) return c / 2 * 8 + c % 2;
    return c / 8 * 32 + c / 2 % 4 * 4 + c % 2;
}

// Where the reads of this lane begin within a tile whose first row or column for its warp is `w`.
static inline uint first_read(const int w, const int along, const int span, const int is_left) {
    const int lane = get_local_id(0) % 32;
    const int low = lane % 8;
    const int middle = lane / 8 % 2;
    const int high = lane / 16;
    if (IS_SPREAD(along)) {
        const int within = lane % 4;
        return w / 32 * BLOCK + within * ROW + (first_of(lane / 4, span) * 4 ^ within * 16);
    }
    if (along) return (w + low + (is_left ? middle : high) * 8) * ROW + ((is_left ? high : middle) ^ low) * 16;
    const int place = w % (ROW / SIZE) / 8 + (is_left ? middle : high);
    return w / (ROW / SIZE) * BLOCK + (low + (is_left ? high : middle) * 8) * ROW + (place ^ low) * 16;
}

// Four matrices of 8 x 16 bytes, which are two tiles of the right factor or one of the left: the `at`-th
// eight rows or columns and the next.
static inline void read_four(const uint from, const int along, const int at, const int turn, uint *w,
                             uint *x, uint *y, uint *z) {
    if (along) deal((from ^ turn * 32) + at * 8 * ROW, w, x, y, z);
    else deal_crosswise((from ^ at % 8 * 16) + at / 8 * BLOCK + turn * DEPTH * ROW, w, x, y, z);
}

// Where neighbors lie: of the `tile`-th of so many `in_block`, the first or second four along K.
static inline uint spread(const uint from, const int tile, const int in_block, const int turn,
                          const int half_of) {
    const int further = tile % in_block * (4 / in_block);
    return (from ^ further * 16 ^ half_of * 64) + tile / in_block * BLOCK + (turn * DEPTH + half_of * 4) * ROW;
}

static inline void read_left(fragments *f, const uint from, const int turn) {
#if !ALONG_LEFT && SIZE == 4
#pragma unroll
    for (int i = 0; i < TILES_DOWN; i++)
#pragma unroll
        for (int d = 0; d < 2; d++) read_span(spread(from, i, 2, turn, d), &f->left[i][2 * d], 2);
#else
#pragma unroll
    for (int i = 0; i < TILES_DOWN; i++) {
        factor *l = f->left[i];
        read_four(from, ALONG_LEFT, i * 2, turn, l, l + 1, l + 2, l + 3);
    }
#endif
}

static inline void read_right(fragments *f, const uint from, const int turn) {
#if !ALONG_RIGHT && SIZE == 4
#pragma unroll
    for (int j = 0; j < TILES_ACROSS; j++)
#pragma unroll
        for (int d = 0; d < 2; d++) read_span(spread(from, j, 4, turn, d), &f->right[j][d], 1);
#else
#pragma unroll
    for (int j = 0; j < TILES_ACROSS; j += 2) {
        factor *r = f->right[j];
        factor *next = f->right[j + 1];
        read_four(from, ALONG_RIGHT, j, turn, r, r + 1, next, next + 1);
    }
#endif
}
