// SPDX-License-Identifier: MIT
// Linux describes each processor in lines of /proc/cpuinfo: "model name : …".
#include "tuner/devices/host_device.hpp"

#include <fstream>
#include <string_view>

namespace hone {
namespace {

// Returns the text of the first line with this key; empty if there is none.
std::string said_of_processor(std::string_view what) {
    std::ifstream lines("/proc/cpuinfo");
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with(what) && colon != line.npos) return line.substr(colon + 2);
    }
    return "";
}

}  // namespace

LocalDevice host_device() {
    LocalDevice host;
    const std::string name = said_of_processor("model name");
    host.device.name = name.empty() ? "host" : name;
    host.device.vendor = said_of_processor("vendor_id");
    host.device.platform = "host";
    host.device.type = "cpu";
    host.device.architecture = "cpu";
    host.device.compute_units = static_cast<std::int64_t>(allowed_cores().size());
    host.platform = host_platform;
    host.clock = TimedBy::host;
    return host;
}

}  // namespace hone
