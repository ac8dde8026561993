// SPDX-License-Identifier: MIT
// Loads and stores of a matrix' elements that carry a predicate, in place of a branch around each. A tile has
// hundreds of them, and a branch costs the compilers many times what an instruction costs them.
//
// Expects parts/common/precision.cl.
// Defines load_if, store_if, and for other statements of this kind ELEMENT_TYPE, ELEMENT_IN, PREDICATED.

#if SIZE == 8
#define ELEMENT_TYPE "f64"
#define ELEMENT_CHANGED(value) "+d"(value)
#define ELEMENT_IN(value) "d"(value)
#elif SIZE == 4
#define ELEMENT_TYPE "f32"
#define ELEMENT_CHANGED(value) "+f"(value)
#define ELEMENT_IN(value) "f"(value)
#else
#define ELEMENT_TYPE "b16"
#define ELEMENT_CHANGED(value) "+h"(value)
#define ELEMENT_IN(value) "h"(value)
#endif

// `...` runs under the predicate p, which `set` sets.
#define PREDICATED(set, ...) "{\n\t.reg .pred p;\n\t" set "\n\t@p " __VA_ARGS__ "\n\t}"

// The element, if index < limit; else 0.
static inline element load_if(const int index, const int limit, const __global element *from) {
    element value = 0;
    __asm__ volatile(PREDICATED("setp.lt.s32 p, %1, %2;", "ld.global." ELEMENT_TYPE " %0, [%3];")
                     : ELEMENT_CHANGED(value)
                     : "r"(index), "r"(limit), "l"(from));
    return value;
}

static inline void store_if(const int index, const int limit, __global element *to, const element value) {
    __asm__ volatile(PREDICATED("setp.lt.s32 p, %0, %1;", "st.global." ELEMENT_TYPE " [%2], %3;") ::"r"(
                         index),
                     "r"(limit), "l"(to), ELEMENT_IN(value));
}
