// SPDX-License-Identifier: MIT
// Limits that are found by trying: on this device, and their use by the rules.
#include <catch2/catch.hpp>

#include "tuner/probing/probe_limits.hpp"
#include "tuner/pruning/rules.hpp"

using namespace hone;

TEST_CASE("each limit is a figure, or says why there is none", "[device]") {
    const LocalDevice devices = all_devices().front();
    for (const std::string& name : limit_names()) {
        const auto probe = probe_limit(devices, name);
        REQUIRE(probe);
        INFO(name << ": " << probe->value << ' ' << probe->message);
        CHECK((probe->value > 0) == probe->message.empty());
        CHECK_FALSE(probe->how.empty());
    }
    CHECK(probe_limit(devices, "local_memory_limit")->value <= 1 << 30);
    CHECK_FALSE(probe_limit(devices, "read_bandwidth"));
}

TEST_CASE("a CPU's compiler refuses instructions of another machine", "[device]") {
    const LocalDevice found = all_devices().front();
    if (found.device.type != "cpu") return;
    CHECK(probe_limit(found, "inline_ptx")->value == 0);
    CHECK(probe_limit(found, "local_memory_limit")->value ==
          static_cast<double>(found.device.local_memory));
}

TEST_CASE("a probed limit goes before what the driver says of local memory") {
    Device device;
    device.local_memory = 48 << 10;
    device.max_work_group = 1024;
    device.max_items = {1024, 1024, 64};
    Plan plan;
    Launch& launch = plan.launches.emplace_back();
    launch.entry = "k";
    launch.local = launch.global = {64, 1, 1};
    plan.local_memory = 100 << 10;
    RuleInput input{.device = device, .plan = plan};
    CHECK(apply_rules(input, Rule::Stage::before_build).rule == "local_memory");
    input.local_limit = 224 << 10;
    CHECK(apply_rules(input, Rule::Stage::before_build).decision == RuleVerdict::Decision::legal);
    input.local_limit = 64 << 10;
    CHECK(apply_rules(input, Rule::Stage::before_build).decision ==
          RuleVerdict::Decision::rejected);
}
