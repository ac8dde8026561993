// SPDX-License-Identifier: MIT
// OpenCL's vector types and functions for a width that is a macro, 1 included: JOIN(float, V),
// VLOAD(V, i, p), VSTORE(V, v, p).
//
// Expects nothing. Defines JOIN, VLOAD, VSTORE, and float1, as_float1, vload1 and so on.

#define float1 float
#define double1 double
#define int1 int
#define uint1 uint
#define as_int1 as_int
#define as_uint1 as_uint
#define as_float1 as_float
#define convert_uint1 convert_uint
#define convert_ushort1 convert_ushort
#define vload1(i, p) ((p)[i])
#define vstore1(v, i, p) ((p)[i] = (v))
#define vload_half1 vload_half
#define vloada_half1 vload_half
#define vstore_half1 vstore_half
#define vstorea_half1 vstore_half

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define VLOAD(width, i, p) VLOAD_(width, i, p)
#define VLOAD_(width, i, p) vload##width(i, p)
#define VSTORE(width, v, p) VSTORE_(width, v, p)
#define VSTORE_(width, v, p) vstore##width(v, 0, p)
