// SPDX-License-Identifier: MIT
// Particles move: an array of structs that is read and written, and a struct by value.
#ifndef WG
#define WG 64
#endif
#ifndef PER_ITEM
#define PER_ITEM 1
#endif

typedef struct {
    float4 at;
    float4 speed;
    int steps;
} Particle;
typedef struct {
    float4 pull;
    float time;
    int steps;
} World;

void move(global Particle* p, World world) {
    p->speed += world.pull * world.time;
    p->at += p->speed * world.time;
    p->steps += world.steps;
}

kernel void particles(int n, World world, global Particle* all) {
    const int from = get_group_id(0) * WG * PER_ITEM + get_local_id(0);
    for (int i = 0; i < PER_ITEM; ++i)
        if (from + i * WG < n) move(all + from + i * WG, world);
}

kernel void plain(int n, World world, global Particle* all) { move(all + get_global_id(0), world); }
