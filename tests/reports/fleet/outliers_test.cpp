// SPDX-License-Identifier: MIT
#include "reports/fleet/outliers.hpp"

#include <catch2/catch.hpp>

#include <set>

#include "reports/fleet/copies.hpp"
#include "tests/reports/made_fleet.hpp"

using namespace hone;

namespace {

// The number of a synthetic device.
std::size_t number_of(const FleetDevice& device) {
    return static_cast<std::size_t>(std::stoul(device.id.substr(4))) - 100000;
}

std::set<std::size_t> doubted(const made::FleetMaker& maker) {
    const DeviceFleet fleet = maker.fleet();
    std::set<std::size_t> found;
    for (const Outlier& outlier : outliers(fleet)) {
        INFO(fleet.devices[outlier.device].label << ": " << outlier.reason);
        CHECK_FALSE(outlier.reason.empty());
        found.insert(number_of(fleet.devices[outlier.device]));
    }
    return found;
}

void expect_all_found(const made::FleetMaker& maker, const std::set<std::size_t>& found) {
    for (const std::size_t forged : maker.forged()) {
        INFO("forged: " << maker.members()[forged].device.name);
        CHECK(found.contains(forged));
    }
}

}  // namespace

TEST_CASE("forged results of a hundred devices are found, and nothing else") {
    for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
        made::FleetMaker maker(100, 8, seed);
        made::forge_some(maker, 6);
        REQUIRE(maker.forged().size() > 15);
        const std::set<std::size_t> found = doubted(maker);
        INFO("seed " << seed);
        expect_all_found(maker, found);
        std::size_t false_alarms = 0;
        for (const std::size_t device : found)
            false_alarms += maker.forged().contains(device) ? 0 : 1;
        CHECK(false_alarms <= 1);
    }
}

TEST_CASE("a hundred forged devices of a thousand are found, and nothing else", "[slow]") {
    made::FleetMaker maker(1000, 24, 1);
    made::forge_some(maker, 10);
    CHECK(maker.forged().size() == 100);
    CHECK(doubted(maker) == maker.forged());
}

TEST_CASE("an honest fleet is not doubted") {
    std::size_t alarms = 0;
    for (const std::uint64_t seed : {11U, 12U, 13U, 14U, 15U, 16U, 17U, 18U, 19U, 20U})
        alarms += doubted(made::FleetMaker(100, 8, seed)).size();
    CHECK(alarms <= 5);  // of a thousand
}

TEST_CASE("a device with few relatives is not judged by them") {
    made::FleetMaker maker(9, 3, 1);  // three of each architecture
    maker.forge(2, made::Forgery::one_time, 10);
    CHECK(doubted(maker).empty());
}

TEST_CASE("a copy under another name is told from a twin") {
    made::FleetMaker maker(20, 2, 3);
    CHECK(copies(maker.fleet()).empty());
    maker.forge(4, made::Forgery::copy, 1.07);
    const DeviceFleet fleet = maker.fleet();
    const auto found = copies(fleet);
    REQUIRE(found.size() == 1);
    CHECK(found[0].decided);
    CHECK(number_of(fleet.devices[found[0].copy]) == 4);
    CHECK(number_of(fleet.devices[found[0].original]) == 3);
}

TEST_CASE("a copy that is dated earlier than its original is the copy all the same") {
    made::FleetMaker maker(20, 2, 3);
    maker.forge(4, made::Forgery::copy, 1.07);
    DeviceFleet fleet = maker.fleet();
    for (FleetDevice& device : fleet.devices)
        if (number_of(device) == 4) device.started = -1;
    const auto found = copies(fleet);
    REQUIRE(found.size() == 1);
    CHECK(number_of(fleet.devices[found[0].copy]) == 4);
    std::set<std::size_t> doubtful;
    for (const Outlier& outlier : outliers(fleet))
        if (outlier.doubt == Doubt::copied)
            doubtful.insert(number_of(fleet.devices[outlier.device]));
    CHECK(doubtful == std::set<std::size_t>{4});
}

TEST_CASE("where no relative vouches for either, both are doubted") {
    made::FleetMaker maker(4, 2, 3);  // two of each architecture
    maker.forge(2, made::Forgery::copy, 1);
    const DeviceFleet fleet = maker.fleet();
    const auto found = copies(fleet);
    REQUIRE(found.size() == 1);
    CHECK_FALSE(found[0].decided);
    std::set<std::size_t> doubtful;
    for (const Outlier& outlier : outliers(fleet))
        doubtful.insert(number_of(fleet.devices[outlier.device]));
    CHECK(doubtful == std::set<std::size_t>{1, 2});
}

TEST_CASE("what is doubted is left out of comparisons") {
    made::FleetMaker maker(40, 4, 2);
    maker.forge(3, made::Forgery::one_time, 3);
    maker.forge(6, made::Forgery::all_times, 3);
    const DeviceFleet fleet = maker.fleet();
    const DeviceFleet rest = without(fleet, outliers(fleet));
    const auto kept = [&](std::size_t number) {
        for (const FleetDevice& device : rest.devices)
            if (number_of(device) == number) return device.results.size();
        return std::size_t{0};
    };
    CHECK(kept(3) == maker.problems().size() - 1);
    CHECK(kept(6) == 0);
    CHECK(kept(7) == maker.problems().size());
}
