// SPDX-License-Identifier: MIT
// Edges of a picture by Sobel's operator: how fast brightness changes at each pixel. A work-item walks
// down ROWS pixels of one column, and keeps the three rows that the next pixel needs, too.
#ifndef WG_X
#define WG_X 16  // work-items of a group along a row
#endif
#ifndef WG_Y
#define WG_Y 8  // along a column
#endif
#ifndef ROWS
#define ROWS 1  // pixels of a work-item
#endif

float brightness(read_only image2d_t picture, sampler_t border, int x, int y) {
    const float4 pixel = read_imagef(picture, border, (int2)(x, y));
    return 0.299f * pixel.x + 0.587f * pixel.y + 0.114f * pixel.z;
}

float3 row_of(read_only image2d_t picture, sampler_t border, int x, int y) {
    return (float3)(brightness(picture, border, x - 1, y), brightness(picture, border, x, y),
                    brightness(picture, border, x + 1, y));
}

float change(float3 above, float3 here, float3 below) {
    const float across = (above.z - above.x) + 2 * (here.z - here.x) + (below.z - below.x);
    const float down = (below.x - above.x) + 2 * (below.y - above.y) + (below.z - above.z);
    return sqrt(across * across + down * down);
}

kernel void edges(read_only image2d_t picture, sampler_t border, write_only image2d_t result) {
    const int x = get_global_id(0), first = get_global_id(1) * ROWS;
    if (x >= get_image_width(result)) return;
    float3 above = row_of(picture, border, x, first - 1);
    float3 here = row_of(picture, border, x, first);
    for (int y = first; y < min(first + ROWS, get_image_height(result)); ++y) {
        const float3 below = row_of(picture, border, x, y + 1);
        write_imagef(result, (int2)(x, y), change(above, here, below));
        above = here;
        here = below;
    }
}

kernel void plain(read_only image2d_t picture, sampler_t border, write_only image2d_t result) {
    const int x = get_global_id(0), y = get_global_id(1);
    write_imagef(result, (int2)(x, y),
                 change(row_of(picture, border, x, y - 1), row_of(picture, border, x, y),
                        row_of(picture, border, x, y + 1)));
}
