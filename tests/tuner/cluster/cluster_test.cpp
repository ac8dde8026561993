// SPDX-License-Identifier: MIT
// Which devices work together, and which in turn, on invented hosts; and how ranks connect.
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

LocalDevice gpu(const std::string& name, int index, const std::string& host = "node1") {
    LocalDevice local;
    local.device.name = name;
    local.device.type = "gpu";
    local.device.pci = "0000:0" + std::to_string(index) + ":00.0";
    local.platform = 1;
    local.index = index;
    local.placement.host = host;
    local.placement.cores = {0, 1, 2, 3};
    return local;
}

LocalDevice cpu(std::vector<int> cores, const std::string& host = "node1") {
    LocalDevice local;
    local.device.name = "CPU";
    local.device.type = "cpu";
    local.placement.host = host;
    local.placement.cores = std::move(cores);
    return local;
}

std::vector<std::size_t> sizes(const std::vector<std::vector<LocalDevice>>& groups) {
    std::vector<std::size_t> all;
    for (const auto& group : groups) all.push_back(group.size());
    return all;
}

std::vector<std::size_t> wave_sizes(const std::vector<LocalDevice>& devices) {
    std::vector<std::size_t> all;
    for (const auto& wave : schedule_groups(group_equal_devices(devices)))
        all.push_back(wave.size());
    return all;
}

using Sizes = std::vector<std::size_t>;

Estimate about(double median, double width) {
    return {.median = median, .low = median - width, .high = median + width, .count = 9};
}

}  // namespace

TEST_CASE("equal devices share a search, on one host and on many, and different ones never do") {
    const std::vector<LocalDevice> devices{gpu("H200", 0), gpu("A100", 1), gpu("H200", 2),
                                           gpu("H200", 0, "node2")};
    const auto groups = group_equal_devices(devices);
    CHECK(sizes(groups) == Sizes{3, 1});
    CHECK(groups[0][1].device.pci == "0000:02:00.0");
    CHECK(groups[0][2].placement.host == "node2");
}

TEST_CASE("a device under another driver is another device") {
    std::vector<LocalDevice> devices{gpu("H200", 0), gpu("H200", 1)};
    devices[1].device.driver = "580";
    CHECK(sizes(group_equal_devices(devices)) == Sizes{1, 1});
}

TEST_CASE("one device is there once, however many ranks have taken it") {
    CHECK(sizes(group_equal_devices(std::vector{gpu("H200", 0), gpu("H200", 0)})) == Sizes{1});
    CHECK(sizes(group_equal_devices(std::vector{cpu({0, 1}), cpu({1, 2})})) == Sizes{1});
    CHECK(sizes(group_equal_devices(std::vector{cpu({0, 1}), cpu({2, 3})})) == Sizes{2});
}

TEST_CASE("a CPU is not timed while others are on its cores") {
    CHECK(wave_sizes({cpu({0, 1}), gpu("H200", 0), gpu("A100", 1)}) == Sizes{2, 1});
    CHECK(wave_sizes({cpu({4, 5}), gpu("H200", 0), gpu("A100", 1)}) == Sizes{3});
    CHECK(wave_sizes({cpu({0, 1}, "node2"), gpu("H200", 0)}) == Sizes{2});
    const auto batches =
        schedule_groups(group_equal_devices(std::vector{cpu({0}), gpu("H200", 0)}));
    CHECK(batches[0][0][0].device.type == "gpu");
}

TEST_CASE("ranks take the devices of their host in turn") {
    const std::vector<LocalDevice> devices{gpu("H200", 0), gpu("H200", 1), gpu("H200", 2)};
    CHECK(device_for_rank({.rank = 4, .size = 8, .local_rank = 1, .connect_info = {}}, devices)
              .index == 1);
    CHECK(device_for_rank({.rank = 3, .size = 8, .local_rank = 3, .connect_info = {}}, devices)
              .index == 0);
}

TEST_CASE("two of a kind are compared by one config") {
    CHECK(*slowdown(about(102, 0.1), about(100, 0.1)) == Approx(1.02));
    CHECK(*slowdown(about(98, 0.1), about(100, 0.1)) == Approx(0.98));
    CHECK_FALSE(slowdown(about(104, 0.1), about(100, 0.1)));
    CHECK_FALSE(slowdown(about(96, 0.1), about(100, 0.1)));
    CHECK(*slowdown(about(104, 5), about(100, 5)) == 1);
    CHECK_FALSE(slowdown({}, about(100, 0.1)));
}

TEST_CASE("a rank connects to the first address that answers") {
    Rendezvous rendezvous;
    Message connect_info = rendezvous.connect_info();
    // The first address is reserved for documentation and never answers; the next is none at all.
    connect_info.at("address").at("addresses") = {"192.0.2.1", "nowhere", "127.0.0.1"};
    auto call = std::async([&] {
        return connect_to_rendezvous(connect_info, "rank 1", {{"host", "node7"}});
    });
    auto caller = rendezvous.wait_for("rank 1", std::chrono::steady_clock::now() + 10s);
    Channel channel = call.get();
    REQUIRE(caller);
    CHECK(caller->second.at("host") == "node7");
    CHECK(channel.send({{"word", 1}}));
    Message word;
    REQUIRE(caller->first.receive(word, std::chrono::steady_clock::now() + 10s) ==
            Channel::ReceiveStatus::message);
    CHECK(word.at("word") == 1);
}

TEST_CASE("a program without the secret is no rank") {
    Rendezvous rendezvous;
    Message connect_info = rendezvous.connect_info();
    connect_info["secret"] = "guessed";
    auto call = std::async([&] { return connect_to_rendezvous(connect_info, "rank 1"); });
    CHECK_FALSE(rendezvous.wait_for("rank 1", std::chrono::steady_clock::now() + 200ms));
    call.get();
}

TEST_CASE("the connect info names every network of the host, the loopback last") {
    const Message where = Listener().address();
    CHECK(where.at("port").get<int>() > 0);
    REQUIRE_FALSE(where.at("addresses").empty());
    CHECK(where.at("addresses").back().get<std::string>().starts_with("127."));
}

TEST_CASE("a closed rendezvous is an environment error") {
    Message where;
    {
        const Listener gone;
        where = gone.address();
    }
    CHECK_THROWS_AS(tcp_connect(where), Error);
}
