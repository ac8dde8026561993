// SPDX-License-Identifier: MIT
// Selects the meter of a device.
#include "tuner/power/open_meter.hpp"

#include "db/sqlite/environment.hpp"
#include "tuner/power/hwmon_meter.hpp"
#include "tuner/power/nvml_meter.hpp"
#include "tuner/power/rapl_meter.hpp"

namespace hone {
namespace {

constexpr std::int64_t nvidia = 0x10de;

MeterFound meter_of(const Device& device) {
    const std::filesystem::path system = environment_variable("HONE_SYSFS", "/sys");
    if (device.type == "cpu") return open_rapl(system);
    if (device.vendor_id == nvidia) return open_nvml(device);
    return open_hwmon(device, system);
}

}  // namespace

MeterFound open_meter(const Device& device) {
    MeterFound found = meter_of(device);
    if (!found.meter) return found;
    const PowerReading first = found.meter->read();
    if (first.joules || first.watts) return found;
    return {.why =
                found.meter->name() + " reports neither the energy nor the power of this device"};
}

}  // namespace hone
