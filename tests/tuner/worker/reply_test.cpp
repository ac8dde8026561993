// SPDX-License-Identifier: MIT
// A worker whose replies are awaited: late at its deadline, and never while it is paused.
#include "tuner/worker/reply.hpp"

#include <sys/socket.h>

#include <array>
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <string>

using namespace hone;
using namespace std::chrono_literals;

namespace {

/// What was done to a worker's process.
struct Signals {
    bool can_pause = true;
    int paused = 0, continued = 0, killed = 0;
};

struct MadeProcess : WorkerProcess {
    explicit MadeProcess(Signals& all) : signals(all) {}
    void kill() override { ++signals.killed; }
    bool pause() override {
        ++signals.paused;
        return signals.can_pause;
    }
    void go_on() override { ++signals.continued; }
    std::string exit_description() override { return "ended"; }
    Signals& signals;
};

/// A worker without a process; the test replies in its place.
struct MadeWorker {
    MadeWorker() {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
        other_end = std::make_unique<Channel>(ends[1]);
        worker = TimedWorker(std::make_unique<WorkerHandle>(
            Channel(ends[0]), std::make_unique<MadeProcess>(signals)));
    }

    void reply(int number) const { other_end->send({{"done", {{"number", number}}}}); }
    int received() {
        const auto found = worker.receive();
        return found && found->outcome == Outcome::ok ? found->message.at("number").get<int>() : 0;
    }

    Signals signals;
    std::unique_ptr<Channel> other_end;
    TimedWorker worker;
};

}  // namespace

TEST_CASE("a worker is killed at the deadline of its reply, and not before") {
    MadeWorker made;
    CHECK_FALSE(made.worker.receive());  // nothing is awaited
    made.worker.await_reply(1h);
    CHECK_FALSE(made.worker.receive());
    CHECK(made.signals.killed == 0);
    made.worker.await_reply(0ms);
    const auto late = made.worker.receive();
    REQUIRE(late);
    CHECK(late->outcome == Outcome::timeout);
    CHECK(made.signals.killed == 1);
}

TEST_CASE("a worker that is paused is not late, and the pause does not count for its deadline") {
    MadeWorker made;
    made.worker.await_reply(0ms);
    const Deadline before = made.worker.deadline();
    CHECK(made.worker.pause());
    CHECK(made.worker.deadline() == Deadline::max());
    CHECK_FALSE(made.worker.receive());
    CHECK(made.worker.go_on(1h));
    CHECK(made.worker.deadline() == before + 1h);
    CHECK_FALSE(made.worker.receive());
    CHECK(made.signals.killed == 0);
}

TEST_CASE("a worker stays paused where it gets another deadline") {
    MadeWorker made;
    made.worker.await_reply(1h);
    made.worker.pause();
    made.worker.await_reply(0ms);
    CHECK(made.worker.is_paused());
    CHECK_FALSE(made.worker.receive());
    CHECK(made.worker.go_on(1h));
    CHECK(made.signals.continued == 1);
    CHECK(made.worker.deadline() < Deadline::max());
    CHECK_FALSE(made.worker.receive());
    CHECK(made.signals.killed == 0);
}

TEST_CASE("what a worker sent before a pause is read once it goes on") {
    MadeWorker made;
    made.worker.await_reply(1h);
    made.reply(7);
    made.worker.pause();
    CHECK(made.received() == 0);
    made.worker.go_on(1s);
    CHECK(made.received() == 7);
}

TEST_CASE("a worker is paused and continued once, however often that is asked for") {
    MadeWorker made;
    made.worker.await_reply(0ms);
    const Deadline before = made.worker.deadline();
    CHECK_FALSE(made.worker.go_on(1h));
    CHECK(made.worker.pause());
    CHECK(made.worker.pause());
    CHECK(made.worker.go_on(1h));
    CHECK_FALSE(made.worker.go_on(1h));
    CHECK(made.signals.paused == 1);
    CHECK(made.signals.continued == 1);
    CHECK(made.worker.deadline() == before + 1h);
}

TEST_CASE("only a busy worker that can be paused is paused") {
    MadeWorker made;
    CHECK_FALSE(TimedWorker().pause());
    CHECK_FALSE(made.worker.pause());
    CHECK(made.signals.paused == 0);
    made.signals.can_pause = false;
    made.worker.await_reply(1h);
    CHECK_FALSE(made.worker.pause());
    made.reply(3);
    CHECK(made.received() == 3);
    CHECK_FALSE(made.worker.go_on(1h));
    CHECK(made.signals.continued == 0);
}

TEST_CASE("a worker that is given away awaits nothing more") {
    MadeWorker made;
    made.worker.await_reply(0ms);
    made.worker.pause();
    const auto given_away = made.worker.release();
    CHECK(given_away);
    CHECK_FALSE(made.worker);
    CHECK_FALSE(made.worker.is_busy());
    CHECK_FALSE(made.worker.is_paused());
    CHECK_FALSE(made.worker.receive());
}

TEST_CASE("a sign of life extends a deadline, but not past the end") {
    MadeWorker made;
    made.worker.await_reply(1h);
    const Deadline before = made.worker.deadline();
    made.other_end->send({{"alive", 1}});
    CHECK_FALSE(made.worker.receive());
    CHECK(made.worker.deadline() > before);
    made.worker.await_reply(1h, before);
    made.other_end->send({{"alive", 1}});
    CHECK_FALSE(made.worker.receive());
    CHECK(made.worker.deadline() == before);
}
