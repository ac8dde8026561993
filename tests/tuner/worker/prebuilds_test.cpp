// SPDX-License-Identifier: MIT
// Builds ahead of time: in parallel, received in any order, shared by several benches, and harmless
// on a failure.
#include "tuner/worker/prebuilds.hpp"

#include <sys/socket.h>

#include <array>
#include <catch2/catch.hpp>
#include <future>
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

const std::atomic<bool> goes_on = false;  // never given up

// For another bench, whose setup differs by its seed.
BenchSetup bench(std::uint64_t seed, const std::string& device = "gpu") {
    BenchSetup setup;
    setup.seed = seed;
    setup.device.device.type = device;
    return setup;
}

struct ScriptedBuilders {
    ScriptedBuilders(const std::string& script, std::size_t workers,
                     const BenchSetup& setup = BenchSetup{})
        : count(workers),
          program(script_of_a_worker(folder, script)),
          builds(std::in_place, setup, timeouts, workers, program) {}

    /// For another bench of the device.
    Prebuilds of(const BenchSetup& setup) const { return {setup, timeouts, count, program}; }

    /// The text that the workers have written into a file.
    std::string text_of(const std::string& name) const {
        std::ifstream file(folder / name);
        return {std::istreambuf_iterator<char>(file), {}};
    }
    /// Waits until there is this much of it.
    std::string text_of(const std::string& name, std::size_t size) const {
        const auto began = std::chrono::steady_clock::now();
        while (text_of(name).size() < size && std::chrono::steady_clock::now() - began < 5s)
            std::this_thread::sleep_for(1ms);
        return text_of(name);
    }

    static constexpr Timeouts timeouts{.open = 1500ms, .build = 1500ms};
    Folder folder;
    std::size_t count;
    std::filesystem::path program;
    std::optional<Prebuilds> builds;
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
    plan.values = {{"BY", Number(choice)}};
    return plan;
}

// With a parameter that is read at run time.
Plan plan_alike(Config::value_type choice) {
    Plan plan = plan_of(choice);
    plan.built_with = {{"BY", Number(1)}};
    return plan;
}

Plan plan_in(const BenchSetup& setup, Config::value_type choice) {
    return make_plan(setup.space, {choice}, known_names(setup));
}

// Writes the plan's number into a file: "{"do":"build","plan":{"config":[3],…".
const std::string noted =
    "request=${request#*config\\\":[}; printf %s \"${request%%]*}\" >>noted\n";
const std::string builds_at_once = asked + noted + "echo '" + built + "' >&3\n";
const std::string builds_slowly = asked + noted + "sleep 0.5; echo '" + built + "' >&3\n";
const std::string closed = asked + "echo '{\"done\":{}}' >&3\n";

/// The builders of a device after another bench's queue ended while one of its workers was building
/// the first plan.
struct AfterAnother {
    AfterAnother() {
        scripted.builds->start(plan_of(0));
        scripted.text_of("noted", 1);
        scripted.builds.reset();
        next.emplace(BenchSetup{}, ScriptedBuilders::timeouts, 2, scripted.program);
    }

    // Each builds slowly, and closes; and once more, immediately.
    ScriptedBuilders scripted{opened + builds_slowly + closed + opened + builds_at_once + closed,
                              2};
    std::optional<Prebuilds> next;
};

}  // namespace

TEST_CASE("results are kept until somebody takes them, and more builds than workers wait") {
    ScriptedBuilders scripted(opened + builds_at_once + builds_at_once + builds_at_once, 2);
    Prebuilds& builds = *scripted.builds;
    for (const Config::value_type choice : Config{0, 1, 2}) builds.start(plan_of(choice));
    const auto second = builds.take({1});
    REQUIRE(second);
    CHECK(second->outcome == Outcome::ok);
    CHECK(builds.take({0}));
    CHECK_FALSE(builds.take({0}));
    CHECK(builds.take({2}));
    CHECK_FALSE(builds.take({3}));
    CHECK(scripted.text_of("noted").size() == 3);
}

TEST_CASE("configs that share a program are built once, whenever they are asked for") {
    ScriptedBuilders scripted(opened + builds_slowly + builds_at_once, 2);
    Prebuilds& builds = *scripted.builds;
    for (const Config::value_type choice : Config{0, 1}) builds.start(plan_alike(choice));
    builds.start(plan_of(5));
    const auto first = builds.take({0});
    REQUIRE(first);
    CHECK_FALSE(first->is_shared);
    builds.start(plan_alike(2));
    for (const Config::value_type choice : Config{1, 2}) {
        const auto other = builds.take({choice});
        REQUIRE(other);
        CHECK(other->is_shared);
        CHECK(other->outcome == Outcome::ok);
        CHECK(other->milliseconds == 0);
    }
    CHECK(builds.take({5}));
    CHECK(scripted.text_of("noted").size() == 2);
}

TEST_CASE("a program whose build crashed is built again for another config") {
    ScriptedBuilders scripted(
        opened + asked + "mkdir seen && exit 7\n" + noted + "echo '" + built + "' >&3\n", 1);
    Prebuilds& builds = *scripted.builds;
    for (const Config::value_type choice : Config{0, 1}) builds.start(plan_alike(choice));
    const auto crashed = builds.take({0});
    REQUIRE(crashed);
    CHECK(crashed->outcome == Outcome::crash);
    const auto again = builds.take({1});
    REQUIRE(again);
    CHECK(again->outcome == Outcome::ok);
    CHECK_FALSE(again->is_shared);
    CHECK(scripted.text_of("noted") == "1");
}

TEST_CASE("a pause of a build takes nothing from its time, however long") {
    AwaitedReply awaited(100ms);
    const Deadline before = awaited.deadline();
    awaited.postpone(1h);
    CHECK(awaited.deadline() == before + 1h);
}

TEST_CASE("nobody waits for a build for longer than there is time") {
    ScriptedBuilders scripted(opened + asked + "until [ -e ends ]; do sleep 0.01; done; echo '" +
                                  built + "' >&3\n" + asked,
                              1);
    scripted.builds.reset();
    Prebuilds builds({}, Timeouts{.open = 1min, .build = 1min}, 1, scripted.program);
    builds.start(plan_of(0));
    const auto began = std::chrono::steady_clock::now();
    CHECK_FALSE(builds.take({0}, began + 100ms));
    CHECK(std::chrono::steady_clock::now() - began < 30s);
    std::ofstream(scripted.folder / "ends") << "now";
}

TEST_CASE("benches of one device share its builders, and the one that waits comes first") {
    ScriptedBuilders scripted(
        opened + builds_slowly + opened + builds_at_once + opened + builds_at_once + builds_at_once,
        1);
    Prebuilds& first = *scripted.builds;
    Prebuilds second = scripted.of(bench(2));
    for (const Config::value_type choice : Config{0, 1, 2}) first.start(plan_of(choice));
    REQUIRE(scripted.text_of("noted", 1) == "0");
    second.start(plan_of(3));
    CHECK(second.first_built(std::vector<Config>{{3}}, {}, goes_on) == 0);
    CHECK(second.take({3}));
    CHECK(first.take({2}));
    CHECK(scripted.text_of("noted") == "0312");
    CHECK_FALSE(second.take({0}));  // the other's
}

TEST_CASE("what others have asked for leaves half of the builders to the one that waits") {
    ScriptedBuilders scripted(opened + builds_slowly + builds_slowly + builds_slowly, 4);
    Prebuilds& first = *scripted.builds;
    Prebuilds second = scripted.of(bench(2));
    std::atomic<bool> given_up = false;
    std::thread waits([&] {
        first.start(plan_of(0));
        first.first_built(std::vector<Config>{{0}}, {}, given_up);
    });
    REQUIRE(scripted.text_of("noted", 1) == "0");
    for (const Config::value_type choice : Config{1, 2, 3, 4}) second.start(plan_of(choice));
    CHECK(scripted.text_of("noted", 3).size() == 3);
    std::this_thread::sleep_for(100ms);
    CHECK(scripted.text_of("noted").size() == 3);
    waits.join();
    CHECK(second.take({4}));
}

TEST_CASE("a GPU's driver lets one builder in after the other, a CPU's lets in all at once") {
    const std::string opens_slowly = "printf '<' >>noted; sleep 0.3; printf '>' >>noted\n" + opened;
    const auto begun_by_four = [&](const std::string& device) {
        ScriptedBuilders scripted(opens_slowly + builds_slowly + builds_slowly, 4,
                                  bench(1, device));
        for (const Config::value_type choice : Config{0, 1, 2, 3})
            scripted.builds->start(plan_of(choice));
        std::string seen;
        for (const char letter : scripted.text_of("noted", 8))
            if (letter == '<' || letter == '>') seen += letter;
        for (const Config::value_type choice : Config{0, 1, 2, 3})
            CHECK(scripted.builds->take({choice}));
        return seen.substr(0, 4);
    };
    CHECK(begun_by_four("gpu") == "<><>");
    CHECK(begun_by_four("cpu") == "<<<<");
}

TEST_CASE("what nobody wants any more is not begun, and what has begun comes to its end") {
    const auto device = GENERATE(std::string("gpu"), std::string("cpu"));
    ScriptedBuilders scripted(opened + asked + noted + "sleep 0.3; printf . >>ended; echo '" +
                                  built + "' >&3\n" + opened + builds_at_once,
                              1, bench(1, device));
    Prebuilds other = scripted.of(bench(2, device));
    scripted.builds->start(plan_of(0));
    scripted.builds->start(plan_of(1));
    REQUIRE(scripted.text_of("noted", 1) == "0");
    scripted.builds.reset();
    other.start(plan_of(2));
    CHECK(other.take({2}));
    CHECK(scripted.text_of("noted") == "02");
    CHECK(scripted.text_of("ended") == ".");
}

TEST_CASE("a build that crashes its worker is an outcome, and the slot goes on") {
    ScriptedBuilders scripted(
        opened + asked + "mkdir seen && exit 7\necho '" + built + "' >&3\n" + asked, 1);
    scripted.builds->start(plan_of(0));
    const auto crashed = scripted.builds->take({0});
    REQUIRE(crashed);
    CHECK(crashed->outcome == Outcome::crash);
    CHECK_THAT(crashed->message, Catch::Contains("exited with 7"));
    scripted.builds->start(plan_of(1));
    const auto built_then = scripted.builds->take({1});
    REQUIRE(built_then);
    CHECK(built_then->outcome == Outcome::ok);
}

TEST_CASE("where builds are waited for all workers build, else half of them") {
    const std::string slowly = "sleep 0.1\necho '" + built + "' >&3\n" + asked;
    ScriptedBuilders scripted(opened + asked + slowly + slowly + slowly + slowly, 4);
    Prebuilds& builds = *scripted.builds;
    CHECK(builds.depth() == 2);
    const auto take_when_built = [&](Config::value_type choice, std::chrono::milliseconds later) {
        builds.start(plan_of(choice));
        std::this_thread::sleep_for(later);
        CHECK(builds.first_built(std::vector<Config>{{choice}}, {}, goes_on) == 0);
        CHECK(builds.take({choice}));
    };
    take_when_built(0, 0s);
    CHECK(builds.depth() == 4);
    take_when_built(1, 1s);
    CHECK(builds.depth() == 2);
    builds.start(plan_of(2));
    CHECK(builds.take({2}));  // a request by name may wait as well
    CHECK(builds.depth() == 4);
}

TEST_CASE("what is built first is known first, also beside a worker that says it is alive") {
    // The worker that makes the folder first builds slowly.
    ScriptedBuilders scripted(
        opened + asked + "if mkdir slow; then for i in 1 2 3 4; do sleep 0.25; " +
            "echo '{\"alive\":1}' >&3; done; fi\necho '" + built + "' >&3\n" + asked,
        2);
    Prebuilds& builds = *scripted.builds;
    builds.start(plan_of(0));
    while (!std::filesystem::exists(scripted.folder / "slow")) std::this_thread::sleep_for(1ms);
    builds.start(plan_of(1));
    builds.start(plan_of(1));  // has begun
    const std::vector<Config> asked_for{{2}, {0}, {1}};
    CHECK(builds.first_built(asked_for, {}, goes_on) == 2);
    CHECK(builds.first_built(asked_for, {}, goes_on) == 2);
    REQUIRE(builds.take({1}));
    CHECK(builds.first_built(asked_for, {}, goes_on) == 1);
    CHECK(builds.take({0})->outcome == Outcome::ok);
    CHECK(builds.first_built(asked_for, {}, goes_on) == 0);  // nothing is built
    CHECK_FALSE(builds.take({2}));
}

TEST_CASE("a build that fails or does not end is over as well") {
    ScriptedBuilders scripted(opened + asked + "if mkdir dies; then exit 7; fi\nsleep 60\n", 2);
    Prebuilds& builds = *scripted.builds;
    builds.start(plan_of(0));
    while (!std::filesystem::exists(scripted.folder / "dies")) std::this_thread::sleep_for(1ms);
    builds.start(plan_of(1));
    const std::vector<Config> both{{1}, {0}};
    CHECK(builds.first_built(both, {}, goes_on) == 1);
    CHECK(builds.take({0})->outcome == Outcome::crash);
    CHECK(builds.first_built(both, {}, goes_on) == 0);
    CHECK(builds.take({1})->outcome == Outcome::timeout);
}

TEST_CASE("a build that does not end is waited for until the deadline") {
    ScriptedBuilders scripted(opened + asked + "sleep 60\n", 1);
    scripted.builds->start(plan_of(0));
    const std::vector<Config> only{{0}};
    const auto soon = std::chrono::steady_clock::now() + 100ms;
    CHECK(scripted.builds->first_built(only, soon, goes_on) == 0);
    CHECK_FALSE(scripted.builds->take({0}, soon));  // it is not over yet
    CHECK(std::chrono::steady_clock::now() >= soon);
}

TEST_CASE("a choice that is given up is not waited for") {
    ScriptedBuilders scripted(opened + asked + "sleep 60\n", 1);
    scripted.builds->start(plan_of(0));
    std::atomic<bool> given_up = false;
    std::thread gives_up([&] {
        std::this_thread::sleep_for(100ms);
        given_up = true;
    });
    const auto began = std::chrono::steady_clock::now();
    CHECK(scripted.builds->first_built(std::vector<Config>{{0}}, {}, given_up) == 0);
    CHECK(std::chrono::steady_clock::now() - began < 1s);
    gives_up.join();
}

TEST_CASE("what a builder of the last bench still compiles is not compiled twice at once") {
    AfterAnother after;
    after.next->start(plan_of(0));
    std::this_thread::sleep_for(100ms);
    CHECK(after.scripted.text_of("noted") == "0");  // though there is room
    const auto result = after.next->take({0});
    REQUIRE(result);
    CHECK(result->outcome == Outcome::ok);
    CHECK(after.scripted.text_of("noted") == "00");
}

TEST_CASE("builders of the last bench that still compile leave no room for others") {
    AfterAnother after;
    Prebuilds& builds = *after.next;
    builds.start(plan_of(1));  // one of two workers is busy
    builds.start(plan_of(2));
    CHECK(after.scripted.text_of("noted", 2) == "01");
    std::this_thread::sleep_for(100ms);
    CHECK(after.scripted.text_of("noted") == "01");
    CHECK(builds.take({2}));
    CHECK(builds.take({1}));
}

TEST_CASE("a build stands still while it is paused, which is no part of its time") {
    // Five steps of a tenth of a second; reported as two seconds.
    ScriptedBuilders scripted(opened + asked +
                                  "for i in 1 2 3 4 5; do sleep 0.1; echo >>steps; done\n"
                                  "echo '{\"done\":{\"outcome\":\"ok\",\"message\":\"\","
                                  "\"milliseconds\":2000,\"built\":[]}}' >&3\n" +
                                  asked,
                              1);
    Prebuilds& builds = *scripted.builds;
    const auto file = scripted.folder / "steps";
    const auto steps = [&] { return std::filesystem::exists(file) ? file_size(file) : 0; };
    builds.start(plan_of(0));
    while (steps() < 2) std::this_thread::sleep_for(1ms);
    builds.queue().pause();
    builds.queue().pause();
    std::this_thread::sleep_for(50ms);
    const auto before = steps();
    CHECK(before < 5);
    std::this_thread::sleep_for(1300ms);  // with this the build exceeds its limit
    CHECK(steps() == before);
    builds.queue().go_on();
    builds.queue().go_on();
    const auto result = builds.take({0});
    REQUIRE(result);
    CHECK(result->outcome == Outcome::ok);
    CHECK(result->milliseconds < 700);
    CHECK(result->milliseconds > 300);
    CHECK(steps() == 5);
}

TEST_CASE(
    "what an earlier bench of a CPU has left unfinished stands still, too, while another one "
    "times") {
    ScriptedBuilders scripted(opened + asked +
                                  "for i in 1 2 3 4 5 6; do sleep 0.1; echo >>steps; done\n"
                                  "echo '" +
                                  built + "' >&3\n" + closed + opened + builds_at_once,
                              1, bench(1, "cpu"));
    const auto file = scripted.folder / "steps";
    const auto steps = [&] { return std::filesystem::exists(file) ? file_size(file) : 0; };
    scripted.builds->start(plan_of(0));
    while (steps() < 2) std::this_thread::sleep_for(1ms);
    scripted.builds.reset();
    Prebuilds next = scripted.of(bench(2, "cpu"));
    next.queue().pause();
    std::this_thread::sleep_for(50ms);
    const auto before = steps();
    CHECK(before < 6);
    std::this_thread::sleep_for(500ms);
    CHECK(steps() == before);
    next.queue().go_on();
    next.start(plan_of(1));
    const auto result = next.take({1});
    REQUIRE(result);
    CHECK(result->outcome == Outcome::ok);
    CHECK(steps() == 6);  // by the same worker
    CHECK(scripted.text_of("noted") == "1");
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
        folder, opened + asked + noted + "sleep 0.2; echo '" + built + "' >&3\n" + asked);
    BenchSetup setup;
    setup.device.placement.launch = [&] {
        std::array<int, 2> ends{};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
        const Channel theirs(ends[1]);
        return std::make_unique<WorkerHandle>(Channel(ends[0]),
                                              std::make_unique<Unstoppable>(program, ends[1]));
    };
    Prebuilds builds(setup, Timeouts{.open = 1500ms, .build = 1500ms}, 2, program);
    builds.start(plan_of(0));
    builds.start(plan_of(1));
    while (!std::filesystem::exists(folder / "noted") || file_size(folder / "noted") < 2)
        std::this_thread::sleep_for(1ms);
    builds.queue().pause();
    for (const Config::value_type choice : Config{1, 0}) {
        const auto found =
            builds.take({choice}, std::chrono::steady_clock::now());  // without waiting
        REQUIRE(found);
        CHECK(found->outcome == Outcome::ok);
    }
    builds.queue().go_on();
    builds.start(plan_of(2));
}

namespace {

/// Workers that take as long to end as a test wants.
struct SlowEnds {
    struct Process : WorkerProcess {
        Process(SlowEnds& of, int channel) : local(of.program, channel), all(of) {}
        ~Process() override { all.may_end.wait(); }
        void kill() override { local.kill(); }
        std::string exit_description() override {
            all.is_asked = true;
            all.may_end.wait();
            return local.exit_description();
        }
        LocalProcess local;
        SlowEnds& all;
    };

    explicit SlowEnds(const std::string& script) : program(script_of_a_worker(folder, script)) {
        setup.device.placement.launch = [this] {
            std::array<int, 2> ends{};
            REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
            const Channel theirs(ends[1]);
            return std::make_unique<WorkerHandle>(Channel(ends[0]),
                                                  std::make_unique<Process>(*this, ends[1]));
        };
        builds.emplace(setup, Timeouts{.open = 1500ms, .build = 1500ms}, 1, program);
    }

    Folder folder;
    std::filesystem::path program;
    std::promise<void> allowed;
    std::shared_future<void> may_end = allowed.get_future().share();
    std::atomic<bool> is_asked = false;  // how a worker has exited
    BenchSetup setup;
    std::optional<Prebuilds> builds;
};

}  // namespace

TEST_CASE("a worker that takes long to exit delays no request, and its exit is described") {
    SlowEnds slow(opened + asked + "exit 7\n");
    slow.builds->start(plan_of(0));
    while (!slow.is_asked) std::this_thread::yield();
    const auto requests = std::async(std::launch::async, [&] {
        slow.builds->start(plan_of(1));
        slow.builds->queue().pause();
        slow.builds->queue().go_on();
    });
    CHECK(requests.wait_for(10s) == std::future_status::ready);
    slow.allowed.set_value();
    const auto crashed = slow.builds->take({0});
    REQUIRE(crashed);
    CHECK(crashed->outcome == Outcome::crash);
    CHECK_THAT(crashed->message, Catch::Contains("the worker exited with 7"));
}

TEST_CASE("a worker that is killed may take long to end without delaying a result or a request") {
    SlowEnds slow(opened + asked + "sleep 60\n");
    slow.builds->start(plan_of(0));
    const auto requests = std::async(std::launch::async, [&] {
        const auto late = slow.builds->take({0});
        slow.builds->start(plan_of(1));
        slow.builds->queue().pause();
        slow.builds->queue().go_on();
        return late && late->outcome == Outcome::timeout;
    });
    CHECK(requests.wait_for(20s) == std::future_status::ready);
    slow.allowed.set_value();
}

TEST_CASE("a build that does not end is cut off") {
    ScriptedBuilders scripted(opened + asked + "sleep 60\n", 1);
    scripted.builds->start(plan_of(0));
    const auto late = scripted.builds->take({0});
    REQUIRE(late);
    CHECK(late->outcome == Outcome::timeout);
}

TEST_CASE("a worker that cannot open the device says nothing of the config") {
    ScriptedBuilders scripted(asked + "echo '{\"failed\":\"no device\"}' >&3\n" + asked, 1);
    scripted.builds->start(plan_of(0));
    CHECK_FALSE(scripted.builds->take({0}));
}

TEST_CASE("the program's own workers build ahead on a real device") {
    const Timeouts timeouts;
    const BenchSetup added = adding("x[0] += BY;");
    Prebuilds right(added, timeouts, 1, HONE_PROGRAM);
    right.start(plan_in(added, 0));
    const auto built_there = right.take({0});
    REQUIRE(built_there);
    CHECK(built_there->outcome == Outcome::ok);
    CHECK(built_there->milliseconds > 0);
    CHECK(built_there->built.size() == 1);

    const BenchSetup faulty = adding("x[0] += BY + nothing;");
    Prebuilds broken(faulty, timeouts, 1, HONE_PROGRAM);
    broken.start(plan_in(faulty, 1));
    const auto refused = broken.take({1});
    REQUIRE(refused);
    CHECK(refused->outcome == Outcome::build);
    CHECK_THAT(refused->message, Catch::Contains("nothing"));
}
