// SPDX-License-Identifier: MIT
// Queries the driver about a kernel, and parses the messages of ptxas.
#include "tuner/measure/build_info.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>

namespace hone {

namespace {

// cl_intel_required_subgroup_size; some versions of the headers lack the name.
constexpr cl_kernel_work_group_info intel_spill_size = 0x4109;

/// The part of the log about one entry: from its heading to the next one.
std::string_view about(std::string_view log, std::string_view entry) {
    constexpr std::string_view heading = "entry function '";
    const auto start = log.find(std::string(heading) + std::string(entry) + '\'');
    if (start == std::string_view::npos) return {};
    const auto rest = log.substr(start + heading.size());
    return rest.substr(0, rest.find(heading));
}

/// The number directly before the first occurrence of `words`; 0 if that is missing.
std::int64_t number_before(std::string_view text, std::string_view words) {
    const auto end = text.find(words);
    if (end == std::string_view::npos) return 0;
    const auto head = text.substr(0, end);
    const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    const auto start = std::find_if_not(head.rbegin(), head.rend(), digit).base() - head.begin();
    std::int64_t number = 0;
    std::from_chars(head.data() + start, head.data() + head.size(), number);
    return number;
}

template <class T>
std::int64_t ask(const cl::Kernel& kernel, const cl::Device& device,
                 cl_kernel_work_group_info what) {
    T answer{};
    const auto status =
        clGetKernelWorkGroupInfo(kernel(), device(), what, sizeof answer, &answer, nullptr);
    return status == CL_SUCCESS ? static_cast<std::int64_t>(answer) : 0;
}

// The work-group size that the kernel requires; 0 if it requires none.
std::int64_t required_work_group(const cl::Kernel& kernel, const cl::Device& device) {
    std::array<std::size_t, 3> size{};
    const auto status = clGetKernelWorkGroupInfo(
        kernel(), device(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof size, size.data(), nullptr);
    return status == CL_SUCCESS ? static_cast<std::int64_t>(size[0] * size[1] * size[2]) : 0;
}

}  // namespace

KernelBuildInfo read_nvidia_log(std::string_view log, std::string_view entry) {
    const auto text = about(log, entry);
    KernelBuildInfo built;
    built.registers = number_before(text, " registers");
    built.spills =
        number_before(text, " bytes spill stores") + number_before(text, " bytes spill loads");
    built.barriers = number_before(text, " barriers");
    built.local_memory = number_before(text, " bytes smem");
    return built;
}

KernelBuildInfo read_build_info(const cl::Kernel& kernel, const cl::Device& device,
                                std::string_view build_log) {
    KernelBuildInfo built = read_nvidia_log(build_log, kernel.getInfo<CL_KERNEL_FUNCTION_NAME>());
    const auto local = ask<cl_ulong>(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE);
    built.local_memory = std::max(built.local_memory, local);
    built.spills = std::max(built.spills, ask<cl_ulong>(kernel, device, intel_spill_size));
    built.private_memory = ask<cl_ulong>(kernel, device, CL_KERNEL_PRIVATE_MEM_SIZE);
    // A kernel with a required work-group size can be launched only with that size. The driver's
    // reported maximum does not reflect this: NVIDIA's driver reports 256 if 512 are required.
    const std::int64_t required = required_work_group(kernel, device);
    built.max_work_group =
        required > 0 ? required : ask<std::size_t>(kernel, device, CL_KERNEL_WORK_GROUP_SIZE);
    built.preferred_multiple =
        ask<std::size_t>(kernel, device, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    return built;
}

}  // namespace hone
