// SPDX-License-Identifier: MIT
// Asks the drivers. All queries go through three functions that give an empty answer where a driver
// has none; then each group of facts is read by one function, and vendors' own queries come last.
#include "tuner/devices.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "tuner/identity.hpp"

namespace hone {

namespace {

// NVIDIA's queries for the place on the bus, which the headers of Khronos do not have.
constexpr cl_device_info nv_pci_bus = 0x4008;
constexpr cl_device_info nv_pci_slot = 0x4009;
constexpr cl_device_info nv_pci_domain = 0x400A;

std::vector<char> bytes_of(const cl::Device& device, cl_device_info what) {
    std::size_t size = 0;
    if (clGetDeviceInfo(device(), what, 0, nullptr, &size) != CL_SUCCESS) return {};
    std::vector<char> bytes(size);
    const auto status = clGetDeviceInfo(device(), what, size, bytes.data(), nullptr);
    return status == CL_SUCCESS ? bytes : std::vector<char>{};
}

/// Several numbers; those that the driver does not give are zero.
template <class T, std::size_t count>
std::array<T, count> ask_all(const cl::Device& device, cl_device_info what) {
    std::array<T, count> answer{};
    const auto bytes = bytes_of(device, what);
    std::copy_n(bytes.begin(), std::min(bytes.size(), sizeof answer),
                reinterpret_cast<char*>(answer.data()));
    return answer;
}

template <class T>
T ask(const cl::Device& device, cl_device_info what) {
    return ask_all<T, 1>(device, what)[0];
}

template <class T>
std::int64_t ask_number(const cl::Device& device, cl_device_info what) {
    return static_cast<std::int64_t>(ask<T>(device, what));
}

/// Words without the blanks and zeros that drivers put around them.
std::string trimmed(std::string_view words) {
    constexpr std::string_view blank(" \t\n\0", 4);
    const auto start = words.find_first_not_of(blank);
    if (start == std::string_view::npos) return {};
    return std::string(words.substr(start, words.find_last_not_of(blank) - start + 1));
}

std::string ask_words(const cl::Device& device, cl_device_info what) {
    const auto bytes = bytes_of(device, what);
    return trimmed({bytes.data(), bytes.size()});
}

std::string ask_words(cl_platform_id platform, cl_platform_info what) {
    std::array<char, 1024> words{};
    clGetPlatformInfo(platform, what, words.size() - 1, words.data(), nullptr);
    return trimmed(words.data());
}

bool has(const Device& device, std::string_view extension) {
    return (' ' + device.extensions + ' ').find(' ' + std::string(extension) + ' ') !=
           std::string::npos;
}

std::string type_of(const cl::Device& handle) {
    const auto type = ask<cl_device_type>(handle, CL_DEVICE_TYPE);
    if (type & CL_DEVICE_TYPE_GPU) return "gpu";
    if (type & CL_DEVICE_TYPE_ACCELERATOR) return "accelerator";
    return type & CL_DEVICE_TYPE_CPU ? "cpu" : "other";
}

void read_names(const cl::Device& handle, Device& device) {
    const auto platform = ask<cl_platform_id>(handle, CL_DEVICE_PLATFORM);
    device.name = ask_words(handle, CL_DEVICE_NAME);
    device.vendor = ask_words(handle, CL_DEVICE_VENDOR);
    device.platform = ask_words(platform, CL_PLATFORM_NAME);
    device.platform_version = ask_words(platform, CL_PLATFORM_VERSION);
    device.driver = ask_words(handle, CL_DRIVER_VERSION);
    device.opencl_version = ask_words(handle, CL_DEVICE_VERSION);
    device.extensions = ask_words(handle, CL_DEVICE_EXTENSIONS);
    device.vendor_id = ask_number<cl_uint>(handle, CL_DEVICE_VENDOR_ID);
    device.type = type_of(handle);
}

void read_memory(const cl::Device& handle, Device& device) {
    device.global_memory = ask_number<cl_ulong>(handle, CL_DEVICE_GLOBAL_MEM_SIZE);
    device.max_allocation = ask_number<cl_ulong>(handle, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
    device.cache = ask_number<cl_ulong>(handle, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
    device.local_memory = ask_number<cl_ulong>(handle, CL_DEVICE_LOCAL_MEM_SIZE);
    device.local_is_dedicated =
        ask<cl_device_local_mem_type>(handle, CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL;
    device.constant_memory = ask_number<cl_ulong>(handle, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
}

void read_limits(const cl::Device& handle, Device& device) {
    device.compute_units = ask_number<cl_uint>(handle, CL_DEVICE_MAX_COMPUTE_UNITS);
    device.clock_mhz = ask_number<cl_uint>(handle, CL_DEVICE_MAX_CLOCK_FREQUENCY);
    device.max_work_group = ask_number<std::size_t>(handle, CL_DEVICE_MAX_WORK_GROUP_SIZE);
    std::ranges::copy(ask_all<std::size_t, 3>(handle, CL_DEVICE_MAX_WORK_ITEM_SIZES),
                      device.max_items.begin());
    device.timer_resolution_ns =
        ask_number<std::size_t>(handle, CL_DEVICE_PROFILING_TIMER_RESOLUTION);
    device.half = has(device, "cl_khr_fp16");
    device.fp64 = has(device, "cl_khr_fp64") ||
                  ask<cl_device_fp_config>(handle, CL_DEVICE_DOUBLE_FP_CONFIG) != 0;
}

void read_nvidia(const cl::Device& handle, Device& device) {
    device.architecture =
        nvidia_architecture(ask<cl_uint>(handle, CL_DEVICE_COMPUTE_CAPABILITY_MAJOR_NV),
                            ask<cl_uint>(handle, CL_DEVICE_COMPUTE_CAPABILITY_MINOR_NV));
    device.registers = ask_number<cl_uint>(handle, CL_DEVICE_REGISTERS_PER_BLOCK_NV);
    device.warp = ask_number<cl_uint>(handle, CL_DEVICE_WARP_SIZE_NV);
}

void read_amd(const cl::Device& handle, Device& device) {
    device.architecture =
        amd_architecture(device.name, ask<cl_uint>(handle, CL_DEVICE_GFXIP_MAJOR_AMD),
                         ask<cl_uint>(handle, CL_DEVICE_GFXIP_MINOR_AMD));
    device.board = ask_words(handle, CL_DEVICE_BOARD_NAME_AMD);
    device.warp = ask_number<cl_uint>(handle, CL_DEVICE_WAVEFRONT_WIDTH_AMD);
}

void read_intel(const cl::Device& handle, Device& device) {
    const bool offered = has(device, "cl_intel_device_attribute_query");
    device.architecture = intel_architecture(
        offered ? ask<cl_uint>(handle, CL_DEVICE_IP_VERSION_INTEL) : 0, device.name);
}

/// Other drivers for AMD's devices (Mesa's) name the architecture inside the device's name.
void read_architecture(const cl::Device& handle, Device& device) {
    if (device.type == "cpu") {
        device.architecture = "cpu";
        device.warp = 1;
    } else if (has(device, "cl_nv_device_attribute_query")) {
        read_nvidia(handle, device);
    } else if (has(device, "cl_amd_device_attribute_query")) {
        read_amd(handle, device);
    } else if (device.vendor.starts_with("Intel")) {
        read_intel(handle, device);
    } else {
        device.architecture = amd_architecture(device.name, 0, 0);
    }
}

std::string amd_pci(const cl::Device& handle) {
    const auto topology = ask<cl_device_topology_amd>(handle, CL_DEVICE_TOPOLOGY_AMD);
    if (topology.raw.type != CL_DEVICE_TOPOLOGY_TYPE_PCIE_AMD) return {};
    const auto unsign = [](cl_char byte) { return static_cast<unsigned char>(byte); };
    return text(PciAddress{0, unsign(topology.pcie.bus), unsign(topology.pcie.device),
                           unsign(topology.pcie.function)});
}

std::string nvidia_pci(const cl::Device& handle) {
    const auto slot = ask<cl_uint>(handle, nv_pci_slot);
    return text(PciAddress{ask<cl_uint>(handle, nv_pci_domain), ask<cl_uint>(handle, nv_pci_bus),
                           slot >> 3, slot & 7});
}

std::string pci_of(const cl::Device& handle, const Device& device) {
    if (has(device, "cl_khr_pci_bus_info")) {
        const auto bus = ask<cl_device_pci_bus_info_khr>(handle, CL_DEVICE_PCI_BUS_INFO_KHR);
        return text(PciAddress{bus.pci_domain, bus.pci_bus, bus.pci_device, bus.pci_function});
    }
    if (has(device, "cl_nv_device_attribute_query")) return nvidia_pci(handle);
    return has(device, "cl_amd_device_attribute_query") ? amd_pci(handle) : std::string{};
}

std::string uuid_of(const cl::Device& handle, const Device& device) {
    if (!has(device, "cl_khr_device_uuid")) return {};
    return uuid_text(ask_all<unsigned char, CL_UUID_SIZE_KHR>(handle, CL_DEVICE_UUID_KHR));
}

/// Before OpenCL 3.0 only a built kernel tells its multiple.
std::int64_t multiple_of_a_kernel(const cl::Device& handle) try {
    const cl::Context context(handle);
    const cl::Program program(context, "kernel void one(global int* x) { *x = 1; }", true);
    const cl::Kernel kernel(program, "one");
    return static_cast<std::int64_t>(
        kernel.getWorkGroupInfo<CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE>(handle));
} catch (const cl::Error&) {
    return 0;
}

/// Building is the last resort: it wakes a compiler.
std::int64_t multiple_of(const cl::Device& handle, const Device& device) {
    const auto told = ask_number<std::size_t>(handle, CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE);
    if (told > 0) return told;
    return device.warp > 1 ? device.warp : multiple_of_a_kernel(handle);
}

std::vector<cl::Platform> platforms() try {
    std::vector<cl::Platform> all;
    cl::Platform::get(&all);
    return all;
} catch (const cl::Error&) {
    return {};
}

std::vector<cl::Device> devices_of(const cl::Platform& platform) try {
    std::vector<cl::Device> all;
    platform.getDevices(CL_DEVICE_TYPE_ALL, &all);
    return all;
} catch (const cl::Error&) {
    return {};
}

}  // namespace

Device read_device(const cl::Device& handle) {
    Device device;
    read_names(handle, device);
    read_memory(handle, device);
    read_limits(handle, device);
    read_architecture(handle, device);
    device.pci = pci_of(handle, device);
    device.uuid = uuid_of(handle, device);
    device.preferred_multiple = multiple_of(handle, device);
    if (device.warp == 0) device.warp = device.preferred_multiple;
    return device;
}

std::vector<Found> all_devices() {
    std::vector<Found> found;
    int platform_index = 0;
    for (const auto& platform : platforms()) {
        int place = 0;
        for (const auto& handle : devices_of(platform))
            found.push_back({read_device(handle), handle, platform_index, place++});
        ++platform_index;
    }
    return found;
}

}  // namespace hone
