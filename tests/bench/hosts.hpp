// SPDX-License-Identifier: MIT
// The common part of benchmarks against a host's own libraries: input values, and the libraries'
// product.
#pragma once

#include <dlfcn.h>

#include <cstdint>
#include <functional>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

/// The same values each time, uniform in [-1, 1].
template <class T>
std::vector<T> drawn(std::size_t count) {
    std::mt19937 random(1);
    std::uniform_real_distribution<double> even(-1, 1);
    std::vector<T> values(count);
    for (T& each : values) each = static_cast<T>(even(random));
    return values;
}

/// A matrix library of this host.
struct HostLibrary {
    std::string name;
    std::string file;
    std::string package;
};

/// The libraries in Debian.
inline const std::vector<HostLibrary>& host_libraries() {
    static const std::vector<HostLibrary> all = {
        {"openblas", "libopenblas.so.0", "libopenblas0-pthread"},
        {"blis", "libblis.so.4", "libblis4-pthread"},
        {"onednn", "libdnnl.so.2", "libdnnl2"},
    };
    return all;
}

/// C = A * B of row-major matrices without gaps.
template <class T>
using HostGemm = std::function<void(int m, int n, int k, const T* a, const T* b, T* c)>;

/// BLAS is column-major: its product is the transposed one.
template <class T>
HostGemm<T> blas_gemm(void* symbol) {
    using Call = void (*)(const char*, const char*, const int*, const int*, const int*, const T*,
                          const T*, const int*, const T*, const int*, const T*, T*, const int*);
    return
        [call = reinterpret_cast<Call>(symbol)](int m, int n, int k, const T* a, const T* b, T* c) {
            const T one = 1;
            const T zero = 0;
            call("N", "N", &n, &m, &k, &one, b, &n, a, &k, &zero, c, &n);
        };
}

inline HostGemm<float> onednn_gemm(void* symbol) {
    using Call = int (*)(char, char, std::int64_t, std::int64_t, std::int64_t, float, const float*,
                         std::int64_t, const float*, std::int64_t, float, float*, std::int64_t);
    return [call = reinterpret_cast<Call>(symbol)](int m, int n, int k, const float* a,
                                                   const float* b, float* c) {
        call('N', 'N', m, n, k, 1, a, k, b, n, 0, c, n);
    };
}

/// Empty if the library is not installed or has no such product; oneDNN has none in f64.
template <class T>
HostGemm<T> host_gemm(const std::string& file) {
    void* library = dlopen(file.c_str(), RTLD_NOW);
    if (library == nullptr) return nullptr;
    if constexpr (std::is_same_v<T, float>) {
        if (void* symbol = dlsym(library, "dnnl_sgemm"); symbol != nullptr)
            return onednn_gemm(symbol);
    }
    void* symbol = dlsym(library, std::is_same_v<T, double> ? "dgemm_" : "sgemm_");
    return symbol == nullptr ? nullptr : blas_gemm<T>(symbol);
}

/// The processor type whose kernels OpenBLAS has chosen; OPENBLAS_CORETYPE may name an older one.
/// Empty if OpenBLAS is not installed.
inline std::string openblas_core() {
    void* library = dlopen("libopenblas.so.0", RTLD_NOW);
    void* name = library == nullptr ? nullptr : dlsym(library, "openblas_get_corename");
    return name == nullptr ? "" : reinterpret_cast<const char* (*)()>(name)();
}
