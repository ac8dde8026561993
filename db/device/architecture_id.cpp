// SPDX-License-Identifier: MIT
// Tables of vendor spellings: from numbers to architectures, and from parts of names to
// architectures.
#include "db/device/architecture_id.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <utility>

namespace hone {

namespace {

struct IntelVersion {
    unsigned major, minor;  // from this IP version on
    std::string_view architecture;
};
constexpr std::array intel_versions{
    IntelVersion{9, 0, "gen9"},     IntelVersion{11, 0, "gen11"},   IntelVersion{12, 0, "xe-lp"},
    IntelVersion{12, 55, "xe-hpg"}, IntelVersion{12, 60, "xe-hpc"}, IntelVersion{12, 70, "xe-hpg"},
    IntelVersion{20, 0, "xe2"},
};

struct IntelName {
    std::string_view piece, architecture;
};
constexpr std::array intel_names{
    IntelName{"GPU Max", "xe-hpc"},
    IntelName{"GPU Flex", "xe-hpg"},
    IntelName{"Arc(TM) B", "xe2"},
    IntelName{"Arc(TM)", "xe-hpg"},
    IntelName{"Iris(R) Xe", "xe-lp"},
    IntelName{"UHD Graphics 7", "xe-lp"},
    IntelName{"Iris(R) Plus Graphics G", "gen11"},
    IntelName{"HD Graphics 6", "gen9"},
    IntelName{"HD Graphics 5", "gen9"},
};

/// GPUs of Apple, Arm and Qualcomm. The first match counts, so G710 stands before G71.
struct MobileName {
    std::string_view piece, architecture;
};
constexpr std::array mobile_names{
    MobileName{"Mali-G310", "mali-v10"},      MobileName{"Mali-G510", "mali-v10"},
    MobileName{"Mali-G610", "mali-v10"},      MobileName{"Mali-G710", "mali-v10"},
    MobileName{"Apple M1", "apple7"},         MobileName{"Apple M2", "apple8"},
    MobileName{"Apple M3", "apple9"},         MobileName{"Apple M4", "apple9"},
    MobileName{"Mali-G71", "mali-v6"},        MobileName{"Mali-G72", "mali-v6"},
    MobileName{"Mali-G51", "mali-v6"},        MobileName{"Mali-G52", "mali-v7"},
    MobileName{"Mali-G31", "mali-v7"},        MobileName{"Mali-G76", "mali-v7"},
    MobileName{"Mali-G57", "mali-v9"},        MobileName{"Mali-G77", "mali-v9"},
    MobileName{"Mali-G68", "mali-v9"},        MobileName{"Mali-G78", "mali-v9"},
    MobileName{"Adreno(TM) 6", "adreno-6xx"}, MobileName{"Adreno(TM) 7", "adreno-7xx"},
};

/// GPUs in published collections. The first match counts, so A100 stands before A10.
struct ProductName {
    std::string_view piece, architecture;
};
constexpr std::array product_names{
    ProductName{"gtx 9", "sm_52"},      ProductName{"p100", "sm_60"},
    ProductName{"gtx 10", "sm_61"},     ProductName{"titan xp", "sm_61"},
    ProductName{"v100", "sm_70"},       ProductName{"titan v", "sm_70"},
    ProductName{"gtx 16", "sm_75"},     ProductName{"rtx 20", "sm_75"},
    ProductName{"titan rtx", "sm_75"},  ProductName{"rtx titan", "sm_75"},
    ProductName{"quadro rtx", "sm_75"}, ProductName{"tesla t4", "sm_75"},
    ProductName{"a100", "sm_80"},       ProductName{"rtx 30", "sm_86"},
    ProductName{"a2000", "sm_86"},      ProductName{"a4000", "sm_86"},
    ProductName{"a5000", "sm_86"},      ProductName{"a6000", "sm_86"},
    ProductName{"rtx 40", "sm_89"},     ProductName{"l40", "sm_89"},
    ProductName{"h100", "sm_90"},       ProductName{"h200", "sm_90"},
    ProductName{"mi50", "gfx906"},      ProductName{"mi60", "gfx906"},
    ProductName{"mi100", "gfx908"},     ProductName{"mi210", "gfx90a"},
    ProductName{"mi250", "gfx90a"},     ProductName{"mi300", "gfx942"},
    ProductName{"rx 68", "gfx1030"},    ProductName{"rx 69", "gfx1030"},
    ProductName{"w6800", "gfx1030"},    ProductName{"rx 79", "gfx1100"},
    ProductName{"w7900", "gfx1100"},    ProductName{"w7800", "gfx1100"},
};

/// The IP version has the architecture in its upper ten bits and the release in the next eight.
std::string_view intel_by_version(std::uint32_t ip_version) {
    const std::pair version{ip_version >> 22, ip_version >> 14 & 0xffU};
    std::string_view known;
    for (const auto& [major, minor, architecture] : intel_versions)
        if (version >= std::pair{major, minor}) known = architecture;
    return known;
}

std::string_view intel_by_name(std::string_view name) {
    for (const auto& [piece, architecture] : intel_names)
        if (name.find(piece) != std::string_view::npos) return architecture;
    return {};
}

std::string hex(unsigned number, std::size_t least_digits) {
    std::string digits;
    for (; number > 0 || digits.size() < least_digits; number >>= 4)
        digits.insert(digits.begin(), "0123456789abcdef"[number & 15]);
    return digits;
}

}  // namespace

std::string nvidia_architecture(unsigned major, unsigned minor) {
    return major == 0 ? "" : "sm_" + std::to_string(major) + std::to_string(minor);
}

std::int64_t compute_capability(std::string_view architecture) {
    if (!architecture.starts_with("sm_")) return 0;
    std::int64_t number = 0;
    std::from_chars(architecture.data() + 3, architecture.data() + architecture.size(), number);
    return number;
}

std::string amd_architecture(std::string_view name, unsigned major, unsigned minor) {
    if (const auto start = name.find("gfx"); start != std::string_view::npos) {
        const auto is_hex = [](unsigned char c) { return std::isxdigit(c) != 0; };
        const auto end = std::find_if_not(name.begin() + static_cast<std::ptrdiff_t>(start) + 3,
                                          name.end(), is_hex);
        return {name.begin() + static_cast<std::ptrdiff_t>(start), end};
    }
    return major == 0 ? "" : "gfx" + std::to_string(major) + hex(minor, 1) + '0';
}

std::string intel_architecture(std::uint32_t ip_version, std::string_view name) {
    const auto by_version = intel_by_version(ip_version);
    return std::string(by_version.empty() ? intel_by_name(name) : by_version);
}

std::string mobile_architecture(std::string_view name, std::string_view version) {
    for (const auto& [piece, architecture] : mobile_names)
        if (name.find(piece) != name.npos || version.find(piece) != version.npos)
            return std::string(architecture);
    return {};
}

std::string named_architecture(std::string_view name) {
    for (const auto& [piece, architecture] : product_names)
        if (name.find(piece) != name.npos) return std::string(architecture);
    return {};
}

std::string text(const PciAddress& address) {
    return hex(address.domain, 4) + ':' + hex(address.bus, 2) + ':' + hex(address.device, 2) + '.' +
           hex(address.function, 1);
}

std::string uuid_text(std::span<const unsigned char> bytes) {
    const auto zero = [](unsigned char byte) { return byte == 0; };
    if (std::ranges::all_of(bytes, zero)) return {};
    std::string text;
    for (const unsigned char byte : bytes) text += hex(byte, 2);
    return text;
}

}  // namespace hone
