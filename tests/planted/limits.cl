// SPDX-License-Identifier: MIT
// y = 2 * x, asked for in ways that a device cannot give: LIMIT says which of its limits is passed.
// What the rules reject here must fail when it is forced, or a rule is wrong.
#define NONE 0
#define LARGE_GROUP 1     // more work-items in a group than the device takes
#define LARGE_SQUARE 2    // the same by two axes
#define LARGE_CUBE 3      // and by three
#define LONG_X 4          // more along x than it takes
#define LONG_Y 5          // along y
#define LONG_Z 6          // along z
#define LOCAL_ARRAY 7     // an array in local memory that is larger than all of it
#define LOCAL_HUGE 8      // and one of 2 GiB
#define LOCAL_ARGUMENT 9  // an argument in local memory that is larger than all of it
#define OTHER_GROUP 10    // a group of another size than the kernel demands
#define REGISTERS 11      // more registers than there are for a group of this size
#define PRIVATE 12        // more memory for each work-item than there is
#ifndef LIMIT
#define LIMIT NONE
#endif

#define LOCAL_INTS (LIMIT == LOCAL_HUGE ? 512 << 20 : 16 << 20)  // elements of the array

#if LIMIT == OTHER_GROUP
__attribute__((reqd_work_group_size(16, 1, 1)))
#endif
__kernel void twice(const int n, __global const float* x, __global float* y, __local int* room) {
    const size_t items = get_global_size(0) * get_global_size(1) * get_global_size(2);
    const size_t item =
        get_global_id(0) +
        get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
#if LIMIT == LOCAL_ARRAY || LIMIT == LOCAL_HUGE
    // Used as a whole, so that no compiler leaves it out.
    __local int array[LOCAL_INTS];
    const size_t me = get_local_id(0);
    for (size_t i = me; i < LOCAL_INTS; i += get_local_size(0)) array[i] = (int)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    const float one = array[(LOCAL_INTS - 1 - me * 7) % LOCAL_INTS] < 0 ? 0 : 1;
#elif LIMIT == LOCAL_ARGUMENT
    room[get_local_id(0)] = 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const float one = room[(get_local_id(0) + 1) % get_local_size(0)];
#elif LIMIT == REGISTERS
    // All of them are alive until the end.
    float kept[120];
    for (int i = 0; i < 120; ++i) kept[i] = x[(item + i * 37) % n];
    float sum = 0;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 120; ++i) kept[i] = kept[i] * kept[(i + 1) % 120] + (float)round;
    }
    for (int i = 0; i < 120; ++i) sum += kept[i];
    const float one = sum == (float)-1 ? 0 : 1;
#elif LIMIT == PRIVATE
    float kept[1 << 18];
    for (int i = 0; i < 1 << 18; ++i) kept[(i * 7 + (int)item) & 0x3ffff] = x[i % n];
    const float one = kept[(n + (int)item) & 0x3ffff] < 0 ? 0 : 1;
#else
    const float one = 1;
#endif
    for (size_t i = item; i < n; i += items) y[i] = 2 * one * x[i];
}

__kernel void plain(const int n, __global const float* x, __global float* y, __local int* room) {
    y[get_global_id(0)] = 2 * x[get_global_id(0)];
}
