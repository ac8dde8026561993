// SPDX-License-Identifier: MIT
// A sum of 2^31 numbers, as an application calls it. They lie in repeated pages, so that they take
// little memory.
#include <sys/mman.h>
#include <unistd.h>

#include <array>

#include "tests/application/here.hpp"
#include "tests/skip.hpp"

using namespace application;
using hone::Operation;
using hone::Precision;

namespace {

constexpr std::size_t period = std::size_t{64} << 20;  // bytes
constexpr std::size_t periods = 128;
constexpr std::size_t count = period * periods / sizeof(cl_int);  // 2^31

/// The same numbers, repeated; the last period has its own pages.
class Repeated {
  public:
    Repeated()
        : host_(static_cast<char*>(mmap(nullptr, period * periods, PROT_NONE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))) {
        REQUIRE(static_cast<void*>(host_) != MAP_FAILED);
        const std::array<int, 2> files{memfd_create("numbers", 0), memfd_create("last", 0)};
        for (const int file : files) REQUIRE(ftruncate(file, period) == 0);
        for (std::size_t i = 0; i < periods; ++i)
            REQUIRE(mmap(host_ + i * period, period, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                         files[i + 1 == periods ? 1 : 0], 0) != MAP_FAILED);
        for (const int file : files) close(file);
        for (std::size_t i = 0; i < period / sizeof(cl_int); ++i) {
            at(i) = static_cast<cl_int>(i % 7) - 5;
            at(count - 1 - i) = -4;
        }
    }
    ~Repeated() { munmap(host_, period * periods); }
    Repeated(const Repeated&) = delete;
    Repeated& operator=(const Repeated&) = delete;

    cl_int& at(std::size_t index) { return reinterpret_cast<cl_int*>(host_)[index]; }
    void* host() { return host_; }

    /// Modulo 2^32.
    cl_int sum() {
        std::uint32_t of_period = 0;
        for (std::size_t i = 0; i < period / sizeof(cl_int); ++i)
            of_period += static_cast<std::uint32_t>(at(i));
        std::uint32_t of_last = 0;
        for (std::size_t i = count - period / sizeof(cl_int); i < count; ++i)
            of_last += static_cast<std::uint32_t>(at(i));
        return static_cast<cl_int>(of_period * (periods - 1) + of_last);
    }

  private:
    char* host_;
};

bool holds(const cl::Device& device, std::size_t bytes) {
    return device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU &&
           device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() >= bytes;
}

}  // namespace

TEST_CASE("2^31 numbers are summed up, the first and the last among them", "[device]") {
    if (!hone::test::has(holds(here().device, period * periods), "a CPU with buffers of 8 GiB"))
        return;
    Repeated numbers;
    const cl::Buffer x(here().context, CL_MEM_USE_HOST_PTR, period * periods, numbers.host());
    const Numbers result(Precision::i32, 1, 0);
    numbers.at(count - 1) = 77;
    hone::reduce(here().queue, Precision::i32, Operation::sum, count, x, result.buffer);
    CHECK(static_cast<cl_int>(result.read()[0] * 8) == numbers.sum());
}
