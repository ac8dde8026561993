// SPDX-License-Identifier: MIT
// The reads behind the curve of caches: every element is read, and equally often.
#include "tuner/probing/cache_probe.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "db/model/probe.hpp"
#include "tuner/devices/devices.hpp"
#include "tuner/probing/probe_variants.hpp"

using namespace hone;

namespace {

constexpr std::size_t elements = 1 << 15;

/// The sum of all work-items' reads of a set in which the elements from `first` on are ones.
double read_ones(const ProbeTimer& timer, const ProbeVariant& variant, std::size_t first,
                 cl_uint steps) {
    std::vector<float> set(elements, 0);
    std::fill(set.begin() + static_cast<std::ptrdiff_t>(first), set.end(), 1.0F);
    const std::size_t groups = 4;
    const std::size_t items = groups * variant.items;
    std::vector<float> sums(items * variant.width, 0);
    const cl::Buffer from(timer.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                          elements * sizeof(float), set.data());
    const cl::Buffer to(timer.context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                        sums.size() * sizeof(float), sums.data());
    cl::Kernel kernel(timer.build(variant.defines("float")), "read_set");
    kernel.setArg(0, from);
    kernel.setArg(1, to);
    kernel.setArg(2, static_cast<cl_uint>(elements / variant.width));
    kernel.setArg(3, steps);
    timer.time_run({kernel, items, variant.items, 0, ""});
    timer.queue().enqueueReadBuffer(to, CL_TRUE, 0, sums.size() * sizeof(float), sums.data());
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

}  // namespace

TEST_CASE("working sets grow by half an octave, as whole steps of every variant") {
    const auto sets = working_sets(1 << 20);
    CHECK(sets.front() == 8 << 10);
    CHECK(sets.back() == 1 << 20);
    CHECK(std::ranges::is_sorted(sets));
    for (const std::size_t set : sets) CHECK(set % (8 << 10) == 0);
    CHECK(working_sets(1024).empty());
}

TEST_CASE("each work-group reads the whole set, and all of it equally often", "[device]") {
    const ProbeTimer timer(all_devices().front());
    for (const ProbeVariant& variant : probe_variants(ProbeKind::cache, timer.device())) {
        const std::size_t step = variant.width * variant.independent * variant.items;
        const auto pass = static_cast<cl_uint>(elements / step);
        INFO(variant.description("float"));
        CHECK(read_ones(timer, variant, 0, 3 * pass) == 4.0 * 3 * elements);
        CHECK(read_ones(timer, variant, elements / 2, 3 * pass) == 4.0 * 3 * elements / 2);
        // Four work-groups that begin at the four quarters read each quarter once.
        CHECK(read_ones(timer, variant, elements / 4 * 3, pass / 4) == elements / 4.0);
    }
}

TEST_CASE("a device has a curve: every set with its repeats", "[device]") {
    constexpr std::size_t largest = 16 << 10;  // the whole curve is that of tests/cli/probe.sh
    const ProbeTimer timer(all_devices().front());
    std::vector<float> zeros(largest / sizeof(float), 0);
    const cl::Buffer from(timer.context(), CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, largest,
                          zeros.data());
    const cl::Buffer to(timer.context(), CL_MEM_READ_WRITE, largest);
    const std::vector<Probe> curve = probe_caches(timer, from, to, largest);
    REQUIRE(curve.size() == 2);
    for (std::size_t i = 0; i < curve.size(); ++i) {
        CHECK(curve[i].value > 0);
        CHECK(curve[i].samples.size() >= 7);
        CHECK(curve[i].unit == "B/s");
        CHECK(curve[i].point == static_cast<double>(largest >> (1 - i)));
    }
}
