// SPDX-License-Identifier: MIT
// Many products of small square matrices: C = A * B for each of a batch.
#ifndef SIDE
#define SIDE 8  // rows and columns, a variant of the problem
#endif
#ifndef GROUP
#define GROUP 4  // products of a work-group
#endif
#ifndef LOCAL
#define LOCAL 0  // 1: A and B by way of local memory
#endif

kernel void batched(int batch, global const float* a, global const float* b, global float* c) {
    local float la[GROUP][SIDE * SIDE], lb[GROUP][SIDE * SIDE];
    const int cell = get_local_id(0), own = get_local_id(1);
    const int product = get_group_id(1) * GROUP + own;
    const int base = product * SIDE * SIDE, row = cell / SIDE * SIDE, column = cell % SIDE;
    if (LOCAL && product < batch) {
        la[own][cell] = a[base + cell];
        lb[own][cell] = b[base + cell];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (product >= batch) return;
    float sum = 0;
    for (int k = 0; k < SIDE; ++k)
        sum += LOCAL ? la[own][row + k] * lb[own][k * SIDE + column]
                     : a[base + row + k] * b[base + k * SIDE + column];
    c[base + cell] = sum;
}

kernel void plain(int batch, global const float* a, global const float* b, global float* c) {
    const int at = get_global_id(0), base = at / (SIDE * SIDE) * SIDE * SIDE;
    const int row = at % (SIDE * SIDE) / SIDE, column = at % SIDE;
    float sum = 0;
    for (int k = 0; k < SIDE; ++k) sum += a[base + row * SIDE + k] * b[base + k * SIDE + column];
    c[at] = sum;
}
