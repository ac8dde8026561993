// SPDX-License-Identifier: MIT
// Ways to name a device stand in one table and are tried in order; the first that fits any device
// decides, and it has to fit exactly one.
#include "tuner/devices/select_device.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "db/device/name_match.hpp"
#include "db/model/ids.hpp"
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

/// A way to name a device; `wish` is in lower case.
using Fits = bool (*)(const Device& device, const std::string& wish);
constexpr std::array<Fits, 4> ways{
    [](const Device& device, const std::string& wish) {
        return !device.pci.empty() && (device.pci == wish || device.pci == "0000:" + wish);
    },
    [](const Device& device, const std::string& wish) {
        return !device.uuid.empty() && device.uuid == without_dashes(wish);
    },
    [](const Device& device, const std::string& wish) {
        return contains(device.name, wish) || contains(device.board, wish);
    },
    [](const Device& device, const std::string& wish) {
        return contains(device.platform, wish) || contains(device.vendor, wish);
    },
};

using Indices = std::vector<std::size_t>;

Indices that_fit(std::span<const Found> found, const std::string& wish) {
    if (const auto index = index_in(wish); index && *index < found.size()) return {*index};
    for (const auto fits : ways) {
        Indices fitting;
        for (std::size_t i = 0; i < found.size(); ++i)
            if (fits(found[i].device, wish)) fitting.push_back(i);
        if (!fitting.empty()) return fitting;
    }
    return {};
}

std::string listed(std::span<const Found> found, const Indices& which) {
    std::string lines;
    for (const auto i : which) {
        const Device& device = found[i].device;
        lines += fmt::format("\n  {}  {} ({}{}{})", i, device.name, device.platform,
                             device.pci.empty() ? "" : ", PCI ", device.pci);
    }
    return lines;
}

Indices all_of(std::span<const Found> found) {
    Indices all(found.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
}

std::size_t the_one(std::span<const Found> found, const std::string& wish, std::string_view from) {
    const auto fitting = that_fit(found, lower(wish));
    if (fitting.size() == 1) return fitting.front();
    if (fitting.empty())
        throw Error(Exit::usage,
                    fmt::format("{} '{}' fits no device; there {}:{}", from, wish,
                                found.size() == 1 ? "is" : "are", listed(found, all_of(found))));
    throw Error(Exit::usage,
                fmt::format("{} '{}' fits {} devices:{}", from, wish, fitting.size(),
                            listed(found, fitting)),
                "name one by its index, PCI address or UUID");
}

/// CLBlast's own variables; each is 0 when only the other is set.
std::size_t of_clblast(std::span<const Found> found, const DeviceWish& wish) {
    const auto platform = index_in(wish.clblast_platform.empty() ? "0" : wish.clblast_platform);
    const auto place = index_in(wish.clblast_device.empty() ? "0" : wish.clblast_device);
    const auto at = [&](const Found& one) {
        return platform && place && one.platform == static_cast<int>(*platform) &&
               one.place == static_cast<int>(*place);
    };
    const auto match = std::ranges::find_if(found, at);
    if (match != found.end()) return static_cast<std::size_t>(match - found.begin());
    throw Error(Exit::usage,
                fmt::format("CLBLAST_PLATFORM '{}' and CLBLAST_DEVICE '{}' fit no device",
                            wish.clblast_platform, wish.clblast_device),
                "unset them, or say --device; `hone devices` lists what is there");
}

/// A GPU before an accelerator before a CPU; among equals the one with more units and clock.
std::pair<int, std::int64_t> worth(const Device& device) {
    constexpr std::array<std::string_view, 3> types{"cpu", "accelerator", "gpu"};
    const auto type = std::ranges::find(types, device.type);
    const auto rank = type == types.end() ? -1 : static_cast<int>(type - types.begin());
    return {rank, device.compute_units * std::max<std::int64_t>(1, device.clock_mhz)};
}

std::size_t best_of(std::span<const Found> found) {
    const auto best =
        std::ranges::max_element(found, {}, [](const Found& one) { return worth(one.device); });
    return static_cast<std::size_t>(best - found.begin());
}

}  // namespace

DeviceWish device_wish(std::string option) {
    return {std::move(option), environment_variable("HONE_DEVICE"),
            environment_variable("CLBLAST_PLATFORM"), environment_variable("CLBLAST_DEVICE")};
}

std::size_t select_device(std::span<const Found> found, const DeviceWish& wish) {
    if (found.empty())
        throw Error(Exit::environment, "no OpenCL device: no installed driver offers one",
                    "install pocl-opencl-icd for the CPU, or the driver of your GPU's vendor "
                    "(nvidia-opencl-icd, intel-opencl-icd, mesa-opencl-icd or AMD's ROCm)");
    if (!wish.option.empty()) return the_one(found, wish.option, "--device");
    if (!wish.hone_device.empty()) return the_one(found, wish.hone_device, "HONE_DEVICE");
    if (!wish.clblast_platform.empty() || !wish.clblast_device.empty())
        return of_clblast(found, wish);
    return best_of(found);
}

std::vector<Found> select_devices(const std::string& option) {
    const auto found = all_devices();
    DeviceWish wish = device_wish(option);
    const std::string said = wish.option.empty() ? wish.hone_device : wish.option;
    std::vector<Found> all;
    for (const auto i : that_fit(found, lower(said)))
        if (!said.empty()) all.push_back(found[i]);
    if (!all.empty()) return all;
    const Found one = found.empty() ? select_device(option) : found[select_device(found, wish)];
    std::ranges::copy_if(found, std::back_inserter(all), [&](const Found& other) {
        return id_of(other.device) == id_of(one.device);
    });
    return all;
}

Found select_device(const std::string& option) {
    auto found = all_devices();
    return std::move(found[select_device(found, device_wish(option))]);
}

}  // namespace hone
