// SPDX-License-Identifier: MIT
// Adds the driver, then the platform, then the id, to names that are not unique yet.
#include "reports/evidence/device_labels.hpp"

#include <functional>

#include "reports/text/describe.hpp"

namespace hone {
namespace {

using Labels = std::map<std::string, std::string>;
using Words = std::function<std::string(const std::string& id, const Device& device)>;

void tell_apart(const std::map<std::string, Device>& devices, Labels& labels, const Words& words) {
    std::map<std::string, int> times;
    for (const auto& [id, label] : labels) ++times[label];
    for (const auto& [id, device] : devices)
        if (times.at(labels[id]) > 1) labels[id] += ", " + words(id, device);
}

}  // namespace

Labels labels_of(const std::map<std::string, Device>& devices) {
    Labels labels;
    for (const auto& [id, device] : devices) labels[id] = short_name(device);
    tell_apart(devices, labels,
               [](const auto&, const Device& device) { return shortened(device.driver, 24); });
    tell_apart(devices, labels,
               [](const auto&, const Device& device) { return shortened(device.platform, 24); });
    tell_apart(devices, labels,
               [](const std::string& id, const Device&) { return id.substr(0, 6); });
    return labels;
}

}  // namespace hone
