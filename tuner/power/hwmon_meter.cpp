// SPDX-License-Identifier: MIT
// Microjoules, microwatts and hertz: the units of the kernel's hwmon interface.
#include "tuner/power/hwmon_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <vector>

#include "tuner/power/number_file.hpp"

namespace hone {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> entries_of(const fs::path& folder) {
    std::vector<fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        entries.push_back(entry->path());
    std::ranges::sort(entries);
    return entries;
}

/// Whether the card's file `uevent` contains the PCI address.
bool is_at(const fs::path& card, const std::string& pci) {
    std::ifstream events(card / "device/uevent");
    for (std::string line; std::getline(events, line);)
        if (line == "PCI_SLOT_NAME=" + pci) return true;
    return false;
}

class HwmonMeter : public PowerMeter {
  public:
    explicit HwmonMeter(fs::path folder) : folder_(std::move(folder)) {}

    PowerReading read() override {
        auto watts = scaled("power1_average", 1e-6);
        if (!watts) watts = scaled("power1_input", 1e-6);
        return {.at = steady_seconds(),
                .joules = scaled("energy1_input", 1e-6),
                .watts = watts,
                .clock_mhz = scaled("freq1_input", 1e-6)};
    }
    std::string name() const override { return "hwmon"; }
    double limit_watts() const override { return scaled("power1_cap", 1e-6).value_or(0); }

  private:
    std::optional<double> scaled(const char* file, double scale) const {
        const auto number = number_in(folder_ / file);
        return number ? std::optional(*number * scale) : std::nullopt;
    }

    fs::path folder_;
};

}  // namespace

MeterFound open_hwmon(const Device& device, const fs::path& system) {
    if (device.pci.empty())
        return {.why = "the OpenCL driver does not report the PCI address or UUID of the board"};
    for (const fs::path& card : entries_of(system / "class/drm")) {
        if (!is_at(card, device.pci)) continue;
        for (const fs::path& monitor : entries_of(card / "device/hwmon"))
            return {.meter = std::make_unique<HwmonMeter>(monitor)};
    }
    return {.why = fmt::format("{} has no power meter of the GPU at {}",
                               (system / "class/drm").string(), device.pci)};
}

}  // namespace hone
