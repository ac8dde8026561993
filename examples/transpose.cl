// SPDX-License-Identifier: MIT
// out = transpose of in, which has H rows of W elements. A work-group turns a tile: either each
// work-item writes where its element belongs, which scatters the writes, or the tile goes through
// local memory, whose columns lie in one bank unless its rows are padded.
#ifndef TILE
#define TILE 8
#endif
#ifndef ROWS
#define ROWS 8
#endif
#ifndef LOCAL
#define LOCAL 0
#endif
#ifndef PAD
#define PAD 0
#endif

kernel void transpose(global float* out, const global float* in, const int W, const int H) {
    const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    const int x = get_local_id(0);
#if LOCAL
    local float tile[TILE][TILE + PAD];
    for (int y = get_local_id(1); y < TILE; y += ROWS) tile[y][x] = in[(top + y) * W + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = get_local_id(1); y < TILE; y += ROWS) out[(left + y) * H + top + x] = tile[x][y];
#else
    for (int y = get_local_id(1); y < TILE; y += ROWS)
        out[(left + x) * H + top + y] = in[(top + y) * W + left + x];
#endif
}

kernel void plain(global float* out, const global float* in, const int W, const int H) {
    const int x = get_global_id(0), y = get_global_id(1);
    out[x * H + y] = in[y * W + x];
}
