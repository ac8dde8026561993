// SPDX-License-Identifier: MIT
// Builds that run ahead: side by side, received in any order, and harmless when they fail.
#include "tuner/worker/prebuild_pool.hpp"

#include <sys/socket.h>

#include <array>
#include <catch2/catch.hpp>
#include <thread>

#include "db/model/kernel.hpp"
#include "spaces/candidates/candidates.hpp"
#include "spaces/formats/read_space.hpp"
#include "tests/tuner/worker/scripts.hpp"
#include "tuner/devices/devices.hpp"

using namespace hone;
using namespace hone::scripts;
using namespace std::chrono_literals;
using samples::Folder;

namespace {

const std::atomic<bool> goes_on = false;  // nobody gives up

struct ScriptedPool {
    ScriptedPool(const std::string& script, std::size_t workers)
        : pool(std::in_place, BenchSetup{}, Timeouts{.open = 1500ms, .build = 1500ms}, workers,
               script_of_a_worker(folder, script)) {}

    Folder folder;
    std::optional<PrebuildPool> pool;
};

BenchSetup adding(const std::string& statement) {
    BenchSetup setup;
    setup.device = all_devices().at(0);
    setup.kernel = {.name = "add",
                    .routine = "add",
                    .source = "__kernel void add(__global int* x) { " + statement + " }",
                    .space =
                        "routine = \"add\"\n"
                        "precisions = [\"i32\"]\n"
                        "[parameters]\nBY = [1, 2]\n"
                        "[[launch]]\nentry = \"add\"\nlocal = [1]\nglobal = [1]\n"};
    setup.space = read_space(setup.kernel.space, "add.toml");
    setup.problem = {.routine = "add", .precision = "i32", .arguments = {}};
    return setup;
}

Plan plan_of(Config::value_type choice) {
    Plan plan;
    plan.config = {choice};
    return plan;
}

Plan plan_in(const BenchSetup& setup, Config::value_type choice) {
    return make_plan(setup.space, {choice}, known_names(setup));
}

/// A pool of two workers that follows on another, one of whose workers still builds the first plan.
struct AfterAnother {
    AfterAnother() {
        REQUIRE(scripted.pool->start(plan_of(0)));
        scripted.pool.reset();
        next.emplace(BenchSetup{}, Timeouts{.open = 1500ms, .build = 1500ms}, 2,
                     scripted.folder / "worker");
    }

    // Each builds slowly, and closes; and once more, at once.
    const std::string closed = asked + "echo '{\"done\":{}}' >&3\n";
    ScriptedPool scripted{opened + asked + "sleep 0.5; echo '" + built + "' >&3\n" + closed +
                              opened + asked + "echo '" + built + "' >&3\n" + closed,
                          2};
    std::optional<PrebuildPool> next;
};

void start_when_free(PrebuildPool& pool, Config::value_type choice,
                     std::chrono::steady_clock::time_point began) {
    while (!pool.start(plan_of(choice))) {
        REQUIRE(std::chrono::steady_clock::now() - began < 5s);
        std::this_thread::sleep_for(1ms);
    }
}

}  // namespace

TEST_CASE("each worker builds one config until somebody takes it") {
    ScriptedPool scripted(opened + asked + "echo '" + built + "' >&3\n" + asked, 2);
    CHECK(scripted.pool->start(plan_of(0)));
    CHECK(scripted.pool->start(plan_of(1)));
    CHECK_FALSE(scripted.pool->start(plan_of(2)));
    const auto second = scripted.pool->take({1});
    REQUIRE(second);
    CHECK(second->outcome == Outcome::ok);
    CHECK(scripted.pool->take({0}));
    CHECK_FALSE(scripted.pool->take({0}));
    CHECK_FALSE(scripted.pool->take({2}));
}

TEST_CASE("a build that crashes its worker is an outcome, and the slot goes on") {
    ScriptedPool scripted(
        opened + asked + "mkdir seen && exit 7\necho '" + built + "' >&3\n" + asked, 1);
    REQUIRE(scripted.pool->start(plan_of(0)));
    const auto crashed = scripted.pool->take({0});
    REQUIRE(crashed);
    CHECK(crashed->outcome == Outcome::crash);
    CHECK_THAT(crashed->message, Catch::Contains("exited with 7"));
    REQUIRE(scripted.pool->start(plan_of(1)));
    const auto built_then = scripted.pool->take({1});
    REQUIRE(built_then);
    CHECK(built_then->outcome == Outcome::ok);
}

TEST_CASE("where builds are waited for all workers build, else half of them") {
    const std::string slowly = "sleep 0.1\necho '" + built + "' >&3\n" + asked;
    ScriptedPool scripted(opened + asked + slowly + slowly + slowly + slowly, 4);
    PrebuildPool& pool = *scripted.pool;
    CHECK(pool.depth() == 2);
    const auto take_when_built = [&](Config::value_type choice, std::chrono::milliseconds later) {
        REQUIRE(pool.start(plan_of(choice)));
        std::this_thread::sleep_for(later);
        CHECK(pool.first_built(std::vector<Config>{{choice}}, goes_on) == 0);
        CHECK(pool.take({choice}));
    };
    take_when_built(0, 0s);
    CHECK(pool.depth() == 4);
    take_when_built(1, 1s);
    CHECK(pool.depth() == 2);
    REQUIRE(pool.start(plan_of(2)));
    CHECK(pool.take({2}));  // whoever asks for it by name may wait as well
    CHECK(pool.depth() == 4);
}

TEST_CASE("what is built first is known first, also beside a worker that says it is alive") {
    // Who makes the folder first builds slowly.
    ScriptedPool scripted(opened + asked + "if mkdir slow; then for i in 1 2 3 4; do sleep 0.25; " +
                              "echo '{\"alive\":1}' >&3; done; fi\necho '" + built + "' >&3\n" +
                              asked,
                          2);
    PrebuildPool& pool = *scripted.pool;
    REQUIRE(pool.start(plan_of(0)));
    while (!std::filesystem::exists(scripted.folder / "slow")) std::this_thread::sleep_for(1ms);
    REQUIRE(pool.start(plan_of(1)));
    REQUIRE(pool.start(plan_of(1)));  // has begun
    const std::vector<Config> asked_for{{2}, {0}, {1}};
    CHECK(pool.first_built(asked_for, goes_on) == 2);
    CHECK(pool.first_built(asked_for, goes_on) == 2);
    REQUIRE(pool.take({1}));
    CHECK(pool.first_built(asked_for, goes_on) == 1);
    CHECK(pool.take({0})->outcome == Outcome::ok);
    CHECK(pool.first_built(asked_for, goes_on) == 0);  // nothing is built
    CHECK_FALSE(pool.take({2}));
}

TEST_CASE("a build that fails or does not end is over as well") {
    ScriptedPool scripted(opened + asked + "if mkdir dies; then exit 7; fi\nsleep 60\n", 2);
    PrebuildPool& pool = *scripted.pool;
    REQUIRE(pool.start(plan_of(0)));
    while (!std::filesystem::exists(scripted.folder / "dies")) std::this_thread::sleep_for(1ms);
    REQUIRE(pool.start(plan_of(1)));
    const std::vector<Config> both{{1}, {0}};
    CHECK(pool.first_built(both, goes_on) == 1);
    CHECK(pool.take({0})->outcome == Outcome::crash);
    CHECK(pool.first_built(both, goes_on) == 0);
    CHECK(pool.take({1})->outcome == Outcome::timeout);
}

TEST_CASE("a choice that is given up is not waited for") {
    ScriptedPool scripted(opened + asked + "sleep 60\n", 1);
    REQUIRE(scripted.pool->start(plan_of(0)));
    std::atomic<bool> given_up = false;
    std::thread gives_up([&] {
        std::this_thread::sleep_for(100ms);
        given_up = true;
    });
    const auto began = std::chrono::steady_clock::now();
    CHECK(scripted.pool->first_built(std::vector<Config>{{0}}, given_up) == 0);
    CHECK(std::chrono::steady_clock::now() - began < 1s);
    gives_up.join();
}

TEST_CASE("what a builder of the last bench still compiles is not compiled twice") {
    AfterAnother after;
    PrebuildPool& pool = *after.next;
    CHECK_FALSE(pool.start(plan_of(0)));  // though there is room
    const auto began = std::chrono::steady_clock::now();
    start_when_free(pool, 0, began);
    const auto result = pool.take({0});
    REQUIRE(result);
    CHECK(result->outcome == Outcome::ok);
}

TEST_CASE("builders of the last bench that still compile leave no room for others") {
    AfterAnother after;
    PrebuildPool& pool = *after.next;
    const auto began = std::chrono::steady_clock::now();
    CHECK(pool.start(plan_of(1)));  // of two one is busy
    CHECK_FALSE(pool.start(plan_of(2)));
    CHECK(std::chrono::steady_clock::now() - began < 400ms);
    start_when_free(pool, 2, began);
    CHECK(pool.take({2}));
}

TEST_CASE("a build stands still while it is paused, which is no part of its time") {
    // Five steps of a tenth of a second; said to have taken two seconds.
    ScriptedPool scripted(opened + asked +
                              "for i in 1 2 3 4 5; do sleep 0.1; echo >>steps; done\n"
                              "echo '{\"done\":{\"outcome\":\"ok\",\"message\":\"\","
                              "\"milliseconds\":2000,\"built\":[]}}' >&3\n" +
                              asked,
                          1);
    PrebuildPool& pool = *scripted.pool;
    const auto file = scripted.folder / "steps";
    const auto steps = [&] { return std::filesystem::exists(file) ? file_size(file) : 0; };
    REQUIRE(pool.start(plan_of(0)));
    while (steps() < 2) std::this_thread::sleep_for(1ms);
    pool.pause();
    pool.pause();
    std::this_thread::sleep_for(50ms);
    const auto before = steps();
    CHECK(before < 5);
    std::this_thread::sleep_for(1300ms);  // with this the build takes longer than it may
    CHECK(steps() == before);
    pool.go_on();
    pool.go_on();
    const auto result = pool.take({0});
    REQUIRE(result);
    CHECK(result->outcome == Outcome::ok);
    CHECK(result->milliseconds < 700);
    CHECK(result->milliseconds > 300);
    CHECK(steps() == 5);
}

TEST_CASE("a builder that cannot be stopped is waited for, and its result is found") {
    struct Unstoppable : WorkerProcess {
        Unstoppable(const std::filesystem::path& program, int channel) : local(program, channel) {}
        void kill() override { local.kill(); }
        std::string exit_description() override { return local.exit_description(); }
        LocalProcess local;
    };
    const Folder folder;
    const auto program = script_of_a_worker(
        folder, opened + asked + "sleep 0.2; echo '" + built + "' >&3\n" + asked);
    BenchSetup setup;
    setup.device.placement.launch = [&] {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
        const Channel theirs(ends[1]);
        return std::make_unique<WorkerHandle>(Channel(ends[0]),
                                              std::make_unique<Unstoppable>(program, ends[1]));
    };
    PrebuildPool pool(setup, Timeouts{.open = 1500ms, .build = 1500ms}, 2, program);
    REQUIRE(pool.start(plan_of(0)));
    REQUIRE(pool.start(plan_of(1)));
    pool.pause();
    const auto before = std::chrono::steady_clock::now();
    for (const Config::value_type choice : Config{1, 0}) {
        const auto found = pool.take({choice});
        REQUIRE(found);
        CHECK(found->outcome == Outcome::ok);
    }
    CHECK(std::chrono::steady_clock::now() - before < 150ms);
    pool.go_on();
    CHECK(pool.start(plan_of(2)));
}

TEST_CASE("a build that does not end is cut off") {
    ScriptedPool scripted(opened + asked + "sleep 60\n", 1);
    REQUIRE(scripted.pool->start(plan_of(0)));
    const auto late = scripted.pool->take({0});
    REQUIRE(late);
    CHECK(late->outcome == Outcome::timeout);
}

TEST_CASE("a worker that cannot open the device says nothing of the config") {
    ScriptedPool scripted(asked + "echo '{\"failed\":\"no device\"}' >&3\n" + asked, 1);
    REQUIRE(scripted.pool->start(plan_of(0)));
    CHECK_FALSE(scripted.pool->take({0}));
}

TEST_CASE("the program's own workers build ahead on a real device") {
    const Timeouts timeouts;
    const BenchSetup added = adding("x[0] += BY;");
    PrebuildPool right(added, timeouts, 1, HONE_PROGRAM);
    REQUIRE(right.start(plan_in(added, 0)));
    const auto built_there = right.take({0});
    REQUIRE(built_there);
    CHECK(built_there->outcome == Outcome::ok);
    CHECK(built_there->milliseconds > 0);
    CHECK(built_there->built.size() == 1);

    const BenchSetup faulty = adding("x[0] += BY + nothing;");
    PrebuildPool broken(faulty, timeouts, 1, HONE_PROGRAM);
    REQUIRE(broken.start(plan_in(faulty, 1)));
    const auto refused = broken.take({1});
    REQUIRE(refused);
    CHECK(refused->outcome == Outcome::build);
    CHECK_THAT(refused->message, Catch::Contains("nothing"));
}
