// SPDX-License-Identifier: MIT
// An application on the first device of the first platform that has one. It asks for a sum and a
// product as they were tuned, runs both, and compares them with a loop on the host.
#include <cmath>
#include <hone/opencl.hpp>
#include <iostream>
#include <map>
#include <vector>

namespace {

cl::Device first_device() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    for (const cl::Platform& platform : platforms) {
        std::vector<cl::Device> some;
        if (platform.getDevices(CL_DEVICE_TYPE_ALL, &some) == CL_SUCCESS && !some.empty())
            return some.front();
    }
    throw std::runtime_error("no device");
}

struct Here {
    cl::Device device = first_device();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};
};

// Multiples of 1/4, whose sums are exact.
float quarter(std::size_t i) {
    return static_cast<float>(i % 7) / 4 - 0.5F;
}

std::vector<float> quarters(std::size_t count) {
    std::vector<float> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = quarter(i);
    return all;
}

bool is_right(const char* what, double found, double wanted) {
    if (found == wanted) return true;
    std::cout << what << ": " << found << " instead of " << wanted << '\n';
    return false;
}

bool sums(const Here& here) {
    constexpr std::size_t n = 4099;
    std::vector<float> numbers = quarters(n);
    const cl::Buffer x(here.context, numbers.begin(), numbers.end(), true);
    const cl::Buffer result(here.context, CL_MEM_READ_WRITE, sizeof(float));
    hone::reduce(here.queue, hone::Precision::f32, hone::Operation::sum, n, x, result);
    float found = 0;
    double wanted = 0;
    here.queue.enqueueReadBuffer(result, CL_TRUE, 0, sizeof found, &found);
    for (const float number : numbers) wanted += number;
    return is_right("the sum", found, wanted);
}

bool multiplies(const Here& here) {
    constexpr std::size_t m = 33, n = 17, k = 20;
    std::vector<float> a = quarters(m * k), b = quarters(k * n), c(m * n);
    const cl::Buffer on_a(here.context, a.begin(), a.end(), true);
    const cl::Buffer on_b(here.context, b.begin(), b.end(), true);
    const cl::Buffer on_c(here.context, CL_MEM_READ_WRITE, c.size() * sizeof(float));
    hone::gemm(here.queue, hone::Precision::f32, hone::Order::row_major, m, n, k, 1, {on_a}, {on_b},
               0, {on_c});
    here.queue.enqueueReadBuffer(on_c, CL_TRUE, 0, c.size() * sizeof(float), c.data());
    bool right = true;
    for (std::size_t i = 0; i < m; ++i)
        for (std::size_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::size_t at = 0; at < k; ++at) sum += a[i * k + at] * b[at * n + j];
            right = right && is_right("the product", c[i * n + j], sum);
        }
    return right;
}

bool finds(const Here& here, const char* routine, const hone::Settings& problem) {
    hone::Tuned tuned;
    const hone::TunedKernel kernel =
        tuned.find(routine, hone::device_of(here.device), "f32", problem);
    std::cout << routine << ": " << text(kernel.match) << ", " << kernel.kernel << '\n';
    if (kernel.match == hone::Match::exact) return true;
    std::cout << kernel.reason << '\n';
    return false;
}

}  // namespace

int main() try {
    const Here here;
    const bool found = finds(here, "reduction", {{"n", 4099}, {"operation", "sum"}}) &&
                       finds(here, "gemm", {{"M", 33}, {"N", 17}, {"K", 20}});
    return found && sums(here) && multiplies(here) ? 0 : 1;
} catch (const std::exception& error) {
    std::cout << error.what() << '\n';
    return 2;
}
