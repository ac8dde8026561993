// SPDX-License-Identifier: MIT
// Vendors report a device's architecture and PCI address in different ways. These functions convert
// both to one spelling. They use no OpenCL, so the tests of all vendors run on any machine.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hone {

/// "sm_90" for compute capability 9.0; empty for 0.0.
std::string nvidia_architecture(unsigned major, unsigned minor);

/// 90 for "sm_90"; 0 if the text is not an NVIDIA architecture.
std::int64_t compute_capability(std::string_view architecture);

/// The first "gfx…" in a device's name ("gfx90a:sramecc+" is "gfx90a"). Otherwise made from the
/// graphics IP version, for which drivers report no stepping. Otherwise empty.
std::string amd_architecture(std::string_view name, unsigned major, unsigned minor);

/// "xe-hpg" and the like from Intel's IP version; without one, from the product name; otherwise
/// empty.
std::string intel_architecture(std::uint32_t ip_version, std::string_view name);

/// "apple7", "mali-v9", "adreno-6xx" and the like from the device's name and version; empty for
/// others.
std::string mobile_architecture(std::string_view name, std::string_view version);

/// The architecture of a product by its name alone, for imported results, whose driver is unknown.
/// Empty for others. The name is in lower case, with one blank between words.
std::string named_architecture(std::string_view name);

/// The PCI address of a device.
struct PciAddress {
    unsigned domain = 0, bus = 0, device = 0, function = 0;
};

/// "0000:01:00.0", as lspci writes it.
std::string text(const PciAddress& address);

/// 32 hex digits; empty if all are zero, because some drivers report an unknown UUID that way.
std::string uuid_text(std::span<const unsigned char> bytes);

}  // namespace hone
