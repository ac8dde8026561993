// SPDX-License-Identifier: MIT
// What Hopper does by itself: a unit that copies tiles of a matrix into local memory, barriers there
// that count bytes, and matrix units that read it (wgmma).
//
// Much of it is not in the language that the driver's compiler makes for Hopper ("sm_90"). It stands
// in comments, //sm_90a:, which the build takes away after compiling; see `rewrite` in the space.

#define PTX(...) __asm__ volatile(__VA_ARGS__ : "memory")
#define ROW 128  // bytes of a row in local memory; the 16 at place c of row r lie at c ^ r % 8

// Whether the marks are gone.
static inline int is_rewritten(void) {
    int yes = 0;
    __asm__ volatile("//sm_90a: mov.u32 %0, 1;" : "+r"(yes));
    return yes;
}

// --- Maps: what the copying unit has to know of a matrix, in 128 bytes.

#define SET(field, ...) PTX("//sm_90a: tensormap.replace.tile." field ";" ::"r"(map), ##__VA_ARGS__)
#define WORD ".shared::cta.b1024.b32 [%0], "
#define LONG ".shared::cta.b1024.b64 [%0], "

static inline void draw_map(const uint map, matrix from, const int width, const int height,
                            const int ld, const int rows) {
    SET("global_address" LONG "%1", "l"(from));
    SET("global_stride" LONG "0, %1", "l"((ulong)ld * SIZE));
    SET("rank" WORD "1");  // dimensions, less one
    SET("global_dim" WORD "0, %1", "r"(width));
    SET("global_dim" WORD "1, %1", "r"(height));
    SET("box_dim" WORD "0, %1", "r"(ROW / SIZE));
    SET("box_dim" WORD "1, %1", "r"(rows));
    SET("element_stride" WORD "0, %1", "r"(1));
    SET("element_stride" WORD "1, %1", "r"(1));
#if SIZE == 2
    SET("elemtype" WORD "1");  // ushort
#else
    SET("elemtype" WORD "2");  // uint
#endif
    SET("interleave_layout" WORD "0");
    SET("swizzle_mode" WORD "3");  // places are exchanged within 128 bytes
    SET("fill_mode" WORD "0");     // what is outside becomes zero
}

// By one warp: the map of a matrix of `height` rows of `width`, of which tiles of `rows` rows of 128
// bytes will be copied.
static inline void write_map(__local uint *draft, __global uint *to, matrix from, const int width,
                             const int height, const int ld, const int rows) {
    const uint map = (uint)(ulong)draft;
    draft[get_local_id(0)] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) draw_map(map, from, width, height, ld, rows);
    barrier(CLK_LOCAL_MEM_FENCE);
    PTX("//sm_90a: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu"
        ".sync.aligned [%0], [%1], 128;" ::"l"(to), "r"(map));
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Before a map is used that another kernel has written.
static inline void trust_map(const __global uint *map) {
    PTX("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map));
}

// --- Barriers, eight bytes each. The parity of what is awaited changes each time.

static inline void begin_barrier(const uint at, const int arrivals) {
    PTX("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(arrivals));
}

static inline void publish_barriers(void) {
    PTX("fence.mbarrier_init.release.cluster;" ::);
}

static inline void arrive(const uint at) {
    PTX("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at));
}

// Arrives, and says that so many bytes are still to come.
static inline void arrive_before(const uint at, const int bytes) {
    PTX("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes));
}

static inline int has_passed(const uint at, const uint parity) {
    int yes;
    PTX("{\n\t.reg .pred passed;\n\t"
        "mbarrier.try_wait.parity.shared::cta.b64 passed, [%1], %2;\n\t"
        "selp.b32 %0, 1, 0, passed;\n\t}"
        : "=r"(yes) : "r"(at), "r"(parity));
    return yes;
}

static inline void await(const uint at, const uint parity) {
    while (!has_passed(at, parity));
}

// --- Copies: `first` counts along what the matrix multiplies C by, k along K. What lies along K is
// one block of rows, what lies across it is block after block of ROW / SIZE columns.

static inline void copy_block(const uint to, const __global uint *map, const int x, const int y,
                              const uint at) {
    PTX("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(at));
}

static inline void copy_tile(const uint to, const __global uint *map, const int along,
                             const int first, const int k, const int size, const uint at) {
    const int wide = ROW / SIZE;
    if (along) {
        copy_block(to, map, k, first, at);
        return;
    }
#pragma unroll
    for (int block = 0; block < size / wide; block++)
        copy_block(to + block * wide * ROW, map, first + block * wide, k, at);
}

// --- Matrix units. How they find a tile: eight rows in 1024 bytes; what lies across K goes on after
// a block. The address, in units of 16 bytes, is added.

static inline ulong description(const int along) {
    const ulong exchanged = 1;
    const ulong block = ROW / SIZE * ROW / 16;
    return exchanged << 62 | (ulong)(1024 / 16) << 32 | (along ? 1 : block) << 16;
}

#define BEGIN_PRODUCTS PTX("//sm_90a: wgmma.fence.sync.aligned;" ::)
#define COMMIT_PRODUCTS PTX("//sm_90a: wgmma.commit_group.sync.aligned;" ::)
#define AWAIT_ALL_BUT_LAST PTX("//sm_90a: wgmma.wait_group.sync.aligned 1;" ::)
#define AWAIT_PRODUCTS(sums) __asm__ volatile("//sm_90a: wgmma.wait_group.sync.aligned 0;" : sums::"memory")

// By an instruction, so that it stays where it stands and the sums keep their registers.
#define CLEAR(sum) __asm__ volatile("mov.f32 %0, 0f00000000;" : "=f"(sum))

// Sums as operands, and how an instruction names them when they come first.
#define SUMS_8(c, i)                                                                               \
    "+f"(c[i]), "+f"(c[i + 1]), "+f"(c[i + 2]), "+f"(c[i + 3]), "+f"(c[i + 4]), "+f"(c[i + 5]),    \
        "+f"(c[i + 6]), "+f"(c[i + 7])
#define SUMS_32_FROM(c, i) SUMS_8(c, i), SUMS_8(c, i + 8), SUMS_8(c, i + 16), SUMS_8(c, i + 24)
#define SUMS_32(c) SUMS_32_FROM(c, 0)
#define SUMS_64(c) SUMS_32(c), SUMS_32_FROM(c, 32)
#define SUMS_96(c) SUMS_64(c), SUMS_32_FROM(c, 64)
#define SUMS_128(c) SUMS_96(c), SUMS_32_FROM(c, 96)
#define NAMES_32                                                                                   \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "   \
    "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define NAMES_64                                                                                   \
    NAMES_32                                                                                       \
    ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, " \
    "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define NAMES_96                                                                                   \
    NAMES_64                                                                                       \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, " \
    "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define NAMES_128                                                                                  \
    NAMES_96                                                                                       \
    ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "     \
    "%111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, "   \
    "%126, %127"
