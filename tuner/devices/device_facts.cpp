// SPDX-License-Identifier: MIT
// The table of facts, and the variables for expressions.
#include "tuner/devices/device_facts.hpp"

#include <array>

#include <fmt/format.h>

#include "db/device/architecture_id.hpp"

namespace hone {

namespace {

Value value(const std::string& word) {
    return word;
}
Value value(std::int64_t number) {
    return Number(number);
}
Value value(bool yes) {
    return Number(yes ? 1 : 0);
}

template <auto member>
Value get(const Device& device) {
    return value(device.*member);
}

template <std::size_t dimension>
Value items(const Device& device) {
    return value(device.max_items[dimension]);
}

Value capability(const Device& device) {
    return value(compute_capability(device.architecture));
}

using enum Fact::Unit;
constexpr std::array facts{
    Fact{"name", "name", none, get<&Device::name>},
    Fact{"board", "board", none, get<&Device::board>},
    Fact{"vendor", "vendor", none, get<&Device::vendor>},
    Fact{"vendor_id", "vendor's PCI number", none, get<&Device::vendor_id>},
    Fact{"platform", "platform", none, get<&Device::platform>},
    Fact{"platform_version", "platform's version", none, get<&Device::platform_version>},
    Fact{"driver", "driver's version", none, get<&Device::driver>},
    Fact{"opencl_version", "OpenCL version", none, get<&Device::opencl_version>},
    Fact{"type", "type: gpu, cpu, accelerator or other", none, get<&Device::type>},
    Fact{"architecture", "architecture", none, get<&Device::architecture>},
    Fact{"compute_capability", "compute capability, 90 for 9.0 (NVIDIA)", none, capability},
    Fact{"pci", "PCI address", none, get<&Device::pci>},
    Fact{"uuid", "UUID", none, get<&Device::uuid>},
    Fact{"compute_units", "compute units", none, get<&Device::compute_units>},
    Fact{"clock_mhz", "clock", megahertz, get<&Device::clock_mhz>},
    Fact{"warp", "warp: work-items in lockstep", none, get<&Device::warp>},
    Fact{"preferred_multiple", "preferred multiple of a work-group", none,
         get<&Device::preferred_multiple>},
    Fact{"max_work_group", "largest work-group, in work-items", none, get<&Device::max_work_group>},
    Fact{"max_items_x", "largest work-group along x", none, items<0>},
    Fact{"max_items_y", "largest work-group along y", none, items<1>},
    Fact{"max_items_z", "largest work-group along z", none, items<2>},
    Fact{"registers", "registers of a work-group (NVIDIA)", none, get<&Device::registers>},
    Fact{"local_memory", "local memory of a work-group", bytes, get<&Device::local_memory>},
    Fact{"local_is_dedicated", "local memory is dedicated", yes_no,
         get<&Device::local_is_dedicated>},
    Fact{"global_memory", "global memory", bytes, get<&Device::global_memory>},
    Fact{"max_allocation", "largest buffer", bytes, get<&Device::max_allocation>},
    Fact{"cache", "last-level cache", bytes, get<&Device::cache>},
    Fact{"constant_memory", "constant memory", bytes, get<&Device::constant_memory>},
    Fact{"fp16", "half precision", yes_no, get<&Device::half>},
    Fact{"fp64", "double precision", yes_no, get<&Device::fp64>},
    Fact{"timer_resolution_ns", "timer's resolution", nanoseconds,
         get<&Device::timer_resolution_ns>},
    Fact{"extensions", "extensions", none, get<&Device::extensions>},
};

}  // namespace

std::span<const Fact> device_facts() {
    return facts;
}

Names device_names(const Device& device) {
    Names names;
    for (const auto& fact : facts)
        names.emplace(fmt::format("device.{}", fact.name), fact.of(device));
    return names;
}

Names known_names(const Device& device, const Problem& problem) {
    Names names = device_names(device);
    names.merge(names_of(problem));
    return names;
}

}  // namespace hone
