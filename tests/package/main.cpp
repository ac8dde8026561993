// SPDX-License-Identifier: MIT
// A minimal application: it includes the installed headers, and describes its device.
#include <hone/device.hpp>

int main() {
    const hone::Device device{.name = "a device", .compute_units = 2};
    return device.compute_units == 2 ? 0 : 1;
}
