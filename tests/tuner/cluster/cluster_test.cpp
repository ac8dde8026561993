// SPDX-License-Identifier: MIT
// The devices that work together and those that take turns, on invented hosts; and the connection
// of ranks.
#include "tuner/cluster/cluster.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <cstdlib>
#include <future>

#include "db/model/median_interval.hpp"
#include "spaces/base/error.hpp"
#include "tests/environment.hpp"
#include "tuner/channel/message_seal.hpp"
#include "tuner/cluster/remote_launcher.hpp"
#include "tuner/evaluation/drift_monitor.hpp"

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

MedianInterval about(double median, double width) {
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

TEST_CASE("one GPU under two platforms is never timed twice at once") {
    std::vector<LocalDevice> devices{gpu("H200", 0), gpu("H200", 0), gpu("H200", 1)};
    devices[1].device.platform = "another driver";
    devices[1].platform = 2;
    const auto batches = schedule_groups(group_equal_devices(devices));
    REQUIRE(batches.size() == 2);
    CHECK(batches[0].size() == 1);
    CHECK(batches[1].size() == 1);
    // Different addresses are different boards; without an address those of one vendor may be one.
    devices[1].device.pci = "0000:77:00.0";
    CHECK(wave_sizes(devices) == Sizes{2});
    devices[1].device.pci = "";
    CHECK(wave_sizes(devices) == Sizes{2});
    for (LocalDevice& device : devices) device.device.vendor_id = 0x10de;
    CHECK(wave_sizes(devices) == Sizes{1, 1});
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
    // The first address is reserved for documentation and never answers; the next is invalid.
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
    CHECK_THROWS_AS(call.get(), Error);
}

TEST_CASE("the secret is sent to nobody, and who does not have it is not believed to be rank 0") {
    Listener impostor(Reach::this_host);
    const Message connect_info{{"address", impostor.address()}, {"secret", "only for ranks"}};
    auto call = std::async([&] { return connect_to_rendezvous(connect_info, "rank 1"); });
    const Deadline latest = std::chrono::steady_clock::now() + 10s;
    auto channel = impostor.next(latest);
    REQUIRE(channel);
    channel->send({{"challenge", "1234"}});
    Message hello;
    REQUIRE(channel->receive(hello, latest) == Channel::ReceiveStatus::message);
    CHECK(hello.dump().find("only for ranks") == std::string::npos);
    CHECK(hello.at("signature") ==
          hmac_sha256("only for ranks", "1234" + hello.at("hello").get<std::string>()));
    channel->send({{"welcome", hello.at("signature")}});
    CHECK_THROWS_WITH(call.get(), Catch::Contains("another program"));
}

TEST_CASE("what follows the welcome is sealed, and stays in the descriptor for a worker") {
    Listener first_rank(Reach::this_host);
    const Message connect_info{{"address", first_rank.address()}, {"secret", "known"}};
    auto call = std::async([&] { return connect_to_rendezvous(connect_info, "worker 1"); });
    const Deadline latest = std::chrono::steady_clock::now() + 10s;
    auto channel = first_rank.next(latest);
    REQUIRE(channel);
    channel->send({{"challenge", "1234"}});
    Message hello;
    REQUIRE(channel->receive(hello, latest) == Channel::ReceiveStatus::message);
    const auto signature = hello.at("signature").get<std::string>();
    const Message welcome{{"welcome", hmac_sha256("known", "welcome " + signature)}};
    MessageSeal seal(hmac_sha256("known", "messages after " + signature),
                     MessageSeal::End::first_rank);
    const std::string both = welcome.dump() + "\n" + seal.seal("{\"word\":1}") + "\n";
    REQUIRE(::send(channel->descriptor(), both.data(), both.size(), 0) ==
            static_cast<ssize_t>(both.size()));
    const Channel connected = call.get();
    Channel handed_on(::dup(connected.descriptor()));
    handed_on.set_seal({connected.seal_key(), MessageSeal::End::other_rank});
    Message word;
    REQUIRE(handed_on.receive(word, latest) == Channel::ReceiveStatus::message);
    CHECK(word.at("word") == 1);
}

TEST_CASE("what one rank has signed is worth nothing in the next connection") {
    Rendezvous rendezvous(Reach::this_host);
    const Message connect_info = rendezvous.connect_info();
    Channel channel = tcp_connect(connect_info.at("address"));
    const std::string text = R"({"name":"rank 1"})";
    const std::string secret = connect_info.at("secret");
    channel.send({{"hello", text}, {"signature", hmac_sha256(secret, "an earlier one" + text)}});
    CHECK_FALSE(rendezvous.wait_for("rank 1", std::chrono::steady_clock::now() + 200ms));
}

TEST_CASE("hundreds of idle, stalling or talkative callers keep no rank out") {
    Rendezvous rendezvous(Reach::this_host);
    const Message connect_info = rendezvous.connect_info();
    std::vector<Channel> idle;
    for (int i = 0; i < 200; ++i) {
        idle.push_back(tcp_connect(connect_info.at("address")));
        const std::string text(i % 3 == 0 ? 0 : i % 3 == 1 ? 10 : 60'000, '{');
        if (!text.empty())
            static_cast<void>(
                ::send(idle.back().descriptor(), text.data(), text.size(), MSG_DONTWAIT));
    }
    auto call = std::async([&] { return connect_to_rendezvous(connect_info, "rank 1"); });
    const auto began = std::chrono::steady_clock::now();
    CHECK(rendezvous.wait_for("rank 1", began + 60s));
    CHECK(std::chrono::steady_clock::now() - began < 30s);
    call.get();
}

TEST_CASE("how a worker ended is told of that worker, also after a late answer about another") {
    Rendezvous rendezvous(Reach::this_host);
    const Message connect_info = rendezvous.connect_info();
    auto call = std::async([&] { return connect_to_rendezvous(connect_info, "node7"); });
    auto caller = rendezvous.wait_for("node7", std::chrono::steady_clock::now() + 10s);
    REQUIRE(caller);
    Channel rank = call.get();
    RemoteLauncher launcher("node7", std::move(caller->first), rendezvous);
    CHECK(rank.send({{"exit_description", "killed by signal 9"}, {"worker", "node7 worker 1"}}));
    CHECK(rank.send({{"exit_description", "exit code 3"}, {"worker", "node7 worker 2"}}));
    CHECK(launcher.exit_description("node7 worker 2") == "exit code 3");
}

TEST_CASE("signatures are those of RFC 4231") {
    CHECK(hmac_sha256(std::string(20, '\x0b'), "Hi There") ==
          "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    CHECK(hmac_sha256("Jefe", "what do ya want for nothing?") ==
          "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    CHECK(hmac_sha256(std::string(131, '\xaa'),
                      "Test Using Larger Than Block-Size Key - Hash Key First") ==
          "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
    CHECK(is_same_signature("ab", "ab"));
    CHECK_FALSE(is_same_signature("ab", "ac"));
    CHECK_FALSE(is_same_signature("ab", "abc"));
}

TEST_CASE("ranks of one host are reached from this host alone") {
    const Message where = Listener(Reach::this_host).address();
    CHECK(where.at("addresses") == Message{"127.0.0.1"});
}

TEST_CASE("ranks listen where their launcher is reached, and on no other network") {
    test::Variable slurm("SLURM_LAUNCH_NODE_IPADDR", "");
    {
        test::Variable mpi("OMPI_MCA_orte_hnp_uri", "123.0;tcp://127.0.0.1,127.0.0.3:4567");
        CHECK(launcher_addresses() == std::vector<std::string>{"127.0.0.1", "127.0.0.3"});
        Listener listener;
        const Message where = listener.address();
        REQUIRE_FALSE(where.at("addresses").empty());
        for (const Message& address : where.at("addresses"))
            CHECK(address.get<std::string>().starts_with("127."));
        const Channel reached = tcp_connect(where);
        CHECK(listener.next(std::chrono::steady_clock::now() + 5s));
    }
    test::Variable mpi("OMPI_MCA_orte_hnp_uri", "no address at all");
    CHECK(launcher_addresses().empty());
    test::Variable node("SLURM_LAUNCH_NODE_IPADDR", "127.0.0.1");
    CHECK(Listener().address().at("addresses") == Message{"127.0.0.1"});
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
