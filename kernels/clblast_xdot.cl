// SPDX-License-Identifier: MIT
// Stands in for CLBlast's own kernel Xdot, for dot products: CLBlast runs it under the config of
// clblast_xdot.toml, and what is compiled here only carries that config.
kernel void clblast_Xdot() {}
