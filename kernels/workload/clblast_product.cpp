// SPDX-License-Identifier: MIT
// Runs CLBlast's product of the whole matrices, or of a part of them.
#include "kernels/workload/clblast_product.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "kernels/launch/transfer.hpp"

namespace hone {

std::optional<Bytes> ClblastProduct::result() const {
    blas::Gemm product = shape_;
    product.ldc = shape_.n;
    const cl::Buffer c = make_c(product.ldc);
    if (!enqueue(product, c, 0)) return std::nullopt;
    Bytes read(shape_.m * shape_.n * element_.bytes);
    read_in_pieces(queue_, c, 0, read);
    return read;
}

std::vector<double> ClblastProduct::times(int repeats,
                                          const std::optional<HostTimer>& host_timer) const {
    const cl::Buffer c = make_c(shape_.ldc);
    return blas::times(repeats, queue_, host_timer, [&, turn = std::size_t{0}]() mutable {
        return enqueue(shape_, c, turn++ % factors_.size());
    });
}

double ClblastProduct::expected_time(double longest) const {
    constexpr double surely = 4;  // a small part takes longer than its share, but not so much
    constexpr std::array<unsigned, 3> shifts{5, 3, 2};
    double seconds = 0;
    for (const unsigned shift : shifts) {
        seconds = expected_from_part(shift);
        if (seconds > surely * longest) break;
    }
    return seconds;
}

// Extrapolated from the product of the first 1/2^shift of the rows and columns. The first run
// compiles the kernels, so the second one is timed.
double ClblastProduct::expected_from_part(unsigned shift) const {
    blas::Gemm part = shape_;
    part.m = std::max<std::size_t>(shape_.m >> shift, 1);
    part.n = std::max<std::size_t>(shape_.n >> shift, 1);
    const cl::Buffer c = make_c(shape_.ldc);
    std::chrono::duration<double> took{0};
    for (int run = 0; run < 2; ++run) {
        const auto before = std::chrono::steady_clock::now();
        if (!enqueue(part, c, 0)) return 0;
        queue_.finish();
        took = std::chrono::steady_clock::now() - before;
    }
    return took.count() * static_cast<double>(shape_.m * shape_.n) /
           static_cast<double>(part.m * part.n);
}

bool ClblastProduct::enqueue(const blas::Gemm& product, const cl::Buffer& c,
                             std::size_t set) const {
    return blas::enqueue_gemm(product, element_.type, factors_[set].a, factors_[set].b, c, queue_);
}

// Memory of C with rows of this many elements.
cl::Buffer ClblastProduct::make_c(std::size_t stride) const {
    const auto context = queue_.getInfo<CL_QUEUE_CONTEXT>();
    return {context, CL_MEM_READ_WRITE, ((shape_.m - 1) * stride + shape_.n) * element_.bytes};
}

}  // namespace hone
