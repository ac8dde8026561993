// SPDX-License-Identifier: MIT
// Stands in for CLBlast's own kernel XgemmDirect, for small products of matrices: CLBlast runs it under the config of
// clblast_xgemm_direct.toml, and what is compiled here only carries that config.
kernel void clblast_XgemmDirect() {}
