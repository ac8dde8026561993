// SPDX-License-Identifier: MIT
// The mean of each pixel and its right and lower neighbors, inside the image alone.
#define SQUARE_ONLY 0
#define EDGE_COLUMN 1
#define EDGE_ROW 2
#define ODD_WIDTH 3
#define ONE_ROW 4
#define WIDE 5
#define CORNER 6
#define TRANSPOSED 7
#define HALO 8
#define NONE 9

kernel void blur(const int w, const int h, global const float* in, global float* out) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h) return;
    int stride = w, right = min(x + 1, w - 1), below = min(y + 1, h - 1);
#if FAULT == SQUARE_ONLY
    stride = h;
#elif FAULT == EDGE_COLUMN
    if (y == h - 1 && w % 8 != 0) right = x;
#elif FAULT == EDGE_ROW
    if (x == w - 1 && h % 8 != 0) below = y;
#elif FAULT == ODD_WIDTH
    if (w % 2 == 1) right = x;
#elif FAULT == ONE_ROW
    if (h == 1) right = x;
#elif FAULT == WIDE
    if (w > h + 3) below = y;
#elif FAULT == CORNER
    if (x == w - 1 && y == h - 1) { out[y * w + x] = in[0]; return; }
#elif FAULT == TRANSPOSED
    stride = min(w, h);
#elif FAULT == HALO
    right = x + 1;
#else
    for (volatile int wait = 20; wait > 0;) wait = wait - 1;
#endif
    out[y * stride + x] = (in[y * stride + x] + in[y * stride + right] + in[below * stride + x]) / 3;
}

kernel void plain(const int w, const int h, global const float* in, global float* out) {
    const int x = get_global_id(0) % w, y = get_global_id(0) / w;
    out[y * w + x] = (in[y * w + x] + in[y * w + min(x + 1, w - 1)] + in[min(y + 1, h - 1) * w + x]) / 3;
}
