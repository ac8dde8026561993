// SPDX-License-Identifier: MIT
// Workers that are scripts: they end, hang, print garbage and come late, and each becomes an
// outcome.
#include "tuner/worker/remote_bench.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <thread>

#include "spaces/base/error.hpp"
#include "tests/tuner/worker/scripts.hpp"

using namespace hone;
using namespace std::chrono_literals;
using namespace hone::scripts;
using samples::Folder;

namespace {

/// A bench whose worker is a shell script.
struct ScriptedBench {
    explicit ScriptedBench(const std::string& script, const Timeouts& timeouts = {.build = 1500ms},
                           const BenchSetup& setup = {})
        : bench(setup, timeouts, script_of_a_worker(folder, script)) {}

    Folder folder;
    RemoteBench bench;
};

// Neither gone nor a zombie.
bool lives(int pid) {
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text;
    std::getline(stat, text);
    return !text.empty() && text.find(") Z ") == text.npos;
}

}  // namespace

TEST_CASE("however a worker ends, it is an outcome, and the next one goes on") {
    struct Fate {
        std::string script;
        Outcome outcome;
        std::string why;
    };
    const std::vector<Fate> fates{
        {"exit 3", Outcome::crash, "exited with 3"},
        {"echo last words >&2; exit 4", Outcome::crash, "exited with 4: last words"},
        {"kill -SEGV $$", Outcome::crash, "was killed by signal 11 (Segmentation fault)"},
        {"echo no JSON >&3; sleep 60", Outcome::crash, "stopped answering"},
        {"echo '{}' >&3", Outcome::crash, "neither a result nor an error"},
        {"echo '{\"failed\":7}' >&3", Outcome::crash, "neither a result nor an error"},
        {"echo '{\"done\":3}' >&3", Outcome::crash, "malformed reply"},
        {"echo '{\"done\":{\"outcome\":\"fine\"}}' >&3", Outcome::crash, "'fine'"},
        {"sleep 60", Outcome::timeout, "no answer in 1.5 s"}};
    for (const Fate& fate : fates) {
        INFO(fate.script);
        ScriptedBench scripted(opened + asked + "if mkdir seen; then " + fate.script +
                               "; fi\necho '" + built + "' >&3\n" + asked);
        const BuildResult failed = scripted.bench.build({});
        CHECK(failed.outcome == fate.outcome);
        CHECK_THAT(failed.message, Catch::Contains(fate.why));
        CHECK(scripted.bench.build({}).outcome == Outcome::ok);
        CHECK(scripted.bench.workers_started() == 2);
    }
}

TEST_CASE("a reference that takes the device with it is not asked again") {
    const auto reply = [](const std::string& lost) {
        return R"({"done":{"fault":"CLBlast fails","lost":)" + lost +
               R"(,"bytes":0,"checked_with":"host"}})";
    };
    ScriptedBench scripted(
        asked + "if mkdir seen; then echo '" + reply("true") + "' >&3; read -r end <&3; fi\n" +
        R"(case $request in *'"reference_fault":"CLBlast fails"'*) ;; *) exit 5;; esac
)" + "echo '" +
        reply("false") + "' >&3\n" + asked + "echo '" + built + "' >&3\n" + asked);
    CHECK(scripted.bench.build({}).outcome == Outcome::ok);
    CHECK(scripted.bench.reference_fault() == "CLBlast fails");
    CHECK(scripted.bench.checked_with() == "host");
    CHECK(scripted.bench.workers_started() == 2);
}

TEST_CASE("a worker says what its results are checked with when it opens its bench") {
    ScriptedBench scripted(opened + asked);
    CHECK(scripted.bench.checked_with().empty());
    scripted.bench.open();
    CHECK(scripted.bench.checked_with() == "clblast+host");
    CHECK(scripted.bench.workers_started() == 1);
}

TEST_CASE("a worker that loses the device without a reference is broken") {
    for (const char* fault : {"", "CLBlast fails"}) {
        const std::string lost = R"({"done":{"fault":")" + std::string(fault) +
                                 R"(","lost":true,"bytes":0,"checked_with":"host"}})";
        ScriptedBench scripted(asked + "echo '" + lost + "' >&3\n" + asked);
        CHECK_THROWS_WITH(scripted.bench.open(), Catch::Contains("was not asked lost the device"));
        CHECK(scripted.bench.workers_started() <= 4);
    }
}

TEST_CASE("a worker that says it lives gets its time anew") {
    const std::string alive = "sleep 0.7; echo '{\"alive\":true}' >&3\n";
    ScriptedBench scripted(opened + asked + alive + alive + alive + "echo '" + built + "' >&3\n" +
                           asked);
    CHECK(scripted.bench.build({}).outcome == Outcome::ok);
    CHECK(scripted.bench.workers_started() == 1);
}

TEST_CASE("a check at another size may take longer than what ran at the tuned one") {
    const std::string ran =
        R"(echo '{"done":{"outcome":"ok","message":"","samples":[9],"error":0,"wrong_elements":0,)"
        R"("location":"","nondeterministic":false,"stop":1,"device_lost":false}}' >&3
)";
    ScriptedBench scripted(opened + asked + ran + asked + "sleep 10.5; " + ran + asked);
    CHECK(scripted.bench.run({}, {}).outcome == Outcome::ok);  // at once: more may take ten seconds
    CHECK(scripted.bench.run_size_check({}, {}).outcome == Outcome::ok);
    CHECK(scripted.bench.workers_started() == 1);
}

TEST_CASE("a worker that says for ever that it lives is not waited for") {
    ScriptedBench scripted(
        opened + asked + "while echo '{\"alive\":true}' >&3; do sleep 0.05; done",
        {.build = 100ms});
    const auto began = std::chrono::steady_clock::now();
    CHECK(scripted.bench.build({}).outcome == Outcome::timeout);
    CHECK(std::chrono::steady_clock::now() - began < 60s);
}

TEST_CASE("figures that cannot be are those of a broken worker") {
    const std::string build = R"({"outcome":"ok","message":"","milliseconds":1,"built":[]})";
    const std::string kernel =
        R"({"registers":-5,"spills":0,"barriers":0,"local_memory":0,"private_memory":0,)"
        R"("max_work_group":0,"preferred_multiple":0})";
    for (const auto& [what, said] : std::vector<std::pair<std::string, std::string>>{
             {"\"milliseconds\":1", "\"milliseconds\":-1"}, {"[]", '[' + kernel + ']'}}) {
        std::string wrong = build;
        wrong.replace(wrong.find(what), what.size(), said);
        INFO(wrong);
        ScriptedBench scripted(opened + asked + "echo '{\"done\":" + wrong + "}' >&3\n" + asked);
        const BuildResult result = scripted.bench.build({});
        CHECK(result.outcome == Outcome::crash);
        CHECK_THAT(result.message, Catch::Contains("below zero"));
    }
}

TEST_CASE("a failure is told as one, whatever code a worker sends with it") {
    for (const int code : {0, 1, 130, -7, 4000}) {
        ScriptedBench scripted(asked + "echo '{\"failed\":\"no\",\"hint\":\"\",\"exit\":" +
                               std::to_string(code) + "}' >&3\n" + asked);
        INFO(code);
        try {
            scripted.bench.open();
            FAIL("it was opened");
        } catch (const Error& error) {
            CHECK(error.exit() == Exit::environment);
        }
    }
}

TEST_CASE("what a worker prints is bounded, and goes on without it") {
    ScriptedBench scripted(
        opened + asked + "head -c 5000000 /dev/zero && exit 9\necho '" + built + "' >&3\n" + asked,
        {.build = 20s});
    CHECK(scripted.bench.build({}).outcome == Outcome::ok);
}

TEST_CASE("a worker that dies at its start gets one successor, not more") {
    ScriptedBench once("mkdir seen && exit 1\n" + opened + asked);
    once.bench.open();
    CHECK(once.bench.workers_started() == 2);
    ScriptedBench always("exit 1");
    CHECK_THROWS_AS(always.bench.open(), Error);
    CHECK(always.bench.workers_started() == 2);
}

namespace {

// Why a worker cannot be opened that runs a reference and then does this.
std::string blame_after(const std::string& fate, Exit& exit) {
    ScriptedBench scripted(asked + "echo '{\"alive\":true,\"reference\":\"plain\"}' >&3\n" + fate,
                           {.run = 500ms});
    try {
        scripted.bench.open();
    } catch (const Error& error) {
        exit = error.exit();
        return error.what();
    }
    return {};
}

}  // namespace

TEST_CASE("a reference that crashes or hangs is named, and not the device") {
    Exit exit = Exit::done;
    CHECK_THAT(blame_after("kill -SEGV $$", exit),
               Catch::Contains("the reference 'plain' crashed") && Catch::Contains("signal 11"));
    CHECK(exit == Exit::usage);
    CHECK_THAT(blame_after("sleep 60", exit),
               Catch::Contains("the reference 'plain' hangs: no answer in 0.5 s"));
    CHECK(exit == Exit::usage);
    const std::string over = "echo '{\"alive\":true,\"reference\":\"\"}' >&3\n";
    CHECK_THAT(blame_after(over + "kill -SEGV $$", exit), !Catch::Contains("reference"));
    CHECK(exit == Exit::environment);
}

TEST_CASE("a reference that runs at the end of the time is known") {
    ScriptedBench scripted(asked + "echo '{\"alive\":true,\"reference\":\"plain\"}' >&3\n" + asked);
    scripted.bench.begin_turn(std::chrono::steady_clock::now() + 500ms, {});
    CHECK_THROWS_AS(scripted.bench.open(), TimeIsUp);
    CHECK(scripted.bench.reference_at_end() == "plain");
}

TEST_CASE("how long a config ran when the time was over is known, unless a driver compiled then") {
    const auto ran_on = [](const std::string& type) {
        BenchSetup setup;
        setup.device.device.type = type;
        ScriptedBench scripted(opened + asked + "echo '" + built + "' >&3\n" + asked + "sleep 60\n",
                               {}, setup);
        scripted.bench.begin_turn(std::chrono::steady_clock::now() + 500ms, {});
        REQUIRE(scripted.bench.build({}).outcome == Outcome::ok);
        CHECK(scripted.bench.run_at_end() == 0ns);
        CHECK_THROWS_AS(scripted.bench.run({}, {}), TimeIsUp);
        const auto ran = scripted.bench.run_at_end();
        scripted.bench.begin_turn({}, {});
        CHECK(scripted.bench.run_at_end() == 0ns);
        return ran;
    };
    CHECK(ran_on("gpu") > 0ns);
    CHECK(ran_on("gpu") <= 500ms + 10s);
    CHECK(ran_on("cpu") == 0ns);
}

TEST_CASE("a CPU builds nothing while a config runs, also if the turn ends soon") {
    // A builder writes into a file until the folder is gone. A run that sees more of it crashes.
    const std::string ran =
        R"(echo '{"done":{"outcome":"ok","message":"","samples":[9],"error":0,"wrong_elements":0,)"
        R"("location":"","nondeterministic":false,"stop":1,"device_lost":false}}' >&3
)";
    const std::string builds =
        "printf . >written\nwhile [ -e written ]; do printf . >>written; sleep 0.01; done\n";
    BenchSetup setup;
    setup.device.device.type = "cpu";
    setup.device.placement.cores = {0, 1};
    ScriptedBench scripted(opened + "case $request in *'open builder'*) builder=1;; esac\n" +
                               asked + "if [ $builder ]; then " + builds + "exit; fi\n" +
                               "before=$(wc -c <written); sleep 0.3\n" +
                               "[ $before = $(wc -c <written) ] || exit 5\n" + ran + asked,
                           {.open = 60s, .build = 60s, .run = 60s}, setup);
    scripted.bench.prebuild({});
    for (int i = 0; i < 500 && !std::filesystem::exists(scripted.folder / "written"); ++i)
        std::this_thread::sleep_for(20ms);
    scripted.bench.begin_turn(std::chrono::steady_clock::now() + 20s, {});
    const RunResult result = scripted.bench.run({}, {});
    INFO(result.message);
    CHECK(result.outcome == Outcome::ok);
}

TEST_CASE("what a worker refuses is an error with its words") {
    const std::string refusal = R"({"failed":"no such thing","hint":"look elsewhere","exit":2})";
    ScriptedBench scripted(opened + asked + "echo '" + refusal + "' >&3\n" + asked);
    CHECK_THROWS_WITH(scripted.bench.build({}), Catch::Contains("no such thing"));
}

TEST_CASE("with a late worker everything goes that it has started") {
    ScriptedBench scripted(opened + asked + "sleep 60 &\necho $! >started\nwait\n");
    CHECK(scripted.bench.build({}).outcome == Outcome::timeout);
    int started = 0;
    std::ifstream(scripted.folder / "started") >> started;
    REQUIRE(started > 0);
    for (int i = 0; i < 100 && lives(started); ++i) std::this_thread::sleep_for(20ms);
    CHECK_FALSE(lives(started));
}

TEST_CASE("a worker that ran a config without success serves no other bench") {
    const auto timed = [](const std::string& outcome) {
        return R"({"results":[{"outcome":")" + outcome +
               R"(","message":"","samples":[9],"error":0,"wrong_elements":0,"location":"",)"
               R"("nondeterministic":false,"stop":1,"device_lost":false}]})";
    };
    const auto held = [](const std::string& outcome) {
        return R"({"outcome":")" + outcome +
               R"(","message":"","device_lost":false,"seconds":1,"run_ns":9,"joules":0,"watts":0,)"
               R"("clock_mhz":0,"meter":"","throttled":"","no_energy":""})";
    };
    const auto started_after = [](const std::string& result, const auto& measure) {
        ScriptedBench scripted("printf . >>started\n" + opened + asked +
                               "echo '{\"done\":" + result + "}' >&3\n" + asked +
                               "echo '{\"done\":{}}' >&3\n" + opened + asked);
        measure(scripted.bench);
        scripted.bench.rest();
        scripted.bench.open();
        return std::filesystem::file_size(scripted.folder / "started");
    };
    const auto interleaved = [](RemoteBench& bench) { bench.time_interleaved({{0}}, 3, 1e9); };
    const auto steadily = [](RemoteBench& bench) { bench.time_sustained({0}, 1); };
    CHECK(started_after(timed("ok"), interleaved) == 1);
    CHECK(started_after(timed("launch"), interleaved) == 2);
    CHECK(started_after(held("ok"), steadily) == 1);
    CHECK(started_after(held("launch"), steadily) == 2);
}

TEST_CASE("a reason to stop that there is not is that of a broken worker") {
    for (const std::string stop : {"6", "-1", "1"}) {
        ScriptedBench scripted(
            opened + asked +
            R"(echo '{"done":{"outcome":"ok","message":"","samples":[9],"error":0,)"
            R"("wrong_elements":0,"location":"","nondeterministic":false,"stop":)" +
            stop + R"(,"device_lost":false}}' >&3
)" + asked);
        INFO(stop);
        const RunResult result = scripted.bench.run({}, {});
        CHECK(result.outcome == (stop == "1" ? Outcome::ok : Outcome::crash));
    }
}

TEST_CASE("a crash among interleaved configs is the outcome of all of them") {
    ScriptedBench scripted(opened + asked + "exit 5\n");
    for (const RunResult& result : scripted.bench.time_interleaved({{0}, {1}}, 3, 1e9)) {
        CHECK(result.outcome == Outcome::crash);
        CHECK_THAT(result.message, Catch::Contains("exited with 5"));
    }
}
