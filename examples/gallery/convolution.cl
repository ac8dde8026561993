// SPDX-License-Identifier: MIT
// A square filter of (2 * R + 1)^2 weights over an image with a border of R pixels.
#ifndef R
#define R 2
#endif
#ifndef WX
#define WX 16
#endif
#ifndef WY
#define WY 4
#endif
#ifndef PX
#define PX 1  // columns of a work-item
#endif

float filtered(int w, constant const float* weight, global const float* image, int x, int y) {
    float sum = 0;
    for (int v = 0; v <= 2 * R; ++v)
        for (int u = 0; u <= 2 * R; ++u)
            sum += weight[v * (2 * R + 1) + u] * image[(y + v) * (w + 2 * R) + x + u];
    return sum;
}

kernel void convolution(int w, int h, constant const float* weight, global const float* image,
                        global float* result) {
    const int y = get_global_id(1);
    for (int i = 0; i < PX; ++i) {
        const int x = get_group_id(0) * WX * PX + i * WX + get_local_id(0);
        if (x < w && y < h) result[y * w + x] = filtered(w, weight, image, x, y);
    }
}

kernel void plain(int w, int h, constant const float* weight, global const float* image,
                  global float* result) {
    const int x = get_global_id(0), y = get_global_id(1);
    result[y * w + x] = filtered(w, weight, image, x, y);
}
