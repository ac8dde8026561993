// SPDX-License-Identifier: MIT
// Device selection on a synthetic machine: two equal GPUs, an older one and a CPU.
#include "tuner/devices/select_device.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "spaces/base/error.hpp"

using namespace hone;

namespace {

LocalDevice make(std::string name, std::string platform, std::string type, std::int64_t units,
                 std::string pci, int platform_index, int index) {
    Device device;
    device.name = std::move(name);
    device.platform = std::move(platform);
    device.type = std::move(type);
    device.compute_units = units;
    device.clock_mhz = 1000;
    device.pci = std::move(pci);
    return {device, {}, platform_index, index};
}

std::vector<LocalDevice> machine() {
    std::vector<LocalDevice> devices{
        make("Big Xeon 8000", "Portable Computing Language", "cpu", 400, "", 0, 0),
        make("NVIDIA GeForce GTX 280", "NVIDIA CUDA", "gpu", 30, "0000:01:00.0", 1, 0),
        make("NVIDIA H200", "NVIDIA CUDA", "gpu", 132, "0000:0b:00.0", 1, 1),
        make("NVIDIA H200", "NVIDIA CUDA", "gpu", 132, "0001:0b:00.0", 1, 2),
    };
    devices[3].device.uuid = "00112233445566778899aabbccddeeff";
    return devices;
}

std::size_t selection(const std::string& option) {
    return select_device(machine(), {.option = option});
}

std::string complaint(const std::vector<LocalDevice>& devices, const DeviceSelector& selector,
                      Exit exit) try {
    const auto index = select_device(devices, selector);
    return "chose " + std::to_string(index);
} catch (const Error& error) {
    CHECK(error.exit() == exit);
    return std::string(error.what()) + '\n' + error.hint();
}

}  // namespace

TEST_CASE("A device is named by index, part of a name, PCI address or UUID") {
    CHECK(selection("2") == 2);
    CHECK(selection("gtx") == 1);
    CHECK(selection("280") == 1);  // no index that there is, so a part of the name
    CHECK(selection("xeon") == 0);
    CHECK(selection("portable") == 0);
    CHECK(selection("0001:0B:00.0") == 3);
    CHECK(selection("0b:00.0") == 2);
    CHECK(selection("00112233-4455-6677-8899-AABBCCDDEEFF") == 3);
}

TEST_CASE("A number that is no index names no device because of a digit in its name") {
    for (const char* missing : {"4", "8", "20", "800"})
        CHECK(complaint(machine(), {.option = missing}, Exit::usage).find("no device matches") !=
              std::string::npos);
    CHECK(selection("8000") == 0);
}

TEST_CASE("An ambiguous name lists the matches, an unknown one all devices") {
    const auto both = complaint(machine(), {.option = "H200"}, Exit::usage);
    CHECK(both.find("--device 'H200': 2 devices match") != std::string::npos);
    CHECK(both.find("2  NVIDIA H200 (NVIDIA CUDA, PCI 0000:0b:00.0)") != std::string::npos);
    CHECK(both.find("3  NVIDIA H200") != std::string::npos);
    CHECK(both.find("GTX") == std::string::npos);
    const auto none = complaint(machine(), {.option = "Radeon"}, Exit::usage);
    CHECK(none.find("no device matches") != std::string::npos);
    CHECK(none.find("GTX 280") != std::string::npos);
}

TEST_CASE("The environment decides when --device does not") {
    const auto devices = machine();
    CHECK(select_device(devices, {.option = "0", .hone_device = "gtx"}) == 0);
    CHECK(select_device(devices, {.hone_device = "gtx", .clblast_platform = "0"}) == 1);
    CHECK(select_device(devices, {.clblast_platform = "1", .clblast_device = "2"}) == 3);
    CHECK(select_device(devices, {.clblast_platform = "1"}) == 1);
    CHECK(select_device(devices, {.clblast_device = "0"}) == 0);
    const auto wrong = complaint(devices, {.clblast_platform = "7"}, Exit::usage);
    CHECK(wrong.find("CLBLAST_PLATFORM '7'") != std::string::npos);
    const auto named = complaint(devices, {.hone_device = "Radeon"}, Exit::usage);
    CHECK(named.find("HONE_DEVICE 'Radeon'") != std::string::npos);
}

TEST_CASE("Without a wish it is the best one: a GPU before a larger CPU") {
    CHECK(select_device(machine(), {}) == 2);
    auto only_cpu = machine();
    only_cpu.resize(1);
    CHECK(select_device(only_cpu, {}) == 0);
}

TEST_CASE("No device at all is the environment's fault, with what to install") {
    const auto none = complaint({}, {.option = "H200"}, Exit::environment);
    CHECK(none.find("pocl-opencl-icd") != std::string::npos);
}

TEST_CASE("Where no device is there, variables that hide some are named") {
    ::setenv("POCL_DEVICES", "", 1);
    const std::string said = complaint({}, {}, Exit::environment);
    ::unsetenv("POCL_DEVICES");
    CHECK_THAT(said, Catch::Contains("POCL_DEVICES is '', which may hide devices; else install"));
    CHECK_THAT(complaint({}, {}, Exit::environment), !Catch::Contains("POCL_DEVICES"));
}
