// SPDX-License-Identifier: MIT
// Shared by the tests of an application: the first device, numbers as each precision stores them,
// and the results of a host loop.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <hone/opencl.hpp>
#include <vector>

namespace application {

struct Here {
    cl::Device device = cl::Device::getDefault();
    cl::Context context{device};
    cl::CommandQueue queue{context, device};
};

inline Here& here() {
    static Here here;
    return here;
}

/// The error of the call; empty if it succeeded.
template <class Call>
std::string refusal(Call call) {
    try {
        call();
    } catch (const hone::LaunchError& error) {
        CHECK(error.status() != HONE_OK);
        return error.what();
    }
    return "";
}

/// Small multiples of 1/8, which every precision can represent and whose products are exact.
inline double number(std::size_t i) {
    return static_cast<double>((i * 37 + i / 7) % 17) / 8 - 1;
}

/// The bytes of a number, which is a multiple of 1/8 of at most a few digits.
inline void put(hone::Precision precision, double value, unsigned char* to) {
    const auto single = static_cast<float>(value);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &single, 4);
    if (precision == hone::Precision::f64) {
        std::memcpy(to, &value, 8);
    } else if (precision == hone::Precision::i32) {
        const auto whole = static_cast<cl_int>(value * 8);
        std::memcpy(to, &whole, 4);
    } else if (precision == hone::Precision::bf16) {
        const auto half = static_cast<std::uint16_t>(bits >> 16U);
        std::memcpy(to, &half, 2);
    } else if (precision == hone::Precision::f16) {
        const std::uint32_t exponent = (bits >> 23U) & 0xFFU;
        const std::uint32_t magnitude =
            exponent == 0 ? 0 : ((exponent - 112) << 10U) | ((bits >> 13U) & 0x3FFU);
        const auto half = static_cast<std::uint16_t>((bits >> 16U & 0x8000U) | magnitude);
        std::memcpy(to, &half, 2);
    } else {
        std::memcpy(to, &single, 4);
    }
}

inline double get(hone::Precision precision, const unsigned char* from) {
    if (precision == hone::Precision::f64) {
        double value = 0;
        std::memcpy(&value, from, 8);
        return value;
    }
    if (precision == hone::Precision::i32) {
        cl_int whole = 0;
        std::memcpy(&whole, from, 4);
        return whole / 8.0;
    }
    std::uint16_t half = 0;
    std::uint32_t bits = 0;
    if (precision == hone::Precision::bf16 || precision == hone::Precision::f16)
        std::memcpy(&half, from, 2);
    else
        std::memcpy(&bits, from, 4);
    if (precision == hone::Precision::bf16) bits = static_cast<std::uint32_t>(half) << 16U;
    if (precision == hone::Precision::f16)
        return std::ldexp(half & 0x8000U ? -1.0 : 1.0, ((half >> 10U) & 0x1FU) - 15) *
               ((half & 0x7C00U) == 0 ? 0 : 1 + (half & 0x3FFU) / 1024.0);
    float single = 0;
    std::memcpy(&single, &bits, 4);
    return single;
}

inline std::size_t bytes_of(hone::Precision precision) {
    if (precision == hone::Precision::f64) return 8;
    return precision == hone::Precision::f16 || precision == hone::Precision::bf16 ? 2 : 4;
}

/// The relative loss of a number when it is stored.
inline double roundoff(hone::Precision precision) {
    switch (precision) {
        case hone::Precision::f16:
            return 0x1p-11;
        case hone::Precision::bf16:
            return 0x1p-8;
        case hone::Precision::f64:
            return 0x1p-53;
        default:
            return 0x1p-24;
    }
}

/// This many numbers on the device, and here.
struct Numbers {
    Numbers(hone::Precision stored, std::size_t count, std::size_t seed, bool of_zeros = false)
        : precision(stored), host(count) {
        std::vector<unsigned char> bytes(count * bytes_of(precision));
        for (std::size_t i = 0; i < count; ++i) {
            host[i] = of_zeros ? 0 : number(i + seed);
            put(precision, host[i], &bytes[i * bytes_of(precision)]);
        }
        buffer = cl::Buffer(here().context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes.size(),
                            bytes.data());
    }
    std::vector<double> read(const std::vector<cl::Event>& waits = {}) const {
        std::vector<unsigned char> bytes(host.size() * bytes_of(precision));
        here().queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes.size(), bytes.data(), &waits);
        std::vector<double> values(host.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = get(precision, &bytes[i * bytes_of(precision)]);
        return values;
    }

    hone::Precision precision;
    std::vector<double> host;
    cl::Buffer buffer;
};

}  // namespace application
