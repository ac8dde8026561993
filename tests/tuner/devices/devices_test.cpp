// SPDX-License-Identifier: MIT
// The table of device properties, and the reports of this machine's drivers.
#include "tuner/devices/devices.hpp"

#include <algorithm>
#include <set>

#include <catch2/catch.hpp>

#include "spaces/space/known_names.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/pruning/hints.hpp"

using namespace hone;

TEST_CASE("Each fact has a name of its own and is a name that spaces read") {
    Device device;
    device.local_memory = 49152;
    device.architecture = "sm_90";
    device.max_items = {1024, 1024, 64};
    device.fp64 = true;
    const auto names = device_names(device);
    CHECK(names.size() == device_facts().size());
    CHECK(names.at("device.local_memory") == Value(Number(49152)));
    CHECK(names.at("device.architecture") == Value("sm_90"));
    CHECK(names.at("device.compute_capability") == Value(Number(90)));
    CHECK(names.at("device.max_items_z") == Value(Number(64)));
    CHECK(names.at("device.fp64") == Value(Number(1)));
    CHECK(names.at("device.fp16") == Value(Number(0)));
}

TEST_CASE("Spaces know exactly the names that a device has, and every hint") {
    std::set<std::string> of_devices;
    for (const auto& [name, value] : device_names({})) of_devices.insert(name);
    const auto of_spaces = known_device_names();
    CHECK(of_devices == std::set<std::string>(of_spaces.begin(), of_spaces.end()));
    for (const auto& hint : hint_names())
        CHECK(std::ranges::find(resource_names(), hint) != resource_names().end());
}

TEST_CASE("A machine's devices say who they are and what they can do", "[device]") {
    REQUIRE_FALSE(all_devices().empty());
    for (const LocalDevice& local : all_devices()) {
        const Device& device = local.device;
        CHECK(!device.name.empty());
        CHECK(!device.platform.empty());
        CHECK(!device.driver.empty());
        CHECK(std::set<std::string>{"gpu", "cpu", "accelerator", "other"}.contains(device.type));
        CHECK(device.compute_units > 0);
        CHECK(device.global_memory >= device.max_allocation);
        CHECK(device.max_work_group > 0);
        CHECK(device.max_items[0] > 0);
        CHECK(device.preferred_multiple > 0);
        CHECK(device.warp > 0);
    }
}
