// SPDX-License-Identifier: MIT
// The lanes' reads for NVIDIA's matrix units, and the positions of their sums, tested without such
// a unit. The kernels' own expressions run on this device and return the source of each register.
// The test maps each source to an element by PTX's documented layout of fragments.
#include <algorithm>
#include <set>
#include <sstream>
#include <vector>

#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

constexpr int lanes = 32;
constexpr int row_bytes = 128;  // of a tile that TMA copies

// Replaces the read instructions: returns the source address.
constexpr std::string_view instead_of_reads = R"(
typedef uint operand_register;
#if SIZE == 8
#define REGISTERS_LEFT (MMA_K / 2)
#define REGISTERS_RIGHT (MMA_K / 4)
#else
#define REGISTERS_LEFT 4
#define REGISTERS_RIGHT 2
#endif
#define LANE_ROWS (2 * MMA_TILES_M)
#define LANE_COLUMNS (2 * MMA_TILES_N)
typedef struct {
    operand_register left[MMA_TILES_M][REGISTERS_LEFT];
    operand_register right[MMA_TILES_N][REGISTERS_RIGHT];
} fragments;
static inline void ldmatrix_x4(const uint from, uint *w, uint *x, uint *y, uint *z) {
    *w = *x = *y = *z = from;
}
static inline void ldmatrix_x4_trans(const uint from, uint *w, uint *x, uint *y, uint *z) {
    *w = *x = *y = *z = from;
}
static inline void load_shared(const uint from, operand_register *to, const int span) {
    for (int e = 0; e < span; e++) to[e] = from + e * SIZE;
}
)";

// One warp's reads in one round, for a tile that begins at the second position, and the positions
// of its sums. The definitions in `use` describe the use of the instruction.
constexpr std::string_view all_told = R"(
#ifdef SWIZZLE_BYTES
#define FIRST(w, side, is_left) lane_offset(w, K_MAJOR_##side, READ_WIDTH_##side, is_left)
#else
#define FIRST(w, side, is_left) lane_offset(w, K_MAJOR_##side, PITCH_##side, READ_WIDTH_##side, is_left)
#endif
__kernel void tell(const int turn, __global int *left, __global int *right, __global int *rows,
                   __global int *columns, __global int *use) {
    const int lane = get_local_id(0);
    fragments f;
    load_left(&f, FIRST(MMA_TILES_M * 16, LEFT, 1), turn);
    load_right(&f, FIRST(MMA_TILES_N * 8, RIGHT, 0), turn);
    for (int i = 0; i < MMA_TILES_M * REGISTERS_LEFT; i++)
        left[lane * MMA_TILES_M * REGISTERS_LEFT + i] = f.left[i / REGISTERS_LEFT][i % REGISTERS_LEFT];
    for (int i = 0; i < MMA_TILES_N * REGISTERS_RIGHT; i++)
        right[lane * MMA_TILES_N * REGISTERS_RIGHT + i] = f.right[i / REGISTERS_RIGHT][i % REGISTERS_RIGHT];
    for (int r = 0; r < LANE_ROWS; r++) rows[lane * LANE_ROWS + r] = lane_row() + row_offset(r);
    for (int c = 0; c < LANE_COLUMNS; c++)
        columns[lane * LANE_COLUMNS + c] = lane_column() + column_offset(c);
    const int told[] = {MMA_TILES_M, MMA_TILES_N, REGISTERS_LEFT, REGISTERS_RIGHT, K_MAJOR_LEFT, K_MAJOR_RIGHT,
                        READ_WIDTH_RIGHT, PITCH_OF_LEFT, PITCH_OF_RIGHT};
    for (int i = 0; i < 9; i++) use[i] = told[i];
}
)";

// A kernel's own definitions: preprocessor input before the fragments.
std::string definitions_of(const std::string& kernel) {
    std::istringstream lines(source(kernel));
    std::string text;
    for (std::string line; std::getline(lines, line) && line != "#line 1 \"mma_fragments.cl\"";)
        if (line.starts_with('#') && !line.starts_with("#line") && !line.starts_with("#pragma"))
            for (text += line + '\n'; line.ends_with('\\') && std::getline(lines, line);)
                text += line + '\n';
    return text;
}

std::string part(const std::string& name) {
    return kernel_source(std::filesystem::path(HONE_SOURCE_DIR) / "kernels/parts/nvidia" / name);
}

struct ProbeVariant {
    std::string kernel, layout, precision;
    int size = 0, depth = 0;  // bytes of an element; elements of the instruction along K
    int ta = 0, tb = 0;

    bool exchanged() const { return layout == "smem_swizzled.cl"; }
    std::string text() const {
        return fmt::format("{} {} MMA_K={} TA={} TB={}", kernel, precision, depth, ta, tb);
    }
};

std::size_t as_size(int number) {
    return static_cast<std::size_t>(number);
}

struct Told {
    std::vector<cl_int> left, right;  // the source of each register
    std::vector<cl_int> rows, columns;
    std::vector<cl_int> use;

    int down() const { return use[0]; }
    int across() const { return use[1]; }
    int of_left() const { return use[2]; }
    int of_right() const { return use[3]; }
    int span_right() const { return use[6]; }

    // The position in the warp's tile of a lane's r-th row and c-th column.
    int row(int lane, int r) const { return rows.at(as_size(lane * 2 * down() + r)); }
    int column(int lane, int c) const { return columns.at(as_size(lane * 2 * across() + c)); }
};

cl::Kernel build(const ProbeVariant& way) {
    const WorkloadContext there = test_context();
    const std::string pitches =
        way.exchanged() ? "#define PITCH_OF_LEFT 0\n#define PITCH_OF_RIGHT 0\n"
                        : "#define PITCH_OF_LEFT PITCH_LEFT\n#define PITCH_OF_RIGHT PITCH_RIGHT\n";
    const std::string options = fmt::format(
        "-D{} -DTA={} -DTB={} -DWARPS_M=2 -DWARPS_N=2 -DWM=32 -DWN=64 -DSTAGES=2 -w {}",
        way.precision, way.ta, way.tb,
        way.exchanged() ? std::string()
                        : fmt::format("-DMMA_K={} -DBK={} -DCOPY=16", way.depth, 2 * way.depth));
    const Compiled built =
        compile(there.context, there.device,
                definitions_of(way.kernel) + pitches + std::string(instead_of_reads) +
                    part(way.layout) + std::string(all_told),
                options);
    INFO(built.log);
    REQUIRE(built.ok());
    return cl::Kernel(built.program, "tell");
}

Told ask(cl::Kernel& tell, int turn) {
    constexpr std::size_t room = 4096;
    const WorkloadContext there = test_context();
    Told told;
    const std::array<std::vector<cl_int>*, 5> answers{&told.left, &told.right, &told.rows,
                                                      &told.columns, &told.use};
    std::vector<cl::Buffer> buffers;
    tell.setArg(0, turn);
    for (cl_uint i = 0; i < answers.size(); ++i) {
        buffers.emplace_back(there.context, CL_MEM_READ_WRITE, room * sizeof(cl_int));
        tell.setArg(i + 1, buffers.back());
    }
    there.queue.enqueueNDRangeKernel(tell, {}, cl::NDRange(lanes), cl::NDRange(lanes));
    for (std::size_t i = 0; i < answers.size(); ++i) {
        answers.at(i)->resize(room);
        there.queue.enqueueReadBuffer(buffers[i], CL_TRUE, 0, room * sizeof(cl_int),
                                      answers.at(i)->data());
    }
    return told;
}

// An element of a tile: its position along K, and across it.
struct Element {
    int k = 0, place = 0;
    bool operator==(const Element&) const = default;
};

// The element at an address.
struct Layout {
    bool exchanged = false, along = false;
    int size = 0, pitch = 0;

    Element at(int a) const {
        if (!exchanged) {
            const int row = a / size / pitch;
            const int within = a / size % pitch;
            return along ? Element{within, row} : Element{row, within};
        }
        const int wide = row_bytes / size;
        const int block = along ? 0 : a / (wide * row_bytes);
        const int row = (a - block * wide * row_bytes) / row_bytes;
        const int within = ((a % row_bytes / 16 ^ row % 8) * 16 + a % 16) / size;
        return along ? Element{within, row} : Element{row, block * wide + within};
    }
};

// The content of a lane's register. Halves are distributed as matrices of 8 x 16 bytes, as is tf32
// along K: each lane has named one of their 32 rows, in place of its registers.
Element element_of(const std::vector<cl_int>& told, const Layout& layout, int each, int lane,
                   int base, int which, bool dealt) {
    const auto by = [&](int other) { return told.at(as_size(other * each + base)); };
    if (!dealt) return layout.at(told.at(as_size(lane * each + base + which)));
    const int matrix = which * 8;
    if (layout.along) return layout.at(by(matrix + lane / 4) + lane % 4 * 4);
    return layout.at(by(matrix + lane % 4 * 2) + lane / 4 * layout.size);
}

// The first register that does not match the instruction's operands or sums.
std::string wrong_on_the_left(const ProbeVariant& way, const Told& told, int turn) {
    std::string wrong;
    const Layout layout{way.exchanged(), told.use[4] != 0, way.size, told.use[7]};
    const bool dealt = way.size == 2 || (way.size == 4 && layout.along);
    const int each = told.down() * told.of_left();
    const int apart = way.size == 2 ? 2 : 1;  // elements of a register
    for (int lane = 0; lane < lanes; ++lane)
        for (int i = 0; i < told.down(); ++i)
            for (int r = 0; r < told.of_left(); ++r) {
                const Element read =
                    element_of(told.left, layout, each, lane, i * told.of_left(), r, dealt);
                const int k = turn * way.depth + lane % 4 * apart + r / 2 * 4 * apart;
                const int row = told.down() * 16 + told.row(lane, i * 2 + r % 2);
                if (wrong.empty() && read != Element{k, row})
                    wrong = fmt::format("lane {}, tile {}, register {}: k {} of {}, row {} of {}",
                                        lane, i, r, read.k, k, read.place, row);
            }
    return wrong;
}

std::string wrong_on_the_right(const ProbeVariant& way, const Told& told, int turn) {
    std::string wrong;
    const Layout layout{way.exchanged(), told.use[5] != 0, way.size, told.use[8]};
    const bool dealt = way.size == 2 || (way.size == 4 && layout.along);
    const int each = told.across() * told.of_right();
    const int apart = way.size == 2 ? 2 : 1;
    const int span = told.span_right();
    for (int lane = 0; lane < lanes; ++lane)
        for (int j = 0; j < told.across(); ++j)
            for (int r = 0; r < told.of_right(); ++r) {
                // Two tiles are distributed at once.
                const int base = dealt ? j / 2 * 2 * told.of_right() : j * told.of_right();
                const int which = dealt ? j % 2 * 2 + r : r;
                const Element read = element_of(told.right, layout, each, lane, base, which, dealt);
                const int k = turn * way.depth + lane % 4 * apart + r * 4 * apart;
                // The sum of this column is another lane's.
                const int column = lane / 4;
                const int c = j / span * 2 * span + column % 2 * span + j % span;
                const int place = told.across() * 8 + told.column(column / 2, c);
                if (wrong.empty() && read != Element{k, place})
                    wrong =
                        fmt::format("lane {}, tile {}, register {}: k {} of {}, column {} of {}",
                                    lane, j, r, read.k, k, read.place, place);
            }
    return wrong;
}

// The lanes' rows times their columns are the whole tile, each element once.
void check_sums(const Told& told) {
    const int height = told.down() * 16;
    const int width = told.across() * 8;
    std::set<std::pair<int, int>> seen;
    for (int lane = 0; lane < lanes; ++lane)
        for (int r = 0; r < 2 * told.down(); ++r)
            for (int c = 0; c < 2 * told.across(); ++c)
                seen.emplace(told.row(lane, r), told.column(lane, c));
    CHECK(seen.size() == as_size(height * width));
    CHECK(std::ranges::all_of(seen, [&](const auto& element) {
        const auto [row, column] = element;
        return row >= 0 && row < height && column >= 0 && column < width;
    }));
}

void check(const ProbeVariant& way) {
    INFO(way.text());
    cl::Kernel tell = build(way);
    for (int turn = 0; turn < 2; ++turn) {
        INFO("turn " << turn);
        const Told told = ask(tell, turn);
        CHECK(wrong_on_the_left(way, told, turn) == "");
        CHECK(wrong_on_the_right(way, told, turn) == "");
        check_sums(told);
    }
}

}  // namespace

TEST_CASE("lanes read for matrix units what their sums belong to", "[device]") {
    const ProbeVariant way =
        GENERATE(values<ProbeVariant>({{"gemm_mma", "smem_padded.cl", "F16", 2, 16},
                                       {"gemm_mma", "smem_padded.cl", "TF32", 4, 8},
                                       {"gemm_mma", "smem_padded.cl", "TF32X3", 4, 8},
                                       {"gemm_mma", "smem_padded.cl", "F64", 8, 4},
                                       {"gemm_mma", "smem_padded.cl", "F64", 8, 16},
                                       {"gemm_mma_tma", "smem_swizzled.cl", "F16", 2, 16},
                                       {"gemm_mma_tma", "smem_swizzled.cl", "TF32", 4, 8}}));
    for (int ta = 0; ta < 2; ++ta)
        for (int tb = 0; tb < 2; ++tb) {
            ProbeVariant turned = way;
            turned.ta = ta;
            turned.tb = tb;
            check(turned);
        }
}
