// SPDX-License-Identifier: MIT
// out = transpose of in, which has get_global_size(0) columns. A work-group turns a tile: either each
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

kernel void transpose(global float* out, const global float* in) {
    const int width = get_global_size(0), height = get_num_groups(1) * TILE;
    const int left = get_group_id(0) * TILE, top = get_group_id(1) * TILE;
    const int x = get_local_id(0);
#if LOCAL
    local float tile[TILE][TILE + PAD];
    for (int y = get_local_id(1); y < TILE; y += ROWS) tile[y][x] = in[(top + y) * width + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int y = get_local_id(1); y < TILE; y += ROWS) out[(left + y) * height + top + x] = tile[x][y];
#else
    for (int y = get_local_id(1); y < TILE; y += ROWS)
        out[(left + x) * height + top + y] = in[(top + y) * width + left + x];
#endif
}

kernel void plain(global float* out, const global float* in) {
    const int x = get_global_id(0), y = get_global_id(1);
    out[x * get_global_size(1) + y] = in[y * get_global_size(0) + x];
}
