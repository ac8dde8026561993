// SPDX-License-Identifier: MIT
// Messages through a socket: whole, in pieces, late, broken, and without a receiver.
#include "tuner/channel/json_channel.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <thread>
#include <vector>

using namespace hone;
using ReceiveStatus = Channel::ReceiveStatus;
using namespace std::chrono_literals;

namespace {

/// A channel, and the raw other end of its socket.
struct Line {
    Line() : Line(pair()) {}
    explicit Line(std::array<int, 2> ends) : channel(ends[0]), other(ends[1]) {}
    ~Line() { hang_up(); }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;

    void say(std::string_view bytes) const {
        REQUIRE(::send(other, bytes.data(), bytes.size(), MSG_NOSIGNAL) == std::ssize(bytes));
    }
    void hang_up() {
        if (other >= 0) ::close(other);
        other = -1;
    }
    ReceiveStatus receive(Message& message, std::chrono::milliseconds timeout = 5s) {
        return channel.receive(message, std::chrono::steady_clock::now() + timeout);
    }

    static std::array<int, 2> pair() {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) == 0);
        return ends;
    }

    Channel channel;
    int other;
};

}  // namespace

TEST_CASE("messages arrive in their order, however their bytes do") {
    Line line;
    Message message;
    line.say("{\"a\": 1}\n{\"a\": 2}\n{\"a\"");
    REQUIRE(line.receive(message) == ReceiveStatus::message);
    CHECK(message["a"] == 1);
    REQUIRE(line.receive(message) == ReceiveStatus::message);
    CHECK(message["a"] == 2);
    CHECK(line.receive(message, 0ms) == ReceiveStatus::timeout);
    line.say(": 3}\n");
    REQUIRE(line.receive(message) == ReceiveStatus::message);
    CHECK(message["a"] == 3);
}

TEST_CASE("what is sent is received, bytes that are no UTF-8 aside") {
    const auto ends = Line::pair();
    Channel here(ends[0]);
    Channel there(ends[1]);
    const std::string large(1'000'000, 'x');
    std::thread sender([&] { here.send({{"log", "bad \xff byte\n"}, {"large", large}}); });
    Message message;
    const ReceiveStatus status = there.receive(message, std::nullopt);
    sender.join();
    REQUIRE(status == ReceiveStatus::message);
    CHECK(message["log"] == "bad \xef\xbf\xbd byte\n");
    CHECK(message["large"] == large);
}

TEST_CASE("the deadline ends the wait and nothing else") {
    Line line;
    Message message;
    const auto before = std::chrono::steady_clock::now();
    CHECK(line.receive(message, 50ms) == ReceiveStatus::timeout);
    CHECK(std::chrono::steady_clock::now() - before >= 50ms);
    line.say("{}\n");
    CHECK(line.receive(message, 0ms) == ReceiveStatus::message);
}

TEST_CASE("a message that stalls in its middle closes the channel, even without a deadline") {
    Line line;
    line.channel.set_limits({.time = 100ms});
    Message message;
    line.say("{}\n{\"half\"");
    CHECK(line.receive(message) == ReceiveStatus::message);
    std::thread drip([&] {  // single bytes do not count as progress
        for (int i = 0; i < 6; ++i) {
            static_cast<void>(::send(line.other, " ", 1, MSG_NOSIGNAL));
            std::this_thread::sleep_for(40ms);
        }
    });
    const auto before = std::chrono::steady_clock::now();
    CHECK(line.channel.receive(message, std::nullopt) == ReceiveStatus::closed);
    CHECK(std::chrono::steady_clock::now() - before < 5s);
    drip.join();
}

TEST_CASE("who does not read is not written to for ever") {
    Line line;
    line.channel.set_limits({.time = 100ms});
    const auto before = std::chrono::steady_clock::now();
    std::string large;
    large.resize(10'000'000, 'x');
    CHECK_FALSE(line.channel.send({{"large", large}}));
    CHECK(std::chrono::steady_clock::now() - before < 5s);
}

TEST_CASE("sealed messages are believed in their order, from the other end alone") {
    using End = MessageSeal::End;
    MessageSeal other("key", End::other_rank);
    const std::string first = other.seal(R"({"a":1})");
    const std::string second = other.seal(R"({"a":2})");
    std::string changed = second;
    changed[changed.size() - 2] = '3';
    const std::string own = MessageSeal("key", End::first_rank).seal(R"({"a":1})");
    const std::string guessed = MessageSeal("other key", End::other_rank).seal(R"({"a":1})");
    const std::vector<std::vector<std::string>> attacks{
        {first, first}, {second}, {first, changed}, {own},
        {guessed},      {"{}"},   {R"({"a":1})"},   {first, std::string(64, '0') + "{}"}};
    for (const auto& attack : attacks) {
        Line line;
        line.channel.set_seal({"key", End::first_rank});
        for (const std::string& each : attack) line.say(each + '\n');
        Message message;
        for (std::size_t honest = 1; honest < attack.size(); ++honest)
            CHECK(line.receive(message) == ReceiveStatus::message);
        CHECK(line.receive(message) == ReceiveStatus::closed);
    }
    Line line;
    line.channel.set_seal({"key", End::first_rank});
    line.say(first + '\n' + second + '\n');
    Message message;
    CHECK(line.receive(message) == ReceiveStatus::message);
    CHECK(line.receive(message) == ReceiveStatus::message);
    CHECK(message["a"] == 2);
}

TEST_CASE("who hangs up is heard to, after the last word") {
    Line line;
    Message message;
    line.say("{\"last\": true}\n{\"half\"");
    line.hang_up();
    CHECK(line.receive(message) == ReceiveStatus::message);
    CHECK(line.receive(message) == ReceiveStatus::closed);
    CHECK(line.receive(message) == ReceiveStatus::closed);
    CHECK_FALSE(line.channel.send({{"a", 1}}));
}

TEST_CASE("a line that is no JSON object ends the conversation, whatever follows it") {
    for (const std::string garbage : {"Segmentation fault", "[1, 2]", "{\"a\": ", ""}) {
        Line line;
        Message message;
        line.say(garbage + "\n{\"a\": 1}\n");
        CHECK(line.receive(message) == ReceiveStatus::closed);
        CHECK(line.receive(message) == ReceiveStatus::closed);
    }
}
