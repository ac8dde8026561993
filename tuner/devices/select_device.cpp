// SPDX-License-Identifier: MIT
// A table of selectors, tried in order. The first one that matches any device decides, and it must
// match exactly one.
#include "tuner/devices/select_device.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "db/device/name_match.hpp"
#include "db/model/ids.hpp"
#include "db/model/printable.hpp"
#include "db/sqlite/environment.hpp"
#include "spaces/base/error.hpp"

namespace hone {

namespace {

bool contains(const std::string& words, const std::string& piece) {
    return lower(words).find(piece) != std::string::npos;
}

std::optional<std::size_t> index_in(const std::string& digits) {
    std::size_t index = 0;
    const auto* end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, index);
    return error == std::errc{} && stopped == end ? std::optional(index) : std::nullopt;
}

std::string without_dashes(std::string uuid) {
    std::erase(uuid, '-');
    return uuid;
}

/// A way to name a device. The selector is in lower case.
using Fits = bool (*)(const Device& device, const std::string& selector);
constexpr std::array<Fits, 4> probe_variants{
    [](const Device& device, const std::string& selector) {
        return !device.pci.empty() && (device.pci == selector || device.pci == "0000:" + selector);
    },
    [](const Device& device, const std::string& selector) {
        return !device.uuid.empty() && device.uuid == without_dashes(selector);
    },
    [](const Device& device, const std::string& selector) {
        return contains(device.name, selector) || contains(device.board, selector);
    },
    [](const Device& device, const std::string& selector) {
        return contains(device.platform, selector) || contains(device.vendor, selector);
    },
};

using Indices = std::vector<std::size_t>;

Indices that_fit(std::span<const LocalDevice> devices, const std::string& selector, Fits fits) {
    Indices fitting;
    for (std::size_t i = 0; i < devices.size(); ++i)
        if (fits(devices[i].device, selector)) fitting.push_back(i);
    return fitting;
}

// Whether the name contains the number as a separate word: "280" matches "GTX 280", but not "H280".
bool has_number(const Device& device, const std::string& digits) {
    const std::string words = ' ' + lower(device.name) + ' ' + lower(device.board) + ' ';
    const auto is_apart = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; };
    for (std::size_t at = words.find(digits); at != words.npos; at = words.find(digits, at + 1))
        if (is_apart(words[at - 1]) && is_apart(words[at + digits.size()])) return true;
    return false;
}

// Selects by index. A number that is not an index matches nothing, unless it is a model's number.
Indices that_fit(std::span<const LocalDevice> devices, std::size_t index,
                 const std::string& digits) {
    constexpr std::size_t of_a_model = 3;  // minimal digits of a model's number
    if (index < devices.size()) return {index};
    return digits.size() >= of_a_model ? that_fit(devices, digits, has_number) : Indices{};
}

Indices that_fit(std::span<const LocalDevice> devices, const std::string& selector) {
    if (const auto index = index_in(selector)) return that_fit(devices, *index, selector);
    for (const auto fits : probe_variants)
        if (Indices fitting = that_fit(devices, selector, fits); !fitting.empty()) return fitting;
    return {};
}

std::string listed(std::span<const LocalDevice> devices, const Indices& which) {
    std::string lines;
    for (const auto i : which) {
        const Device& device = devices[i].device;
        lines += fmt::format("\n  {}  {} ({}{}{})", i, device.name, device.platform,
                             device.pci.empty() ? "" : ", PCI ", device.pci);
    }
    return lines;
}

Indices all_of(std::span<const LocalDevice> devices) {
    Indices all(devices.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
}

std::size_t the_one(std::span<const LocalDevice> devices, const std::string& selector,
                    std::string_view from) {
    const auto fitting = that_fit(devices, lower(selector));
    if (fitting.size() == 1) return fitting.front();
    if (fitting.empty())
        throw Error(Exit::usage, fmt::format("{} '{}': no device matches; available:{}", from,
                                             selector, listed(devices, all_of(devices))));
    throw Error(Exit::usage,
                fmt::format("{} '{}': {} devices match:{}", from, selector, fitting.size(),
                            listed(devices, fitting)),
                "name one by its index, PCI address or UUID");
}

/// Selects by CLBlast's variables; each defaults to 0 if only the other is set.
std::size_t of_clblast(std::span<const LocalDevice> devices, const DeviceSelector& selector) {
    const auto platform =
        index_in(selector.clblast_platform.empty() ? "0" : selector.clblast_platform);
    const auto device_index =
        index_in(selector.clblast_device.empty() ? "0" : selector.clblast_device);
    const auto at = [&](const LocalDevice& one) {
        return platform && device_index && one.platform == static_cast<int>(*platform) &&
               one.index == static_cast<int>(*device_index);
    };
    const auto match = std::ranges::find_if(devices, at);
    if (match != devices.end()) return static_cast<std::size_t>(match - devices.begin());
    throw Error(Exit::usage,
                fmt::format("CLBLAST_PLATFORM '{}' and CLBLAST_DEVICE '{}': no device matches",
                            selector.clblast_platform, selector.clblast_device),
                "unset them, or use --device; `hone devices` lists the devices");
}

/// Ranks a GPU before an accelerator before a CPU. Among devices of one type, more compute units
/// and a higher clock rank higher.
std::pair<int, std::int64_t> worth(const Device& device) {
    constexpr std::array<std::string_view, 3> types{"cpu", "accelerator", "gpu"};
    const auto type = std::ranges::find(types, device.type);
    const auto rank = type == types.end() ? -1 : static_cast<int>(type - types.begin());
    return {rank, device.compute_units * std::max<std::int64_t>(1, device.clock_mhz)};
}

std::size_t best_times(std::span<const LocalDevice> devices) {
    const auto best = std::ranges::max_element(
        devices, {}, [](const LocalDevice& one) { return worth(one.device); });
    return static_cast<std::size_t>(best - devices.begin());
}

// "POCL_DEVICES is …, which may hide devices; else ": names the variables that select drivers and
// their devices.
std::string variables_that_hide() {
    std::string set;
    for (const char* name : {"OCL_ICD_VENDORS", "POCL_DEVICES", "RUSTICL_ENABLE"})
        if (const char* value = std::getenv(name))
            set += fmt::format("{}{} is '{}'", set.empty() ? "" : ", ", name, printable(value));
    return set.empty() ? "" : set + ", which may hide devices; else ";
}

}  // namespace

DeviceSelector device_selector(std::string option) {
    return {std::move(option), environment_variable("HONE_DEVICE"),
            environment_variable("CLBLAST_PLATFORM"), environment_variable("CLBLAST_DEVICE")};
}

std::size_t select_device(std::span<const LocalDevice> devices, const DeviceSelector& selector) {
    if (devices.empty())
        throw Error(Exit::environment, "no OpenCL device: no installed driver offers one",
                    variables_that_hide() +
                        "install pocl-opencl-icd for the CPU, or the driver of your GPU's vendor "
                        "(nvidia-opencl-icd, intel-opencl-icd, mesa-opencl-icd or AMD's ROCm)");
    if (!selector.option.empty()) return the_one(devices, selector.option, "--device");
    if (!selector.hone_device.empty()) return the_one(devices, selector.hone_device, "HONE_DEVICE");
    if (!selector.clblast_platform.empty() || !selector.clblast_device.empty())
        return of_clblast(devices, selector);
    return best_times(devices);
}

std::vector<LocalDevice> select_devices(std::span<const LocalDevice> devices,
                                        const DeviceSelector& selector) {
    const std::string said = selector.option.empty() ? selector.hone_device : selector.option;
    std::vector<LocalDevice> all;
    for (const auto i : that_fit(devices, lower(said)))
        if (!said.empty()) all.push_back(devices[i]);
    if (!all.empty()) return all;
    const LocalDevice& one = devices[select_device(devices, selector)];
    std::ranges::copy_if(devices, std::back_inserter(all), [&](const LocalDevice& other) {
        return id_of(other.device) == id_of(one.device);
    });
    return all;
}

}  // namespace hone
