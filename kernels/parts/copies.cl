// SPDX-License-Identifier: MIT
// Copies of COPY bytes from global to local memory that run ahead of what is computed, without a
// register (cp.async), for a work-group of ITEMS that goes along K in steps of BK.

#define COMMIT __asm__ volatile("cp.async.commit_group;" ::: "memory")
// All copies have arrived but for those of the last `groups` commits.
#define WAIT(groups) __asm__ volatile("cp.async.wait_group %0;" ::"n"(groups) : "memory")

#define ASYNC(kind, bytes) "cp.async." kind ".shared.global [%0], [%1], " bytes
#if COPY == 16
#define COPY_ASYNC ASYNC("cg", "16")
#elif COPY == 8
#define COPY_ASYNC ASYNC("ca", "8")
#else
#define COPY_ASYNC ASYNC("ca", "4")
#endif

// From global to local memory; the bytes past the first `inside` become 0.
static inline void copy(const uint to, matrix from, const int inside) {
#if COPY >= 4
    __asm__ volatile(COPY_ASYNC ", %2;" ::"r"(to), "l"(from), "r"(inside) : "memory");
#else
    const stored value = inside > 0 ? *from : 0;
    __asm__ volatile("st.shared.u16 [%0], %1;" ::"r"(to), "h"(value) : "memory");
#endif
}

// The same where all of it is inside.
static inline void copy_whole(const uint to, matrix from) {
#if COPY >= 4
    __asm__ volatile(COPY_ASYNC ";" ::"r"(to), "l"(from) : "memory");
#else
    copy(to, from, 1);
#endif
}

// This work-item's share of a stored matrix' tiles: `each` neighbors in each of some rows that lie
// evenly apart. It goes forward from step to step.
typedef struct {
    matrix next;   // what comes first of the next step
    size_t apart;  // to the next row
    uint to;       // where it belongs in local memory
    int ahead;     // its place along K within a step
    int left;      // how much is inside from there on, along what is not K
    int depth;     // what is left along K from the step's beginning on
    int whole;     // along what is not K the tile is inside
} share;

// Of a matrix that lies `along` K or not; `first` is the tile's first row or column of C, of which there
// are `size` in the tile and `extent` in all.
static inline share share_of(matrix from, const int ld, const int along, const int first,
                             const int size, const int extent, const int2 span, const int each,
                             const int pitch, const uint to) {
    const int across = along ? BK : size;
    const int r = get_local_id(0) / (across / each);
    const int c = get_local_id(0) % (across / each) * each;
    share s;
    s.next = from + (size_t)((along ? first : span.x) + r) * ld + (along ? span.x : first) + c;
    s.apart = (size_t)(ITEMS / (across / each)) * ld;
    s.to = to + (r * pitch + c) * SIZE;
    s.ahead = along ? c : r;
    s.left = extent - first - (along ? r : c);
    s.depth = span.y - span.x;
    s.whole = first + size <= extent;
    return s;
}

static inline void go_ahead(share *s, const int ld, const int along) {
    s->next += along ? BK : (size_t)BK * ld;
    s->depth -= BK;
}

static inline int is_inside(const share *s) {
    return s->whole && s->depth >= BK;
}

// This step and all that follow.
static inline int is_whole(const share *s) {
    return s->whole && s->depth % BK == 0;
}

// Rows from the first on, and of `each` neighbors in one.
static inline int rows_inside(const share *s, const int along) {
    return along ? s->left : s->depth - s->ahead;
}

static inline int how_many_inside(const share *s, const int along, const int each) {
    return min(max(along ? s->depth - s->ahead : s->left, 0), each);
}

// Of a step; `whole` where all of it is known to be inside.
static inline void copy_share(share *s, const uint stage, const int ld, const int along,
                              const int size, const int pitch, const int whole) {
    const int each = COPY / SIZE;
    const int apart = ITEMS / ((along ? BK : size) / each);
    const int inside = how_many_inside(s, along, each) * SIZE;
    const int rows = rows_inside(s, along);
    matrix from = s->next;
#pragma unroll
    for (int q = 0; q < (along ? size : BK) / apart; q++) {
        const uint to = s->to + stage + q * apart * pitch * SIZE;
        if (whole) copy_whole(to, from);
        else copy(to, from, q * apart < rows ? inside : 0);
        from += s->apart;
    }
    go_ahead(s, ld, along);
}
