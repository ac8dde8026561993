// SPDX-License-Identifier: MIT
// Hopper's asynchronous instructions: tensor maps and TMA copies, mbarriers, and the descriptors and
// synchronization of wgmma.
//
// The driver's OpenCL compiler targets sm_90, which lacks some of them. Those stand in comments of inline
// assembly, //sm_90a: ..., which the build uncovers after compiling; see `rewrite` in spaces/README.md.
//
// Expects parts/common/precision.cl, and TENSOR_MAPS (2 unless a kernel has more than those of A and B).
// Defines PTX, TMA_FENCE, SWIZZLE_BYTES, is_rewritten; tma_matrix, write_tensor_maps, own_tensor_maps;
// mbarrier_init, mbarrier_init_fence, mbarrier_arrive, mbarrier_arrive_expect_tx, mbarrier_wait;
// tma_load_tile; wgmma_descriptor, WGMMA_FENCE, WGMMA_COMMIT, WGMMA_WAIT_0, WGMMA_WAIT_1, ZERO,
// ACCUMULATORS_n, REGISTERS_n.

#define PTX(...) __asm__ volatile(__VA_ARGS__ : "memory")
// TMA sees what was stored before it by other instructions, and these see what TMA stored.
#define TMA_FENCE PTX("fence.proxy.async;" ::)
// A row of a tile in local memory. The 16 bytes at position c of row r lie at c ^ r % 8.
#define SWIZZLE_BYTES 128

// Whether the program was rewritten, so that the instructions in comments are there.
static inline int is_rewritten(void) {
    int done = 0;
    __asm__ volatile("//sm_90a: mov.u32 %0, 1;" : "+r"(done));
    return done;
}

// --- Tensor maps: 128 bytes that describe a matrix to TMA.

#ifndef TENSOR_MAPS
#define TENSOR_MAPS 2  // of each work-group
#endif

#define SET_FIELD(field, ...) \
    PTX("//sm_90a: tensormap.replace.tile." field ";" ::"r"(tensor_map), ##__VA_ARGS__)
#define FIELD_B32 ".shared::cta.b1024.b32 [%0], "
#define FIELD_B64 ".shared::cta.b1024.b64 [%0], "

// A matrix as TMA copies it: `height` rows of `width` elements, in boxes of `rows` rows of 128 bytes.
typedef struct {
    matrix from;
    int width, height, ld, rows;
} tma_matrix;

static inline void init_tensor_map(const uint tensor_map, const tma_matrix of) {
    SET_FIELD("global_address" FIELD_B64 "%1", "l"(of.from));
    SET_FIELD("global_stride" FIELD_B64 "0, %1", "l"((ulong)of.ld * SIZE));
    SET_FIELD("rank" FIELD_B32 "1");  // dimensions - 1
    SET_FIELD("global_dim" FIELD_B32 "0, %1", "r"(of.width));
    SET_FIELD("global_dim" FIELD_B32 "1, %1", "r"(of.height));
    SET_FIELD("box_dim" FIELD_B32 "0, %1", "r"(SWIZZLE_BYTES / SIZE));
    SET_FIELD("box_dim" FIELD_B32 "1, %1", "r"(of.rows));
    SET_FIELD("element_stride" FIELD_B32 "0, %1", "r"(1));
    SET_FIELD("element_stride" FIELD_B32 "1, %1", "r"(1));
#if SIZE == 2
    SET_FIELD("elemtype" FIELD_B32 "1");  // ushort
#else
    SET_FIELD("elemtype" FIELD_B32 "2");  // uint
#endif
    SET_FIELD("interleave_layout" FIELD_B32 "0");
    SET_FIELD("swizzle_mode" FIELD_B32 "3");  // SWIZZLE_128B
    SET_FIELD("fill_mode" FIELD_B32 "0");     // elements outside of the matrix are 0
}

#define SYNC_WARP PTX("bar.warp.sync 0xffffffff;" ::)

#define PUBLISH_TENSOR_MAP(to, tensor_map)                                                              \
    PTX("//sm_90a: tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu"        \
        ".sync.aligned [%0], [%1], 128;" ::"l"(to), "r"(tensor_map))
#define ACQUIRE_TENSOR_MAP(from) \
    PTX("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(from))

// Writes the tensor maps of TENSOR_MAPS matrices, for the copies of this work-group. Called by one warp, of
// which lane i passes the matrix of map i; `staging` has 32 elements for each, aligned to 128 bytes.
static inline void write_tensor_maps(__local uint *staging, __global uint *to, const tma_matrix of) {
    const int lane = get_local_id(0) % 32;
    const uint tensor_maps = (uint)(ulong)staging;
#pragma unroll
    for (int i = 0; i < TENSOR_MAPS; i++) staging[i * 32 + lane] = 0;
    SYNC_WARP;
    if (lane < TENSOR_MAPS) init_tensor_map(tensor_maps + lane * 128, of);
    SYNC_WARP;
#pragma unroll
    for (int i = 0; i < TENSOR_MAPS; i++) PUBLISH_TENSOR_MAP(to + i * 32, tensor_maps + i * 128);
#pragma unroll
    for (int i = 0; i < TENSOR_MAPS; i++) ACQUIRE_TENSOR_MAP(to + i * 32);
    SYNC_WARP;
}

// The tensor maps of this work-group.
static inline __global uint *own_tensor_maps(__global uint *all) {
    return all + (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * (TENSOR_MAPS * 32);
}

// --- mbarriers, 8 bytes each. A wait names the parity of the phase that must have completed.

static inline void mbarrier_init(const uint bar, const int arrivals) {
    PTX("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(arrivals));
}

static inline void mbarrier_init_fence(void) {
    PTX("fence.mbarrier_init.release.cluster;" ::);
}

static inline void mbarrier_arrive(const uint bar) {
    PTX("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar));
}

// Arrives, and adds `bytes` that must also arrive before the phase completes.
static inline void mbarrier_arrive_expect_tx(const uint bar, const int bytes) {
    PTX("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes));
}

static inline int mbarrier_try_wait(const uint bar, const uint phase) {
    int done;
    PTX("{\n\t.reg .pred passed;\n\t"
        "mbarrier.try_wait.parity.shared::cta.b64 passed, [%1], %2;\n\t"
        "selp.b32 %0, 1, 0, passed;\n\t}"
        : "=r"(done) : "r"(bar), "r"(phase));
    return done;
}

static inline void mbarrier_wait(const uint bar, const uint phase) {
    while (!mbarrier_try_wait(bar, phase));
}

// --- TMA copies. A K-major tile is one box; an MN-major tile is several, each SWIZZLE_BYTES / SIZE wide.
// `mn` is the position along M or N, k the one along K. `bar` receives the arriving bytes.

static inline void tma_load_box(const uint to, const __global uint *tensor_map, const int x, const int y,
                              const uint bar) {
    PTX("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%0], [%1, {%2, %3}], [%4];" ::"r"(to), "l"(tensor_map), "r"(x), "r"(y), "r"(bar));
}

static inline void tma_load_tile(const uint to, const __global uint *tensor_map, const int k_major,
                             const int mn, const int k, const int mn_size, const uint bar) {
    const int box_width = SWIZZLE_BYTES / SIZE;
    if (k_major) {
        tma_load_box(to, tensor_map, k, mn, bar);
        return;
    }
#pragma unroll
    for (int box = 0; box < mn_size / box_width; box++)
        tma_load_box(to + box * box_width * SWIZZLE_BYTES, tensor_map, mn + box * box_width, k, bar);
}

// --- wgmma. The shared memory descriptor of a tile, without its address, in units of 16 bytes: swizzle
// mode 1 (128 bytes), stride 1024 bytes (8 rows), and the leading offset, which MN-major tiles use: one
// box. kernels/README.md draws the bits.

static inline ulong wgmma_descriptor(const int k_major) {
    const ulong swizzle_128b = 1;
    const ulong box = SWIZZLE_BYTES / SIZE * SWIZZLE_BYTES / 16;
    return swizzle_128b << 62 | (ulong)(1024 / 16) << 32 | (k_major ? 1 : box) << 16;
}

#define WGMMA_FENCE PTX("//sm_90a: wgmma.fence.sync.aligned;" ::)
#define WGMMA_COMMIT PTX("//sm_90a: wgmma.commit_group.sync.aligned;" ::)
#define WGMMA_WAIT_1 PTX("//sm_90a: wgmma.wait_group.sync.aligned 1;" ::)
#define WGMMA_WAIT_0(accumulators) \
    __asm__ volatile("//sm_90a: wgmma.wait_group.sync.aligned 0;" : accumulators::"memory")

// Zeroes an accumulator by an instruction, so that the compiler neither moves it nor its register.
#define ZERO(sum) __asm__ volatile("mov.f32 %0, 0f00000000;" : "=f"(sum))

// Accumulators as operands of inline assembly, and their names in it when they come first.
#define ACCUMULATORS_8(c, i)                                                                               \
    "+f"(c[i]), "+f"(c[i + 1]), "+f"(c[i + 2]), "+f"(c[i + 3]), "+f"(c[i + 4]), "+f"(c[i + 5]),    \
        "+f"(c[i + 6]), "+f"(c[i + 7])
#define ACCUMULATORS_32_FROM(c, i) \
    ACCUMULATORS_8(c, i), ACCUMULATORS_8(c, i + 8), ACCUMULATORS_8(c, i + 16), ACCUMULATORS_8(c, i + 24)
#define ACCUMULATORS_32(c) ACCUMULATORS_32_FROM(c, 0)
#define ACCUMULATORS_64(c) ACCUMULATORS_32(c), ACCUMULATORS_32_FROM(c, 32)
#define ACCUMULATORS_96(c) ACCUMULATORS_64(c), ACCUMULATORS_32_FROM(c, 64)
#define ACCUMULATORS_128(c) ACCUMULATORS_96(c), ACCUMULATORS_32_FROM(c, 96)
#define REGISTERS_32                                                                                   \
    "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, "   \
    "%20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define REGISTERS_64                                                                                   \
    REGISTERS_32                                                                                       \
    ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, " \
    "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define REGISTERS_96                                                                                   \
    REGISTERS_64                                                                                       \
    ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, " \
    "%82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define REGISTERS_128                                                                                  \
    REGISTERS_96                                                                                       \
    ", %96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, "     \
    "%111, %112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, "   \
    "%126, %127"
