// SPDX-License-Identifier: MIT
// The device names that a space may read are those that the tuner defines, one by one.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "spaces/space/known_names.hpp"
#include "tuner/devices/device_facts.hpp"

using namespace hone;

TEST_CASE("the names that a space may read of a device are the tuner's facts") {
    std::vector<std::string> told;
    for (const Fact& fact : device_facts()) told.push_back("device." + std::string(fact.name));
    const auto known = known_device_names();
    CHECK(std::vector<std::string>(known.begin(), known.end()) == told);
    const Names names = device_names(Device{});
    for (const std::string& name : known) CHECK(names.contains(name));
}
