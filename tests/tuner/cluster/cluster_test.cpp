// SPDX-License-Identifier: MIT
// Who works together and who takes turns, on hosts of our own making; and how ranks find each
// other.
#include "tuner/cluster/cluster.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <future>

#include "db/model/median_interval.hpp"
#include "spaces/base/error.hpp"
#include "tuner/session/drift_monitor.hpp"

using namespace hone;
using namespace std::chrono_literals;

namespace {

Found gpu(const std::string& name, int place, const std::string& host = "node1") {
    Found found;
    found.device.name = name;
    found.device.type = "gpu";
    found.device.pci = "0000:0" + std::to_string(place) + ":00.0";
    found.platform = 1;
    found.place = place;
    found.seat.host = host;
    found.seat.cores = {0, 1, 2, 3};
    return found;
}

Found cpu(std::vector<int> cores, const std::string& host = "node1") {
    Found found;
    found.device.name = "CPU";
    found.device.type = "cpu";
    found.seat.host = host;
    found.seat.cores = std::move(cores);
    return found;
}

std::vector<std::size_t> sizes(const std::vector<std::vector<Found>>& groups) {
    std::vector<std::size_t> all;
    for (const auto& group : groups) all.push_back(group.size());
    return all;
}

std::vector<std::size_t> wave_sizes(const std::vector<Found>& found) {
    std::vector<std::size_t> all;
    for (const auto& wave : waves_of(equal_devices(found))) all.push_back(wave.size());
    return all;
}

using Sizes = std::vector<std::size_t>;

Estimate about(double median, double width) {
    return {.median = median, .low = median - width, .high = median + width, .count = 9};
}

}  // namespace

TEST_CASE("equal devices share a search, on one host and on many, and different ones never do") {
    const std::vector<Found> found{gpu("H200", 0), gpu("A100", 1), gpu("H200", 2),
                                   gpu("H200", 0, "node2")};
    const auto groups = equal_devices(found);
    CHECK(sizes(groups) == Sizes{3, 1});
    CHECK(groups[0][1].device.pci == "0000:02:00.0");
    CHECK(groups[0][2].seat.host == "node2");
}

TEST_CASE("a device under another driver is another device") {
    std::vector<Found> found{gpu("H200", 0), gpu("H200", 1)};
    found[1].device.driver = "580";
    CHECK(sizes(equal_devices(found)) == Sizes{1, 1});
}

TEST_CASE("one device is there once, however many ranks have taken it") {
    CHECK(sizes(equal_devices(std::vector{gpu("H200", 0), gpu("H200", 0)})) == Sizes{1});
    CHECK(sizes(equal_devices(std::vector{cpu({0, 1}), cpu({1, 2})})) == Sizes{1});
    CHECK(sizes(equal_devices(std::vector{cpu({0, 1}), cpu({2, 3})})) == Sizes{2});
}

TEST_CASE("a CPU is not timed while others are on its cores") {
    CHECK(wave_sizes({cpu({0, 1}), gpu("H200", 0), gpu("A100", 1)}) == Sizes{2, 1});
    CHECK(wave_sizes({cpu({4, 5}), gpu("H200", 0), gpu("A100", 1)}) == Sizes{3});
    CHECK(wave_sizes({cpu({0, 1}, "node2"), gpu("H200", 0)}) == Sizes{2});
    const auto waves = waves_of(equal_devices(std::vector{cpu({0}), gpu("H200", 0)}));
    CHECK(waves[0][0][0].device.type == "gpu");
}

TEST_CASE("ranks take the devices of their host in turn") {
    const std::vector<Found> found{gpu("H200", 0), gpu("H200", 1), gpu("H200", 2)};
    CHECK(device_of({.rank = 4, .size = 8, .on_host = 1, .invitation = {}}, found).place == 1);
    CHECK(device_of({.rank = 3, .size = 8, .on_host = 3, .invitation = {}}, found).place == 0);
}

TEST_CASE("two of a kind are compared by one config") {
    CHECK(*slowness(about(102, 0.1), about(100, 0.1)) == Approx(1.02));
    CHECK(*slowness(about(98, 0.1), about(100, 0.1)) == Approx(0.98));
    CHECK_FALSE(slowness(about(104, 0.1), about(100, 0.1)));
    CHECK_FALSE(slowness(about(96, 0.1), about(100, 0.1)));
    CHECK(*slowness(about(104, 5), about(100, 5)) == 1);
    CHECK_FALSE(slowness({}, about(100, 0.1)));
}

TEST_CASE("a rank calls at the first address that answers") {
    Gate gate;
    Message invitation = gate.invitation();
    // Of the first, which documents are written with, nothing comes back; the next is none at all.
    invitation.at("where").at("addresses") = {"192.0.2.1", "nowhere", "127.0.0.1"};
    auto call = std::async([&] { return call_gate(invitation, "rank 1", {{"host", "node7"}}); });
    auto heard = gate.wait_for("rank 1", std::chrono::steady_clock::now() + 10s);
    Channel line = call.get();
    REQUIRE(heard);
    CHECK(heard->second.at("host") == "node7");
    CHECK(line.send({{"word", 1}}));
    Message word;
    REQUIRE(heard->first.receive(word, std::chrono::steady_clock::now() + 10s) ==
            Channel::Heard::message);
    CHECK(word.at("word") == 1);
}

TEST_CASE("who does not know the secret word is no rank") {
    Gate gate;
    Message invitation = gate.invitation();
    invitation["secret"] = "guessed";
    auto call = std::async([&] { return call_gate(invitation, "rank 1"); });
    CHECK_FALSE(gate.wait_for("rank 1", std::chrono::steady_clock::now() + 200ms));
    call.get();
}

TEST_CASE("an invitation names every network of the host, itself last") {
    const Message where = Listener().where();
    CHECK(where.at("port").get<int>() > 0);
    REQUIRE_FALSE(where.at("addresses").empty());
    CHECK(where.at("addresses").back().get<std::string>().starts_with("127."));
}

TEST_CASE("nobody at the gate is an error of the surroundings") {
    Message where;
    {
        const Listener gone;
        where = gone.where();
    }
    CHECK_THROWS_AS(call(where), Error);
}
