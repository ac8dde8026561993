// SPDX-License-Identifier: MIT
// What NVIDIA's own libraries take: "cublas NANOSECONDS" or "cub NANOSECONDS", the median of runs timed
// by events, on numbers drawn at random, after a second of runs that count for nothing: a device that has
// rested is ahead of its power limit, and what it is compared with comes out of a search.
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cub/device/device_reduce.cuh>
#include <functional>
#include <vector>

namespace {

constexpr std::chrono::seconds warm_up(1);
constexpr int at_once = 10;  // runs between two looks at the clock
constexpr int repeats = 25;

void must(bool done) {
    if (done) return;
    std::fprintf(stderr, "cuda_peers: a call failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    std::exit(3);
}

double median_ns(const std::function<void()>& run) {
    cudaEvent_t before, after;
    must(cudaEventCreate(&before) == cudaSuccess && cudaEventCreate(&after) == cudaSuccess);
    const auto warm = std::chrono::steady_clock::now() + warm_up;
    while (std::chrono::steady_clock::now() < warm) {
        for (int i = 0; i < at_once; ++i) run();
        must(cudaDeviceSynchronize() == cudaSuccess);
    }
    std::vector<double> times;
    for (int i = 0; i < repeats; ++i) {
        cudaEventRecord(before);
        run();
        cudaEventRecord(after);
        must(cudaEventSynchronize(after) == cudaSuccess);
        float milliseconds = 0;
        cudaEventElapsedTime(&milliseconds, before, after);
        times.push_back(milliseconds * 1e6);
    }
    std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
    return times[repeats / 2];
}

template <class T>
__global__ void draw(T* to, size_t count, unsigned seed) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
         i += size_t(gridDim.x) * blockDim.x) {
        unsigned bits = unsigned(i) * 2654435761u + seed;
        bits = (bits ^ bits >> 15) * 2246822519u;
        to[i] = T(float(int(bits ^ bits >> 13)) * 0x1p-31f);
    }
}

template <class T>
T* drawn(size_t count, unsigned seed) {
    T* buffer = nullptr;
    must(cudaMalloc(&buffer, count * sizeof(T)) == cudaSuccess);
    draw<<<1024, 256>>>(buffer, count, seed);
    return buffer;
}

// Row major C = A * B is column major C' = B' * A'.
template <class T, class Scalar>
double gemm_ns(int m, int n, int k, cudaDataType type, cublasComputeType_t compute) {
    T* a = drawn<T>(size_t(m) * k, 1);
    T* b = drawn<T>(size_t(k) * n, 2);
    T* c = drawn<T>(size_t(m) * n, 3);
    cublasHandle_t handle;
    must(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    const Scalar alpha = 1, beta = 0;
    return median_ns([&] {
        must(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, type, n, a, type, k,
                          &beta, c, type, n, compute, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
    });
}

double sum_ns(size_t n) {
    float* x = drawn<float>(n, 1);
    float* result = drawn<float>(1, 2);
    void* scratch = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(scratch, bytes, x, result, n);
    must(cudaMalloc(&scratch, bytes) == cudaSuccess);
    return median_ns([&] { cub::DeviceReduce::Sum(scratch, bytes, x, result, n); });
}

}  // namespace

int main(int count, char** words) {
    if (count >= 4 && std::strcmp(words[1], "sum") == 0) {
        std::printf("cub %.0f\n", sum_ns(std::strtoull(words[3], nullptr, 10)));
        return 0;
    }
    if (count < 6) return 2;
    const char* precision = words[2];
    const auto is = [&](const char* name) { return std::strcmp(precision, name) == 0; };
    const int m = std::atoi(words[3]), n = std::atoi(words[4]), k = std::atoi(words[5]);
    double ns = 0;
    if (is("f32")) ns = gemm_ns<float, float>(m, n, k, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    if (is("tf32")) ns = gemm_ns<float, float>(m, n, k, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
    if (is("f64")) ns = gemm_ns<double, double>(m, n, k, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    if (is("f16")) ns = gemm_ns<__half, float>(m, n, k, CUDA_R_16F, CUBLAS_COMPUTE_32F);
    if (is("bf16")) ns = gemm_ns<__nv_bfloat16, float>(m, n, k, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
    if (ns == 0) return 2;
    std::printf("cublas %.0f\n", ns);
}
