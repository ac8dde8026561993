// SPDX-License-Identifier: MIT
// Each vendor tells in its own way which architecture a device is and where it is plugged in. These
// functions bring that to one spelling; they know no OpenCL, so every vendor is tested everywhere.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hone {

/// "sm_90" for compute capability 9.0; empty for 0.0.
std::string nvidia_architecture(unsigned major, unsigned minor);

/// 90 for "sm_90"; 0 for what is no NVIDIA architecture.
std::int64_t compute_capability(std::string_view architecture);

/// The first "gfx…" in a device's name ("gfx90a:sramecc+" is "gfx90a"); else made of the graphics
/// IP version, of which a driver tells no stepping; else empty.
std::string amd_architecture(std::string_view name, unsigned major, unsigned minor);

/// "xe-hpg" and the like from Intel's IP version; where the driver has none, from what the product
/// is called; else empty.
std::string intel_architecture(std::uint32_t ip_version, std::string_view name);

/// "apple7", "mali-v9", "adreno-6xx" and the like by what the device and its version are called;
/// empty for others.
std::string mobile_architecture(std::string_view name, std::string_view version);

/// The architecture of a product by its name alone, for imported results, whose driver is unknown;
/// empty for others. The name is in lower case, with a blank between words.
std::string named_architecture(std::string_view name);

/// Where a device is plugged in.
struct PciAddress {
    unsigned domain = 0, bus = 0, device = 0, function = 0;
};

/// "0000:01:00.0", as lspci writes it.
std::string text(const PciAddress& address);

/// 32 hex digits; empty when all are zero, which is how some drivers say that they know none.
std::string uuid_text(std::span<const unsigned char> bytes);

}  // namespace hone
