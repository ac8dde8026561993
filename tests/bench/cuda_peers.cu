// SPDX-License-Identifier: MIT
//   cuda_peers gemm PRECISION M N K [TA] [TB]
//   cuda_peers reduction f32 N
// Times of NVIDIA's own libraries, "cublas LOAD NANOSECONDS" or "cub LOAD NANOSECONDS", on random
// numbers, under the three loads of `one loads`: steady, rested, called. A sum is also timed
// "cold", with its numbers in no cache. All times follow the medians of rested and cold.
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

constexpr std::chrono::seconds steady_after(2);
constexpr int at_once = 8;  // runs between two readings of the clock
constexpr int back_to_back = 60;
constexpr int warming = 2;   // warm-up runs after a pause
constexpr int counting = 3;  // and timed runs
constexpr int rounds = 7;
constexpr std::chrono::milliseconds rest(200);
constexpr size_t more_than_caches = size_t(512) << 20;

void must(bool done) {
    if (done) return;
    std::fprintf(stderr, "cuda_peers: a call failed: %s\n", cudaGetErrorString(cudaGetLastError()));
    std::exit(3);
}

double median(std::vector<double> times) {
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    return times[times.size() / 2];
}

// The time per run of `runs` consecutive runs.
double event_ns(const std::function<void()>& run, int runs) {
    static cudaEvent_t before = nullptr, after = nullptr;
    if (!before)
        must(cudaEventCreate(&before) == cudaSuccess && cudaEventCreate(&after) == cudaSuccess);
    cudaEventRecord(before);
    for (int i = 0; i < runs; ++i) run();
    cudaEventRecord(after);
    must(cudaEventSynchronize(after) == cudaSuccess);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, before, after);
    return milliseconds * 1e6 / runs;
}

// The next runs are enqueued before the ones before them have finished.
void run_without_gap(const std::function<void()>& run) {
    cudaEvent_t ends[2];
    for (cudaEvent_t& end : ends)
        must(cudaEventCreateWithFlags(&end, cudaEventDisableTiming) == cudaSuccess);
    const auto end = std::chrono::steady_clock::now() + steady_after;
    for (unsigned batch = 0; std::chrono::steady_clock::now() < end; ++batch) {
        for (int i = 0; i < at_once; ++i) run();
        must(cudaEventRecord(ends[batch % 2]) == cudaSuccess);
        if (batch > 0) must(cudaEventSynchronize(ends[(batch - 1) % 2]) == cudaSuccess);
    }
}

std::vector<double> rested_ns(const std::function<void()>& run) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        std::this_thread::sleep_for(rest);
        for (int i = 0; i < warming; ++i) run();
        for (int i = 0; i < counting; ++i) times.push_back(event_ns(run, 1));
    }
    return times;
}

std::vector<double> cold_ns(const std::function<void()>& run) {
    void* other = nullptr;
    must(cudaMalloc(&other, more_than_caches) == cudaSuccess);
    std::vector<double> times;
    for (int i = 0; i < rounds * counting; ++i) {
        must(cudaMemset(other, i, more_than_caches) == cudaSuccess);
        times.push_back(event_ns(run, 1));
    }
    cudaFree(other);
    return times;
}

double called_ns(const std::function<void()>& run) {
    for (int i = 0; i < warming; ++i) run();
    must(cudaDeviceSynchronize() == cudaSuccess);
    const auto began = std::chrono::steady_clock::now();
    for (int i = 0; i < back_to_back; ++i) run();
    must(cudaDeviceSynchronize() == cudaSuccess);
    const std::chrono::duration<double, std::nano> whole = std::chrono::steady_clock::now() - began;
    return whole.count() / back_to_back;
}

void print_all(const char* who, const char* load, const std::vector<double>& times) {
    std::printf("%s %s %.0f", who, load, median(times));
    for (const double time : times) std::printf(" %.0f", time);
    std::printf("\n");
}

void print_times(const char* who, const std::function<void()>& run) {
    print_all(who, "rested", rested_ns(run));
    run_without_gap(run);
    std::printf("%s steady %.0f\n", who, event_ns(run, back_to_back));
    std::printf("%s called %.0f\n", who, called_ns(run));
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

// Sizes, and whether A and B are stored transposed.
struct Product {
    int m, n, k;
    bool ta, tb;
};

// Row major C = A * B is column major C' = B' * A'.
template <class T, class Scalar>
int gemm(const Product& of, cudaDataType type, cublasComputeType_t compute) {
    const int m = of.m, n = of.n, k = of.k;
    const int lda = of.ta ? m : k, ldb = of.tb ? k : n;
    const auto operation = [](bool transposed) { return transposed ? CUBLAS_OP_T : CUBLAS_OP_N; };
    T* a = drawn<T>(size_t(m) * k, 1);
    T* b = drawn<T>(size_t(k) * n, 2);
    T* c = drawn<T>(size_t(m) * n, 3);
    cublasHandle_t handle;
    must(cublasCreate(&handle) == CUBLAS_STATUS_SUCCESS);
    const Scalar alpha = 1, beta = 0;
    print_times("cublas", [=] {
        must(cublasGemmEx(handle, operation(of.tb), operation(of.ta), n, m, k, &alpha, b, type, ldb,
                          a, type, lda, &beta, c, type, n, compute,
                          CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS);
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
    const auto run = [&] { cub::DeviceReduce::Sum(scratch, bytes, x, result, n); };
    print_times("cub", run);
    print_all("cub", "cold", cold_ns(run));
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
    const auto is_said = [&](const char* name) {
        return std::any_of(words + 6, words + count,
                           [&](const char* word) { return std::strcmp(word, name) == 0; });
    };
    const Product of{std::atoi(words[3]), std::atoi(words[4]), std::atoi(words[5]), is_said("TA"),
                     is_said("TB")};
    if (is("f32")) return gemm<float, float>(of, CUDA_R_32F, CUBLAS_COMPUTE_32F);
    if (is("tf32")) return gemm<float, float>(of, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32);
    if (is("f64")) return gemm<double, double>(of, CUDA_R_64F, CUBLAS_COMPUTE_64F);
    if (is("f16")) return gemm<__half, float>(of, CUDA_R_16F, CUBLAS_COMPUTE_32F);
    if (is("bf16")) return gemm<__nv_bfloat16, float>(of, CUDA_R_16BF, CUBLAS_COMPUTE_32F);
    return 2;
}
