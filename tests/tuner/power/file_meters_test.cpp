// SPDX-License-Identifier: MIT
// Mock files instead of the kernel's: those of AMD's driver, and the counters of a CPU.
#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/samples.hpp"
#include "tuner/power/hwmon_meter.hpp"
#include "tuner/power/rapl_meter.hpp"

using namespace hone;
using samples::Folder;

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
}

std::filesystem::path package(const Folder& folder, int number) {
    return folder / ("class/powercap/intel-rapl:" + std::to_string(number));
}

}  // namespace

TEST_CASE("the files of a GPU's driver are read, of the card at its address") {
    const Folder folder;
    const auto card = folder / "class/drm/card1/device";
    write(folder / "class/drm/card0/device/uevent", "PCI_SLOT_NAME=0000:0b:00.0");
    write(card / "uevent", "DRIVER=amdgpu\nPCI_SLOT_NAME=0000:01:00.0");
    CHECK_THAT(open_hwmon(samples::device(), folder / "").why, Catch::Contains("0000:01:00.0"));
    write(card / "hwmon/hwmon3/power1_average", "151000000");
    write(card / "hwmon/hwmon3/energy1_input", "7000000");
    write(card / "hwmon/hwmon3/freq1_input", "2100000000");
    write(card / "hwmon/hwmon3/power1_cap", "300000000");
    const MeterFound found = open_hwmon(samples::device(), folder / "");
    REQUIRE(found.meter);
    const PowerReading reading = found.meter->read();
    CHECK(*reading.watts == Approx(151));
    CHECK(*reading.joules == Approx(7));
    CHECK(*reading.clock_mhz == Approx(2100));
    CHECK(found.meter->limit_watts() == Approx(300));
    write(card / "hwmon/hwmon3/power1_average", "what?");
    CHECK_FALSE(found.meter->read().watts);
    Device nowhere = samples::device();
    nowhere.pci.clear();
    CHECK_FALSE(open_hwmon(nowhere, folder / "").meter);
}

TEST_CASE("the packages of a CPU count together, and go on where they begin again") {
    const Folder folder;
    CHECK_THAT(open_rapl(folder / "").why, Catch::Contains("no counter of a CPU's energy"));
    for (const int number : {0, 1}) {
        write(package(folder, number) / "name", "package-" + std::to_string(number));
        write(package(folder, number) / "max_energy_range_uj", "10000000");
        write(package(folder, number) / "energy_uj", "9000000");
    }
    write(folder / "class/powercap/intel-rapl:2/name", "psys");
    write(folder / "class/powercap/intel-rapl:2/energy_uj", "1");
    write(folder / "class/powercap/intel-rapl:0:0/name", "package-0-part");
    const MeterFound found = open_rapl(folder / "");
    REQUIRE(found.meter);
    CHECK(*found.meter->read().joules == Approx(18));
    write(package(folder, 0) / "energy_uj", "500000");
    CHECK(*found.meter->read().joules == Approx(19.5));
    write(package(folder, 0) / "energy_uj", "400000");  // set back: no lap
    CHECK(*found.meter->read().joules == Approx(19.4));
    std::filesystem::remove(package(folder, 1) / "energy_uj");
    CHECK_FALSE(found.meter->read().joules);
    CHECK_THAT(open_rapl(folder / "").why, Catch::Contains("cannot be read"));
}
