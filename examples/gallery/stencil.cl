// SPDX-License-Identifier: MIT
// Heat on a plate: STEPS launches, each of which reads one buffer and writes the other.
#ifndef WX
#define WX 16  // columns of a work-group
#endif
#ifndef WY
#define WY 4  // rows of a work-group
#endif
#ifndef ROWS
#define ROWS 1  // rows of a work-item
#endif

float at(global const float* a, int w, int h, int x, int y) {
    return a[clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)];
}

float step_at(global const float* a, int w, int h, int x, int y) {
    return 0.5f * at(a, w, h, x, y) + 0.125f * (at(a, w, h, x - 1, y) + at(a, w, h, x + 1, y) +
                                               at(a, w, h, x, y - 1) + at(a, w, h, x, y + 1));
}

kernel void stencil(int w, int h, int step, global float* a, global float* b) {
    const int x = get_global_id(0);
    global const float* from = step % 2 == 0 ? a : b;
    global float* to = step % 2 == 0 ? b : a;
    for (int i = 0; i < ROWS; ++i) {
        const int y = get_global_id(1) * ROWS + i;
        if (x < w && y < h) to[y * w + x] = step_at(from, w, h, x, y);
    }
}

kernel void plain(int w, int h, int step, global float* a, global float* b) {
    const int x = get_global_id(0) % w, y = get_global_id(0) / w;
    if (step % 2 == 0) b[y * w + x] = step_at(a, w, h, x, y);
    else a[y * w + x] = step_at(b, w, h, x, y);
}
