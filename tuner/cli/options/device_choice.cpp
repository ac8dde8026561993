// SPDX-License-Identifier: MIT
// Lists the devices in a worker process, and reports which drivers failed.
#include "tuner/cli/options/device_choice.hpp"

#include <fmt/format.h>

#include "tuner/cli/streams.hpp"
#include "tuner/devices/host_device.hpp"
#include "tuner/worker/device_list.hpp"

namespace hone::cli {

std::vector<LocalDevice> list_devices() {
    DeviceList list = list_devices_apart();
    for (const FailedDriver& driver : list.failed)
        say(fmt::format("hone: left out the OpenCL driver {}: {}", driver.name, driver.why));
    return std::move(list.devices);
}

LocalDevice select_device(const std::string& option) {
    std::vector<LocalDevice> devices = list_devices();
    return std::move(devices[hone::select_device(devices, device_selector(option))]);
}

std::vector<LocalDevice> select_devices(const std::string& option) {
    return hone::select_devices(list_devices(), device_selector(option));
}

std::vector<LocalDevice> devices_to_tune(const std::string& option, bool all_of_them) {
    if (!option.empty() || !all_of_them) return select_devices(option);
    std::vector<LocalDevice> all = list_devices();
    hone::select_device(all, {});  // throws with a hint what to install if there are no devices
    return all;
}

std::vector<LocalDevice> devices_here(const std::string& option, bool all_of_them) {
    if (all_of_them) return devices_to_tune(option, true);
    return {select_device(option)};
}

std::vector<LocalDevice> devices_of_program(const std::string& option) {
    LocalDevice device = option.empty() ? host_device() : select_device(option);
    device.clock = TimedBy::host;
    return {device};
}

}  // namespace hone::cli
