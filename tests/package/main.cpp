// SPDX-License-Identifier: MIT
// The least that an application does: it includes what was installed, and describes its device.
#include <hone/device.hpp>

int main() {
    const hone::Device device{.name = "a device", .compute_units = 2};
    return device.compute_units == 2 ? 0 : 1;
}
