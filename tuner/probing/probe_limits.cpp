// SPDX-License-Identifier: MIT
// One table of limits. Local memory is searched for by halves: a size counts when a kernel with an
// array of it builds, runs and finds what it has written at both ends.
#include "tuner/probing/probe_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/launch/launcher.hpp"

namespace hone {
namespace {

constexpr int lanes = 32;
constexpr cl_uint told = 42;
constexpr std::int64_t most_local = 1 << 20;  // more than any device has
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

// Neighbors that add up without local memory: as many ones as a sub-group has work-items.
constexpr std::string_view sub_group_source = R"(
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
__kernel void ask(__global uint *out) {
    const uint size = sub_group_reduce_add(1u);
    out[get_local_id(0)] = size == get_sub_group_size() ? 42 : 0;
})";

// What a work-group of another compute unit may rely on; that it keeps its word cannot be shown.
constexpr std::string_view fence_source = R"(
__kernel void ask(__global uint *out) {
    out[get_local_id(0)] = 42;
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
})";

struct Attempt {
    const Found& device;
    cl::Context context{device.handle};

    // Why not, or nothing where every work-item has the right answer.
    std::string complaint(std::string_view source, const std::string& options) const try {
        const Compiled built = compile(context, device.handle, std::string(source), options);
        if (!built.ok()) return "the compiler refuses it";
        const cl::CommandQueue queue(context, device.handle);
        const cl::Buffer out(context, CL_MEM_WRITE_ONLY, lanes * sizeof(cl_uint));
        cl::Kernel kernel(built.program, "ask");
        kernel.setArg(0, out);
        queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(lanes), cl::NDRange(lanes));
        std::array<cl_uint, lanes> answers{};
        queue.enqueueReadBuffer(out, CL_TRUE, 0, sizeof answers, answers.data());
        const bool right = std::ranges::all_of(answers, [](cl_uint each) { return each == told; });
        return right ? "" : "it builds, but the result is wrong";
    } catch (const cl::Error& error) {
        return fmt::format("{} gave {}", error.what(), error.err());
    }

    bool holds(std::int64_t bytes) const {
        return complaint(local_source, fmt::format("-DBYTES={} -DITEMS={}", bytes, lanes)).empty();
    }
};

std::int64_t largest_array(const Attempt& attempt, std::int64_t fits) {
    std::int64_t too_much = most_local;
    while (too_much - fits > granule) {
        const std::int64_t middle = (fits + too_much) / 2 / granule * granule;
        (attempt.holds(middle) ? fits : too_much) = middle;
    }
    return fits;
}

// Where local memory is ordinary memory, the driver's word is all that there is.
Probe local_memory(const Attempt& attempt) {
    const Device& device = attempt.device.device;
    const std::int64_t told_by_driver = device.local_memory / granule * granule;
    Probe probe;
    probe.unit = "B";
    probe.how = "as the driver says";
    if (!device.local_is_dedicated) {
        probe.value = static_cast<double>(told_by_driver);
        if (told_by_driver == 0) probe.message = "the driver says that there is none";
        return probe;
    }
    probe.how = "the largest array that builds and runs";
    if (attempt.holds(told_by_driver)) {
        probe.value = static_cast<double>(largest_array(attempt, told_by_driver));
    } else {
        probe.message = "not even what the driver says builds and runs";
    }
    return probe;
}

Probe yes_or_no(const Attempt& attempt, std::string_view source, const std::string& options = "") {
    Probe probe;
    probe.message = attempt.complaint(source, options);
    probe.value = probe.message.empty() ? 1 : 0;
    probe.how = "by building and running it";
    return probe;
}

Probe half_arithmetic(const Attempt& attempt) {
    return yes_or_no(attempt, half_source);
}

Probe inline_ptx(const Attempt& attempt) {
    return yes_or_no(attempt, ptx_source);
}

// Sub-groups and fences of a scope came with OpenCL C 2.0, and are a device's choice since 3.0.
std::string newest_language(const Attempt& attempt) {
    const std::string version = attempt.device.handle.getInfo<CL_DEVICE_OPENCL_C_VERSION>();
    return version.find(" 3.") != std::string::npos   ? "-cl-std=CL3.0"
           : version.find(" 2.") != std::string::npos ? "-cl-std=CL2.0"
                                                      : "";
}

Probe sub_groups(const Attempt& attempt) {
    return yes_or_no(attempt, sub_group_source, newest_language(attempt));
}

Probe device_fences(const Attempt& attempt) {
    return yes_or_no(attempt, fence_source, newest_language(attempt));
}

struct Limit {
    std::string_view name;
    Probe (*ask)(const Attempt& attempt);
};

constexpr std::array<Limit, 5> limit_table{{
    {probes::local_memory_limit, local_memory},
    {probes::half_arithmetic, half_arithmetic},
    {probes::inline_ptx, inline_ptx},
    {"sub_groups", sub_groups},
    {"device_fences", device_fences},
}};

}  // namespace

std::vector<std::string> limit_names() {
    std::vector<std::string> names;
    for (const Limit& each : limit_table) names.emplace_back(each.name);
    return names;
}

std::optional<Probe> ask_limit(const Found& device, std::string_view name) {
    const auto limit = std::ranges::find(limit_table, name, &Limit::name);
    if (limit == limit_table.end()) return std::nullopt;
    return limit->ask(Attempt{device});
}

}  // namespace hone
