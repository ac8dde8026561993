// SPDX-License-Identifier: MIT
// Queries the drivers with the numbers fixed by Khronos and the vendors. All queries go through
// functions that return an empty answer if a driver has none. One function reads each group of
// properties; vendor-specific queries come last.
#include "db/device/opencl_device.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "db/device/architecture_id.hpp"
#include "db/model/printable.hpp"

namespace hone {
namespace {

enum What : unsigned {
    platform_version = 0x0901,
    platform_name = 0x0902,
    device_type = 0x1000,
    vendor_id = 0x1001,
    compute_units = 0x1002,
    work_group_size = 0x1004,
    work_item_sizes = 0x1005,
    clock_frequency = 0x100C,
    allocation_size = 0x1010,
    cache_size = 0x101E,
    global_memory_size = 0x101F,
    constant_size = 0x1020,
    local_memory_type = 0x1022,
    local_memory_size = 0x1023,
    timer_resolution = 0x1025,
    device_name = 0x102B,
    vendor_name = 0x102C,
    driver_version = 0x102D,
    device_version = 0x102F,
    extension_names = 0x1030,
    of_platform = 0x1031,
    double_config = 0x1032,
    device_uuid = 0x106A,
    preferred_multiple = 0x1067,
    nv_capability_major = 0x4000,
    nv_capability_minor = 0x4001,
    nv_registers = 0x4002,
    nv_warp = 0x4003,
    nv_pci_bus = 0x4008,
    nv_pci_slot = 0x4009,
    nv_pci_domain = 0x400A,
    amd_topology = 0x4037,
    amd_board = 0x4038,
    amd_wavefront = 0x4043,
    amd_gfx_major = 0x404A,
    amd_gfx_minor = 0x404B,
    pci_bus_info = 0x410F,
    intel_ip_version = 0x4250
};

/// The text on one line, without the blanks and zeros that drivers put around it, as the database
/// stores it.
std::string trimmed(std::string_view words) {
    constexpr std::string_view blank(" \t\n\0", 4);
    const auto start = words.find_first_not_of(blank);
    if (start == std::string_view::npos) return {};
    return one_line(std::string(words.substr(start, words.find_last_not_of(blank) - start + 1)));
}

std::vector<char> answer(OpenclQueries::Query query, void* handle, What what) {
    std::size_t size = 0;
    if (query(handle, what, 0, nullptr, &size) != 0) return {};
    std::vector<char> bytes(size);
    return query(handle, what, size, bytes.data(), nullptr) == 0 ? bytes : std::vector<char>{};
}

/// A device to be queried.
class Asked {
  public:
    Asked(void* handle, const OpenclQueries& queries) : handle_(handle), queries_(queries) {}

    /// Several numbers; those that the driver does not return are zero.
    template <class T, std::size_t count>
    std::array<T, count> all(What what) const {
        std::array<T, count> numbers{};
        const auto bytes = answer(queries_.device, handle_, what);
        std::ranges::copy_n(bytes.data(),
                            static_cast<std::ptrdiff_t>(std::min(bytes.size(), sizeof numbers)),
                            reinterpret_cast<char*>(numbers.data()));
        return numbers;
    }
    template <class T>
    std::int64_t number(What what) const {
        return static_cast<std::int64_t>(all<T, 1>(what)[0]);
    }
    unsigned word(What what) const { return all<std::uint32_t, 1>(what)[0]; }

    std::string words(What what) const {
        const auto bytes = answer(queries_.device, handle_, what);
        return trimmed({bytes.data(), bytes.size()});
    }
    std::string platform_words(What what) const {
        const auto bytes = answer(queries_.platform, all<void*, 1>(of_platform)[0], what);
        return trimmed({bytes.data(), bytes.size()});
    }

  private:
    void* handle_;
    const OpenclQueries& queries_;
};

bool has(const Device& device, std::string_view extension) {
    return (' ' + device.extensions + ' ').find(' ' + std::string(extension) + ' ') !=
           std::string::npos;
}

std::string type_of(const Asked& asked) {
    constexpr std::uint64_t cpu = 1U << 1U;
    constexpr std::uint64_t gpu = 1U << 2U;
    constexpr std::uint64_t accelerator = 1U << 3U;
    const auto type = asked.all<std::uint64_t, 1>(device_type)[0];
    if ((type & gpu) != 0) return "gpu";
    if ((type & accelerator) != 0) return "accelerator";
    return (type & cpu) != 0 ? "cpu" : "other";
}

void read_names(const Asked& asked, Device& device) {
    device.name = asked.words(device_name);
    device.vendor = asked.words(vendor_name);
    device.platform = asked.platform_words(platform_name);
    device.platform_version = asked.platform_words(platform_version);
    device.driver = asked.words(driver_version);
    device.opencl_version = asked.words(device_version);
    device.extensions = asked.words(extension_names);
    device.vendor_id = asked.number<std::uint32_t>(vendor_id);
    device.type = type_of(asked);
    if (device.name.empty()) device.name = "unnamed " + device.type;
}

void read_memory(const Asked& asked, Device& device) {
    constexpr std::int64_t dedicated = 1;
    device.global_memory = asked.number<std::uint64_t>(global_memory_size);
    device.max_allocation = asked.number<std::uint64_t>(allocation_size);
    device.cache = asked.number<std::uint64_t>(cache_size);
    device.local_memory = asked.number<std::uint64_t>(local_memory_size);
    device.local_is_dedicated = asked.number<std::uint32_t>(local_memory_type) == dedicated;
    device.constant_memory = asked.number<std::uint64_t>(constant_size);
}

void read_limits(const Asked& asked, Device& device) {
    device.compute_units = asked.number<std::uint32_t>(compute_units);
    device.clock_mhz = asked.number<std::uint32_t>(clock_frequency);
    device.max_work_group = asked.number<std::size_t>(work_group_size);
    std::ranges::copy(asked.all<std::size_t, 3>(work_item_sizes), device.max_items.begin());
    device.timer_resolution_ns = asked.number<std::size_t>(timer_resolution);
    device.preferred_multiple = asked.number<std::size_t>(preferred_multiple);
    device.half = has(device, "cl_khr_fp16");
    device.fp64 = has(device, "cl_khr_fp64") || asked.number<std::uint64_t>(double_config) != 0;
}

void read_nvidia(const Asked& asked, Device& device) {
    device.architecture =
        nvidia_architecture(asked.word(nv_capability_major), asked.word(nv_capability_minor));
    device.registers = asked.word(nv_registers);
    device.warp = asked.word(nv_warp);
}

void read_amd(const Asked& asked, Device& device) {
    device.architecture =
        amd_architecture(device.name, asked.word(amd_gfx_major), asked.word(amd_gfx_minor));
    device.board = asked.words(amd_board);
    device.warp = asked.word(amd_wavefront);
}

void read_intel(const Asked& asked, Device& device) {
    const bool offered = has(device, "cl_intel_device_attribute_query");
    device.architecture =
        intel_architecture(offered ? asked.word(intel_ip_version) : 0, device.name);
}

/// Other drivers for AMD's devices (Mesa's) include the architecture in the device's name.
void read_architecture(const Asked& asked, Device& device) {
    if (device.type == "cpu") {
        device.architecture = "cpu";
        device.warp = 1;
    } else if (has(device, "cl_nv_device_attribute_query")) {
        read_nvidia(asked, device);
    } else if (has(device, "cl_amd_device_attribute_query")) {
        read_amd(asked, device);
    } else if (device.vendor.starts_with("Intel")) {
        read_intel(asked, device);
    } else {
        device.architecture = amd_architecture(device.name, 0, 0);
        if (device.architecture.empty())
            device.architecture = mobile_architecture(device.name, device.opencl_version);
    }
}

/// The PCI address: the last three bytes of the topology, if its type is 1.
std::string amd_pci(const Asked& asked) {
    const auto bytes = asked.all<unsigned char, 24>(amd_topology);
    if (bytes[0] != 1) return {};
    return text(PciAddress{0, bytes[21], bytes[22], bytes[23]});
}

std::string nvidia_pci(const Asked& asked) {
    const unsigned slot = asked.word(nv_pci_slot);
    return text(
        PciAddress{asked.word(nv_pci_domain), asked.word(nv_pci_bus), slot >> 3U, slot & 7U});
}

std::string pci_of(const Asked& asked, const Device& device) {
    if (has(device, "cl_khr_pci_bus_info")) {
        const auto [domain, bus, slot, function] = asked.all<std::uint32_t, 4>(pci_bus_info);
        return text(PciAddress{domain, bus, slot, function});
    }
    if (has(device, "cl_nv_device_attribute_query")) return nvidia_pci(asked);
    return has(device, "cl_amd_device_attribute_query") ? amd_pci(asked) : std::string{};
}

}  // namespace

Device read_device(void* handle, const OpenclQueries& queries) {
    const Asked asked(handle, queries);
    Device device;
    read_names(asked, device);
    read_memory(asked, device);
    read_limits(asked, device);
    read_architecture(asked, device);
    device.pci = pci_of(asked, device);
    if (has(device, "cl_khr_device_uuid"))
        device.uuid = uuid_text(asked.all<unsigned char, 16>(device_uuid));
    return device;
}

}  // namespace hone
