// SPDX-License-Identifier: MIT
// An application compiled and linked through pkg-config: it asks, and gets the defaults. It also
// works after a change of the current folder.
#include <unistd.h>

#include <hone/tuned.h>
#include <hone/tuned.hpp>
#include <iostream>

int main() {
    if (chdir("/") != 0) return 2;
    hone::Device device;
    device.type = "cpu";
    device.max_work_group = 4096;
    device.max_items = {4096, 4096, 4096};
    device.local_memory = 1 << 20;
    device.compute_units = 2;
    hone::Tuned tuned(std::vector<std::filesystem::path>{});
    const hone::TunedKernel& kernel = tuned.find("reduction", device, "f32", {{"n", 1000}});
    std::cout << hone_version() << ": " << kernel.kernel << ": " << kernel.reason << '\n';
    return kernel.match == hone::Match::defaults ? 0 : 1;
}
