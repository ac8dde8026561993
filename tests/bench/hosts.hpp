// SPDX-License-Identifier: MIT
// What benchmarks beside a host's own library share: its values, and OpenBLAS where it is
// installed.
#pragma once

#include <dlfcn.h>

#include <random>
#include <string>
#include <type_traits>
#include <vector>

/// The same values each time, evenly from -1 to 1.
template <class T>
std::vector<T> drawn(std::size_t count) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> even(-1, 1);
    std::vector<T> values(count);
    for (T& each : values) each = static_cast<T>(even(random));
    return values;
}

/// OpenBLAS's product by its C interface, and the words of that interface.
template <class T>
using BlasGemm = void (*)(int, int, int, int, int, int, T, const T*, int, const T*, int, T, T*,
                          int);
constexpr int row_major = 101;
constexpr int not_transposed = 111;

/// Nothing where OpenBLAS is not installed.
template <class T>
BlasGemm<T> openblas_gemm() {
    void* library = dlopen("libopenblas.so.0", RTLD_NOW);
    const char* name = std::is_same_v<T, double> ? "cblas_dgemm" : "cblas_sgemm";
    return library == nullptr ? nullptr : reinterpret_cast<BlasGemm<T>>(dlsym(library, name));
}

/// The processor whose kernels it has chosen: OPENBLAS_CORETYPE may name an older one. Empty where it is not installed.
inline std::string openblas_core() {
    void* library = dlopen("libopenblas.so.0", RTLD_NOW);
    void* name = library == nullptr ? nullptr : dlsym(library, "openblas_get_corename");
    return name == nullptr ? "" : reinterpret_cast<const char* (*)()>(name)();
}
