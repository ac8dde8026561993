// SPDX-License-Identifier: MIT
// A mock of NVIDIA's library with planted values: one board at 0000:01:00.0 that always takes 200
// W. A reading of its energy takes 4 ms of its own time. HONE_TEST_NVML names its planted error.
// With MADE_NVML_EMPTY it has hardly any function.
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace {

constexpr int success = 0;

bool lies(std::string_view how) {
    const char* planted = std::getenv("HONE_TEST_NVML");
    return planted && how == planted;
}

}  // namespace

extern "C" {

int nvmlInit_v2() {
    return lies("no start") ? 9 : success;
}

const char* nvmlErrorString(int /*status*/) {
    return "Driver Not Loaded";
}

#ifndef MADE_NVML_EMPTY

constexpr int not_supported = 3;
constexpr int not_found = 6;
constexpr double watts = 200;

int nvmlShutdown() {
    return success;
}

int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** board) {
    static int only = 0;
    if (std::strcmp(address, "0000:01:00.0") != 0) return not_found;
    *board = &only;
    return success;
}

int nvmlDeviceGetTotalEnergyConsumption(void* /*board*/, unsigned long long* millijoules) {
    static int readings = 0;
    if (lies("no energy") || lies("nothing")) return not_supported;
    // A new figure every 20 ms, as on real boards.
    const int steps = readings++ / 5;
    const auto joules_after = [](int count) { return 5000 + 0.02 * watts * count; };
    double joules = joules_after(steps);
    if (lies("backward")) joules = 10000 - joules;
    if (lies("still")) joules = 5000;
    if (lies("reset") && steps % 40 >= 20) joules -= 4000;
    if (lies("seldom")) joules = joules_after(steps - steps % 25);
    const int jumps = steps / 30;
    if (lies("jump")) joules += 1e6 * jumps;
    if (lies("units")) joules *= 1e3;
    *millijoules = static_cast<unsigned long long>(joules * 1e3);
    return success;
}

int nvmlDeviceGetPowerUsage(void* /*board*/, unsigned* milliwatts) {
    if (lies("no power") || lies("nothing")) return not_supported;
    *milliwatts = static_cast<unsigned>(watts * 1e3);
    return success;
}

int nvmlDeviceGetEnforcedPowerLimit(void* /*board*/, unsigned* milliwatts) {
    *milliwatts = 210'000;
    return success;
}

int nvmlDeviceGetClockInfo(void* /*board*/, unsigned type, unsigned* megahertz) {
    *megahertz = type == 1 ? 1410 : 99;
    return success;
}

int nvmlDeviceGetCurrentClocksThrottleReasons(void* /*board*/, unsigned long long* reasons) {
    *reasons = lies("throttled") ? 0x4 | 0x40 : 0x1;
    return success;
}

int nvmlDeviceGetMigMode(void* /*board*/, unsigned* now, unsigned* later) {
    *now = *later = lies("divided") ? 1 : 0;
    return success;
}

#endif
}
