// SPDX-License-Identifier: MIT
// What NVIDIA's own libraries take: "cublas NANOSECONDS" or "cub NANOSECONDS", the median of runs timed
// by events, on numbers drawn at random, after a second of runs that count for nothing: a device that has
// rested is ahead of its power limit, and what it is compared with comes out of a search. Then "rested
// NANOSECONDS", which are a few runs after each pause, as `one rested` has them.
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
#include <thread>
#include <vector>

namespace {

constexpr std::chrono::seconds warm_up(1);
constexpr int at_once = 10;  // runs between two looks at the clock
constexpr int repeats = 25;
constexpr int warming = 2;   // runs after a pause that do not count
constexpr int counting = 3;  // and that do
constexpr int rounds = 7;
constexpr std::chrono::milliseconds rest(200);

void must(bool done) {
    if (done) return;
    std::fprintf(stderr, "cuda_peers: a call failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    std::exit(3);
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
}

double event_ns(const std::function<void()>& run) {
    static cudaEvent_t before = nullptr, after = nullptr;
    if (!before) must(cudaEventCreate(&before) == cudaSuccess && cudaEventCreate(&after) == cudaSuccess);
    cudaEventRecord(before);
    run();
    cudaEventRecord(after);
    must(cudaEventSynchronize(after) == cudaSuccess);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, before, after);
    return milliseconds * 1e6;
}

// Under steady load, and rested.
void print_times(const char* who, const std::function<void()>& run) {
    const auto warm = std::chrono::steady_clock::now() + warm_up;
    while (std::chrono::steady_clock::now() < warm) {
        for (int i = 0; i < at_once; ++i) run();
        must(cudaDeviceSynchronize() == cudaSuccess);
    }
    std::vector<double> loaded, rested;
    for (int i = 0; i < repeats; ++i) loaded.push_back(event_ns(run));
    for (int round = 0; round < rounds; ++round) {
        std::this_thread::sleep_for(rest);
        for (int i = 0; i < warming; ++i) run();
        for (int i = 0; i < counting; ++i) rested.push_back(event_ns(run));
    }
    std::printf("%s %.0f\nrested %.0f\n", who, median(loaded), median(rested));
}

template <class T>
__global__ void draw(T* to, size_t count, unsigned seed) {
    for (size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x; i < count;
         i += size_t(gridDim.x) * blockDim.x) {
        unsigned long long bits = i * 0x9e3779b97f4a7c15ull + seed;  // as many as a double holds
        bits = (bits ^ bits >> 32) * 0xbf58476d1ce4e5b9ull;
        bits = (bits ^ bits >> 29) * 0x94d049bb133111ebull;
        to[i] = T(double((long long)(bits ^ bits >> 32)) * 0x1p-63);
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
int gemm(int m, int n, int k, cudaDataType type, cublasComputeType_t compute) {
    T* a = drawn<T>(size_t(m) * k, 1);
    T* b = drawn<T>(size_t(k) * n, 2);
    T* c = drawn<T>(size_t(m) * n, 3);
    cublasHandle_t handle;
    must(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    const Scalar alpha = 1, beta = 0;
    print_times("cublas", [&] {
        must(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &alpha, b, type, n, a, type, k,
                          &beta, c, type, n, compute, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
    });
    return 0;
}

void sum(size_t n) {
    float* x = drawn<float>(n, 1);
    float* result = drawn<float>(1, 2);
    void* scratch = nullptr;
    size_t bytes = 0;
    cub::DeviceReduce::Sum(scratch, bytes, x, result, n);
    must(cudaMalloc(&scratch, bytes) == cudaSuccess);
    print_times("cub", [&] { cub::DeviceReduce::Sum(scratch, bytes, x, result, n); });
}

}  // namespace

int main(int count, char** words) {
    if (count >= 4 && std::strcmp(words[1], "reduction") == 0) {
        sum(std::strtoull(words[3], nullptr, 10));
        return 0;
    }
    if (count < 6) return 2;
    const char* precision = words[2];
    const auto is = [&](const char* name) { return std::strcmp(precision, name) == 0; };
    const int m = std::atoi(words[3]), n = std::atoi(words[4]), k = std::atoi(words[5]);
    if (is("f32")) return gemm<float, float>(m, n, k, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    if (is("tf32")) return gemm<float, float>(m, n, k, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
    if (is("f64")) return gemm<double, double>(m, n, k, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    if (is("f16")) return gemm<__half, float>(m, n, k, CUDA_R_16F, CUBLAS_COMPUTE_32F);
    if (is("bf16")) return gemm<__nv_bfloat16, float>(m, n, k, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
    return 2;
}
