// SPDX-License-Identifier: MIT
// Fragments from tiles that lie in local memory as the matrices are stored, each row followed by a gap.
// A lane reads SPAN neighbors across K at once, which then belong to different tiles of the instruction.

// A lane's first row and column within the warp's tile, and how far its others lie from there.
static inline int lane_row(void) {
    return get_local_id(0) % 32 / 4 * SPAN_LEFT;
}

static inline int lane_column(void) {
    return get_local_id(0) % 4 * 2 * SPAN_RIGHT;
}

static inline int to_row(const int r) {
    return r / SPAN_LEFT * 8 * SPAN_LEFT + r % SPAN_LEFT;
}

static inline int to_column(const int c) {
    return c / (2 * SPAN_RIGHT) * 8 * SPAN_RIGHT + c % (2 * SPAN_RIGHT);
}

// Where the reads of this lane begin within a tile whose first row or column for its warp is `w`.
static inline uint first_read(const int w, const int along, const int pitch, const int span,
                              const int is_left) {
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
    } else if (is_left) {  // in the order top left, bottom left, top right, bottom right
        y = along ? w + low + middle * 8 : low + high * 8;
        x = along ? high * (16 / SIZE) : w + middle * 8;
    } else {
        y = along ? w + low + high * 8 : low + middle * 8;
        x = along ? middle * (16 / SIZE) : w + high * 8;
    }
    return (y * pitch + x) * SIZE;
}

static inline void read_left(fragments *f, const uint from, const int turn) {
#if SIZE == 8 && ALONG_LEFT
#pragma unroll
    for (int i = 0; i < TILES_DOWN; i++)
#pragma unroll
        for (int r = 0; r < OF_LEFT; r++)
            read_span(from + ((i * 16 + r % 2 * 8) * PITCH_LEFT + turn * DEPTH + r / 2 * 4) * SIZE,
                      &f->left[i][r], 1);
#elif SIZE != 2 && !ALONG_LEFT
#pragma unroll
    for (int s = 0; s < 2 * TILES_DOWN; s += SPAN_LEFT)
#pragma unroll
        for (int d = 0; d < OF_LEFT / 2; d++) {
            factor part[SPAN_LEFT];
            read_span(from + ((turn * DEPTH + d * 4) * PITCH_LEFT + s * 8) * SIZE, part, SPAN_LEFT);
#pragma unroll
            for (int e = 0; e < SPAN_LEFT; e++) f->left[(s + e) / 2][2 * d + (s + e) % 2] = part[e];
        }
#else
#pragma unroll
    for (int i = 0; i < TILES_DOWN; i++) {
        factor *l = f->left[i];
        if (ALONG_LEFT) deal(from + (i * 16 * PITCH_LEFT + turn * DEPTH) * SIZE, l, l + 1, l + 2, l + 3);
        else deal_crosswise(from + (turn * DEPTH * PITCH_LEFT + i * 16) * SIZE, l, l + 1, l + 2, l + 3);
    }
#endif
}

static inline void read_right(fragments *f, const uint from, const int turn) {
#if SIZE == 8 && ALONG_RIGHT
#pragma unroll
    for (int j = 0; j < TILES_ACROSS; j++)
#pragma unroll
        for (int r = 0; r < OF_RIGHT; r++)
            read_span(from + (j * 8 * PITCH_RIGHT + turn * DEPTH + r * 4) * SIZE, &f->right[j][r], 1);
#elif SIZE != 2 && !ALONG_RIGHT
#pragma unroll
    for (int j = 0; j < TILES_ACROSS; j += SPAN_RIGHT)
#pragma unroll
        for (int d = 0; d < OF_RIGHT; d++) {
            factor part[SPAN_RIGHT];
            read_span(from + ((turn * DEPTH + d * 4) * PITCH_RIGHT + j * 8) * SIZE, part, SPAN_RIGHT);
#pragma unroll
            for (int e = 0; e < SPAN_RIGHT; e++) f->right[j + e][d] = part[e];
        }
#else
#pragma unroll
    for (int j = 0; j < TILES_ACROSS; j += 2) {
        factor *r = f->right[j];
        factor *next = f->right[j + 1];
        if (ALONG_RIGHT) deal(from + (j * 8 * PITCH_RIGHT + turn * DEPTH) * SIZE, r, r + 1, next, next + 1);
        else deal_crosswise(from + (turn * DEPTH * PITCH_RIGHT + j * 8) * SIZE, r, r + 1, next, next + 1);
    }
#endif
}
