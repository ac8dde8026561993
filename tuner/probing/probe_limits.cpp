// SPDX-License-Identifier: MIT
// A table of limits. Bisection finds the local memory limit: a size counts if a kernel with an
// array of it builds, runs, and reads back its writes at both ends.
#include "tuner/probing/probe_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/launch/launcher.hpp"

namespace hone {
namespace {

constexpr int lanes = 32;
constexpr cl_uint expected = 42;
constexpr std::int64_t max_local = 1 << 20;  // larger than on any device
constexpr std::int64_t granule = 128;

constexpr std::string_view local_source = R"(
__kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void ask(__global uint *out) {
    __local uint all[BYTES / 4];
    const uint mine = get_local_id(0);
    for (uint i = mine; i < BYTES / 4; i += ITEMS) all[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint other = BYTES / 4 - 1 - mine;
    out[mine] = all[other] == other && all[mine] == mine ? 42 : 0;
})";

constexpr std::string_view half_source = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
__kernel void ask(__global uint *out) {
    half x = (half)(get_local_id(0) + 1);
    x = (x + x) / x * (half)21;
    out[get_local_id(0)] = (uint)x;
})";

constexpr std::string_view ptx_source = R"(
__kernel void ask(__global uint *out) {
    uint x;
    __asm__ volatile("mov.u32 %0, 42;" : "=r"(x));
    out[get_local_id(0)] = x;
})";

// Sums ones over a sub-group without local memory: the result is the size of the sub-group.
constexpr std::string_view sub_group_source = R"(
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void ask(__global uint *out) {
    const uint size = sub_group_reduce_add(1u);
    out[get_local_id(0)] = size == get_sub_group_size() ? 42 : 0;
})";

// A fence between work-groups compiles and runs; that it orders memory cannot be tested.
constexpr std::string_view fence_source = R"(
__kernel void ask(__global uint *out) {
    out[get_local_id(0)] = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
})";

struct LimitProbe {
    const LocalDevice& device;
    cl::Context context{device.handle};

    // Returns the reason of a failure; empty if every work-item has the right result.
    std::string failure(std::string_view source, const std::string& options) const try {
        const Compiled built = compile(context, device.handle, std::string(source), options);
        if (!built.ok()) return "the compiler rejects it";
        const cl::CommandQueue queue(context, device.handle);
        const cl::Buffer out(context, CL_MEM_WRITE_ONLY, lanes * sizeof(cl_uint));
        cl::Kernel kernel(built.program, "ask");
        kernel.setArg(0, out);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(lanes), cl::NDRange(lanes));
        std::array<cl_uint, lanes> answers{};
        queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof answers, answers.data());
        const bool right =
            std::ranges::all_of(answers, [](cl_uint each) { return each == expected; });
        return right ? "" : "it builds, but the result is wrong";
    } catch (const cl::Error& error) {
        return fmt::format("{} gave {}", error.what(), error.err());
    }

    bool holds(std::int64_t bytes) const {
        return failure(local_source, fmt::format("-DBYTES={} -DITEMS={}", bytes, lanes)).empty();
    }
};

std::int64_t largest_array(const LimitProbe& attempt, std::int64_t fits) {
    std::int64_t too_much = max_local;
    while (too_much - fits > granule) {
        const std::int64_t middle = (fits + too_much) / 2 / granule * granule;
        (attempt.holds(middle) ? fits : too_much) = middle;
    }
    return fits;
}

// If local memory is ordinary memory, only the driver's value is known.
Probe local_memory(const LimitProbe& attempt) {
    const Device& device = attempt.device.device;
    const std::int64_t reported = device.local_memory / granule * granule;
    Probe probe;
    probe.unit = "B";
    probe.how = "as the driver reports";
    if (!device.local_is_dedicated) {
        probe.value = static_cast<double>(reported);
        if (reported == 0) probe.message = "the driver reports none";
        return probe;
    }
    probe.how = "the largest array that builds and runs";
    if (attempt.holds(reported)) {
        probe.value = static_cast<double>(largest_array(attempt, reported));
    } else {
        probe.message = "even an array of the size that the driver reports fails";
    }
    return probe;
}

Probe yes_or_no(const LimitProbe& attempt, std::string_view source,
                const std::string& options = "") {
    Probe probe;
    probe.message = attempt.failure(source, options);
    probe.value = probe.message.empty() ? 1 : 0;
    probe.how = "by building and running it";
    return probe;
}

Probe half_arithmetic(const LimitProbe& attempt) {
    return yes_or_no(attempt, half_source);
}

Probe inline_ptx(const LimitProbe& attempt) {
    return yes_or_no(attempt, ptx_source);
}

// Sub-groups and scoped fences came with OpenCL C 2.0, and are optional since 3.0.
std::string newest_language(const LimitProbe& attempt) {
    const std::string version = attempt.device.handle.getInfo<CL_DEVICE_OPENCL_C_VERSION>();
    return version.find(" 3.") != std::string::npos   ? "-cl-std=CL3.0"
           : version.find(" 2.") != std::string::npos ? "-cl-std=CL2.0"
                                                      : "";
}

Probe sub_groups(const LimitProbe& attempt) {
    return yes_or_no(attempt, sub_group_source, newest_language(attempt));
}

Probe device_fences(const LimitProbe& attempt) {
    return yes_or_no(attempt, fence_source, newest_language(attempt));
}

struct LimitEntry {
    std::string_view name;
    Probe (*probe)(const LimitProbe& attempt);
};

constexpr std::array<LimitEntry, 5> limit_table{{
    {probes::local_memory_limit, local_memory},
    {probes::half_arithmetic, half_arithmetic},
    {probes::inline_ptx, inline_ptx},
    {"sub_groups", sub_groups},
    {"device_fences", device_fences},
}};

}  // namespace

std::vector<std::string> limit_names() {
    std::vector<std::string> names;
    for (const LimitEntry& each : limit_table) names.emplace_back(each.name);
    return names;
}

std::optional<Probe> probe_limit(const LocalDevice& device, std::string_view name) {
    const auto limit = std::ranges::find(limit_table, name, &LimitEntry::name);
    if (limit == limit_table.end()) return std::nullopt;
    return limit->probe(LimitProbe{device});
}

}  // namespace hone
