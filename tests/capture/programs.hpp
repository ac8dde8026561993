// SPDX-License-Identifier: MIT
// The kernels of program.cpp, each with its launch and its arguments.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

struct Floats {
    std::size_t count;
};
struct Integers {
    std::size_t count;
    int below;
};
struct Local {
    std::size_t bytes;
};
struct Picture {
    std::size_t width, height;  // of four bytes for each pixel, which represent 0 to 1
};
struct Nearest {};  // a sampler
struct Shared {
    std::size_t count;  // floats of shared virtual memory
};
struct Hidden {
    std::size_t count;  // floats that the host may not read
};
struct Flag {};  // FLAG of the command line
struct Again {
    std::size_t argument;  // the same buffer as an earlier one
};
struct Pair {
    float scale;
    int shift;
};
using Float4 = std::array<float, 4>;
using Argument = std::variant<Floats, Integers, Local, Picture, Nearest, Shared, Hidden, Flag,
                              Again, int, float, double, Float4, Pair>;

struct Program {
    const char* name;
    const char* text;
    const char* options;
    std::vector<std::size_t> global, local, offset;
    std::vector<Argument> arguments;
};

inline const std::vector<Program>& programs() {
    static const std::vector<Program> all{
        // One work-item in each group: a larger one is the planted best.
        {"axpy",
         "kernel void axpy(int n, float a, global const float* x, global float* y) {\n"
         "    int i = get_global_id(0);\n"
         "    if (i < n) y[i] = a * x[i] + y[i];\n"
         "}\n",
         "",
         {65536},
         {1},
         {},
         {65536, 0.1F, Floats{65536}, Floats{65536}}},
        // Useless work: WASTE = 1 is the planted best.
        {"waste",
         "#define WASTE 256 // rounds\n"
         "kernel void waste(global float* y) {\n"
         "    float kept = y[get_global_id(0)];\n"
         "    for (int i = 0; i < WASTE; ++i) y[get_global_id(0)] = kept + STEP * (i + 1) / "
         "WASTE;\n"
         "    y[get_global_id(0)] = kept + STEP;\n"
         "    kept = 0; for (volatile int i = 0; i < WASTE; ++i) kept += i;\n"
         "    if (kept < 0) y[get_global_id(0)] = kept;\n"
         "}\n",
         "-DSTEP=2.0f -cl-std=CL1.2",
         {16384},
         {64},
         {},
         {Floats{16384}}},
        {"blur",
         "kernel void blur(global const float* in, global float* out) {\n"
         "    int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);\n"
         "    float sum = 0;\n"
         "    for (int i = max(x - 1, 0); i <= min(x + 1, w - 1); ++i) sum += in[y * w + i];\n"
         "    out[y * w + x] = sum / 3;\n"
         "}\n",
         "",
         {96, 64},
         {},
         {},
         {Floats{96 * 64}, Floats{96 * 64}}},
        // Useless work, in groups that the driver chooses.
        {"left",
         "#define WASTE 256\n"
         "kernel void left(global float* y) {\n"
         "    y[get_global_id(0)] += 2;\n"
         "    float kept = 0; for (volatile int i = 0; i < WASTE; ++i) kept += i;\n"
         "    if (kept < 0) y[get_global_id(0)] = kept;\n"
         "}\n",
         "",
         {16384},
         {},
         {},
         {Floats{16384}}},
        // It computes its index itself, like kernels ported from CUDA.
        {"place",
         "kernel void place(global float* y) {\n"
         "    int i = get_group_id(0) * get_local_size(0) + get_local_id(0);\n"
         "    y[i] = 3 * y[i] + i;\n"
         "}\n",
         "",
         {65536},
         {1},
         {},
         {Floats{65536}}},
        {"turn",
         "kernel void turn(global float* y, local float* tile) {\n"
         "    int i = get_local_id(0), n = get_local_size(0);\n"
         "    tile[i] = y[get_global_id(0)];\n"
         "    barrier(CLK_LOCAL_MEM_FENCE);\n"
         "    y[get_global_id(0)] = tile[n - 1 - i];\n"
         "}\n",
         "",
         {4096},
         {64},
         {},
         {Floats{4096}, Local{256}}},
        {"required",
         "kernel __attribute__((reqd_work_group_size(32, 1, 1))) void required(global int* y) {\n"
         "    y[get_global_id(0)] += 7;\n"
         "}\n",
         "",
         {4096},
         {32},
         {},
         {Integers{4096, 100}}},
        // Only the other kernel reads its group; a comment also names get_local_id.
        {"second",
         "kernel void first(global float* y) { y[get_group_id(0)] = get_local_id(0); }\n"
         "// get_local_id is not read here\n"
         "kernel void second(global const float* x, global float* y) {\n"
         "    y[get_global_id(0)] = sin(x[get_global_id(0)]);\n"
         "}\n",
         "",
         {4096},
         {16},
         {},
         {Floats{4096}, Floats{4096}}},
        {"histogram",
         "kernel void histogram(global const int* x, global int* bins) {\n"
         "    atomic_add(&bins[x[get_global_id(0)]], 1);\n"
         "}\n",
         "-w -D UNUSED",
         {8192},
         {64},
         {},
         {Integers{8192, 32}, Integers{32, 1}}},
        {"values",
         "typedef struct { float scale; int shift; } Pair;\n"
         "kernel void values(float4 v, double d, Pair p, global float* y) {\n"
         "    int i = get_global_id(0) + get_global_id(1) * 8 + get_global_id(2) * 64;\n"
         "    y[i] = v.w * y[i] + (float)d * p.scale + p.shift;\n"
         "}\n",
         "",
         {8, 8, 8},
         {4, 2, 1},
         {},
         {Float4{1, 2, 3, 0.3F}, 1e-300, Pair{-0.0F, -5}, Floats{512}}},
        {"relaxed",
         "kernel void relaxed(global float* y) { y[get_global_id(0)] *= native_exp(-1.0f); }\n",
         "-cl-fast-relaxed-math",
         {4096},
         {8},
         {},
         {Floats{4096}}},
        // The files belong to the test: folder/scale.h includes own.h next to it.
        {"includes",
         "#include \"scale.h\"\n"
         "kernel void includes(global float* y) {\n"
         "    y[get_global_id(0)] = SCALE * y[get_global_id(0)] + OWN;\n"
         "}\n",
         "-I folder",
         {65536},
         {1},
         {},
         {Floats{65536}}},
        {"mirror",
         "kernel void mirror(read_only image2d_t from, sampler_t nearest, write_only image2d_t to) "
         "{\n"
         "    int x = get_global_id(0), y = get_global_id(1);\n"
         "    float4 pixel = read_imagef(from, nearest, (int2)(x + 1, y));\n"
         "    write_imagef(to, (int2)(get_image_width(to) - 1 - x, y), pixel);\n"
         "}\n",
         "",
         {256, 128},
         {1, 1},
         {},
         {Picture{256, 128}, Nearest{}, Picture{256, 128}}},
        {"hidden",
         "kernel void hidden(global const float* table, global float* y) {\n"
         "    y[get_global_id(0)] += table[get_global_id(0) % 100];\n"
         "}\n",
         "",
         {65536},
         {1},
         {},
         {Hidden{100}, Floats{65536}}},
        // Launches that cannot be kept.
        {"shared",
         "kernel void shared(global float* y) { y[get_global_id(0)] += 1; }\n",
         "",
         {1024},
         {16},
         {},
         {Shared{1024}}},
        {"in_place",
         "kernel void in_place(global const float* x, global float* y) {\n"
         "    y[get_global_id(0)] = 2 * x[get_global_id(0)];\n"
         "}\n",
         "",
         {1024},
         {16},
         {},
         {Floats{1024}, Again{0}}},
        {"shifted",
         "kernel void shifted(global float* y) { y[get_global_id(0)] += get_global_id(0); }\n",
         "",
         {512},
         {16},
         {512},
         {Floats{1024}}},
        // Depends on its group in a way that a text scan cannot see, and only if the flag is set.
        {"liar",
         "#define GROUP(what) get_local_##what\n"
         "kernel void liar(int flag, global float* y) {\n"
         "    float sum = y[get_global_id(0)];\n"
         "    y[get_global_id(0)] = sum + (flag ? GROUP(size)(0) : 1);\n"
         "}\n",
         "",
         {65536},
         {1},
         {},
         {Flag{}, Floats{65536}}},
    };
    return all;
}
