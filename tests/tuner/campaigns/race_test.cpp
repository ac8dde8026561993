// SPDX-License-Identifier: MIT
// Two kernels with recorded benches compete for one problem: who searches, how long, and who
// continues.
#include "tuner/campaigns/race.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <list>
#include <map>
#include <set>
#include <thread>

#include "tests/tuner/campaigns/made_campaign.hpp"
#include "tuner/campaigns/race_shares.hpp"
#include "tuner/worker/timeouts.hpp"

using namespace hone;
using namespace hone::made_campaign;
using std::chrono::nanoseconds;
using std::chrono::seconds;

namespace {

/// The outcome of a race of two kernels.
struct Raced {
    std::size_t wide_turns = 0, tall_turns = 0;
    std::size_t wide_tried = 0, tall_tried = 0;
    std::chrono::nanoseconds wide_limit = {};  // of its longest turn
    std::string first;                         // of the kernels
};

/// A race ends before all configs are tried.
void enlarge_spaces(MadeCampaign& made) {
    for (Space& space : made.spaces)
        for (int work_group = 136; work_group <= 1024; work_group += 2)
            space.parameters.at(1).values.emplace_back(Number(work_group));
}

/// A race of three seconds; "wide" takes `wide_us` and "tall" 1 ms, in spaces too large for that
/// time.
Raced race_of_two(double wide_us, bool resume, const std::set<std::string>& far_behind = {}) {
    MadeCampaign made;
    enlarge_spaces(made);
    made.time = [&](const MadeCase& one) { return one.kernel == "wide" ? wide_us : 1000; };
    TuneOptions options = made.tune_options();
    options.resume = resume;
    options.time_limit = seconds(3);
    Raced raced;
    std::map<std::string, nanoseconds> left;  // the time left of the kernel's turn
    Campaign campaign = made.campaign();
    campaign.on_progress = [&](const Task& task, const Progress& progress) {
        const std::string& kernel = task.setup.space.name;
        if (raced.first.empty()) raced.first = kernel;
        if (progress.phase != "searching") return;
        if (*progress.left > left[kernel])
            ++(kernel == "wide" ? raced.wide_turns : raced.tall_turns);
        if (kernel == "wide") raced.wide_limit = std::max(raced.wide_limit, *progress.left);
        left[kernel] = *progress.left;
    };
    const std::vector<KernelResult> results = race(
        tasks_for(options, {made.here}, made.spaces, made.problem(8192)).tasks,
        {.limit = options.time_limit, .ends_in_time = true, .far_behind = far_behind}, campaign);
    CHECK(results.size() == 2);
    // A kernel has one run, over all of its turns.
    CHECK(made.store.runs().size() == 2);
    for (const Run& run : made.store.runs()) CHECK(run.state == State::finished);
    for (const auto& [task, result] : results) {
        CHECK(result.reused == 0);
        (task.setup.space.name == "wide" ? raced.wide_tried : raced.tall_tried) = result.tried;
    }
    return raced;
}

}  // namespace

TEST_CASE("a kernel that is far behind gets no second turn, one that is near gets one") {
    for (const bool resume : {true, false}) {
        const Raced far = race_of_two(9000, resume);
        CHECK(far.wide_turns == 1);
        CHECK(far.tall_turns == 2);
        CHECK(far.wide_tried > 0);
        CHECK(far.tall_tried > 0);
        const Raced near = race_of_two(1500, resume);
        CHECK(near.wide_turns == 2);
        CHECK(near.tall_turns == 2);
    }
}

TEST_CASE("a kernel that is expected to be far behind comes last, for a short turn") {
    const Raced far = race_of_two(9000, true, {"wide", "another one"});
    CHECK(far.first == "tall");
    CHECK(far.wide_turns == 1);
    CHECK(far.wide_limit <= short_turn(seconds(3)));
    CHECK(far.wide_limit > nanoseconds(0));
    CHECK(far.tall_turns == 2);
    CHECK(far.tall_tried > 2 * far.wide_tried);
    CHECK(race_of_two(9000, true).first == "wide");
}

TEST_CASE("the turn of a kernel that is far behind is cut off soon") {
    struct Noting : RecordedBench {
        Noting(const RecordedSpace& recorded, nanoseconds& noted)
            : RecordedBench(recorded), longest(noted) {}
        void begin_turn(std::optional<std::chrono::steady_clock::time_point> end,
                        std::chrono::milliseconds /*for_first_result*/) override {
            REQUIRE(end);
            longest = std::max<nanoseconds>(longest, *end - std::chrono::steady_clock::now());
        }
        nanoseconds& longest;
    };
    const auto longest_turn = [](const std::string& slow, const std::set<std::string>& far_behind) {
        MadeCampaign made;
        enlarge_spaces(made);
        made.time = [&](const MadeCase& one) { return one.kernel == slow ? 9000 : 1000; };
        TuneOptions options = made.tune_options();
        options.time_limit = seconds(3);
        std::map<std::string, nanoseconds> longest;
        std::list<RecordedSpace> recordings;
        options.measure.make_bench = [&](const BenchSetup& setup, const Timeouts& /*timeouts*/) {
            return std::make_unique<Noting>(recordings.emplace_back(made.record(setup)),
                                            longest[setup.space.name]);
        };
        race(tasks_for(options, {made.here}, made.spaces, made.problem(8192)).tasks,
             {.limit = options.time_limit, .ends_in_time = true, .far_behind = far_behind},
             made.campaign());
        return longest.at(slow);
    };
    CHECK(longest_turn("wide", {"wide"}) <= seconds(1));
    CHECK(longest_turn("wide", {}) > seconds(3));
    // If all kernels are far behind, none gets a short turn: neither the first nor one whose turn
    // comes after times are known.
    CHECK(longest_turn("tall", {"wide", "tall"}) > seconds(1));
}

TEST_CASE("on a CPU a kernel whose first run is cut off has another turn only if it may win") {
    struct CutOff : RecordedBench {
        CutOff(const RecordedSpace& recorded, nanoseconds ran, int& counted)
            : RecordedBench(recorded), run_time(ran), turns(counted) {}
        void begin_turn(std::optional<std::chrono::steady_clock::time_point> /*end*/,
                        std::chrono::milliseconds /*for_first_result*/) override {
            ++turns;
        }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            if (run_time == nanoseconds(0)) return RecordedBench::run(config, limits);
            throw TimeIsUp();
        }
        nanoseconds run_at_end() const override { return run_time; }
        nanoseconds run_time;
        int& turns;
    };
    const auto turns_of_slow = [](nanoseconds ran) {
        MadeCampaign made;
        enlarge_spaces(made);
        made.here.device.type = "cpu";
        TuneOptions options = made.tune_options();
        options.time_limit = seconds(3);
        std::map<std::string, int> turns;
        std::list<RecordedSpace> recordings;
        options.measure.make_bench = [&](const BenchSetup& setup, const Timeouts& /*timeouts*/) {
            const std::string& kernel = setup.space.name;
            return std::make_unique<CutOff>(recordings.emplace_back(made.record(setup)),
                                            kernel == "wide" ? ran : nanoseconds(0), turns[kernel]);
        };
        race(tasks_for(options, {made.here}, made.spaces, made.problem(8192)).tasks,
             {.limit = options.time_limit, .ends_in_time = true}, made.campaign());
        CHECK(turns.at("tall") == 2);
        return turns.at("wide");
    };
    CHECK(turns_of_slow(seconds(10)) == 1);
    CHECK(turns_of_slow(seconds(1)) == 2);
}

TEST_CASE("a first result has its time where none is stored yet") {
    struct Noting : RecordedBench {
        Noting(const RecordedSpace& recorded, std::chrono::milliseconds& noted)
            : RecordedBench(recorded), longest(noted) {}
        void begin_turn(std::optional<std::chrono::steady_clock::time_point> /*end*/,
                        std::chrono::milliseconds for_first_result) override {
            longest = std::max(longest, for_first_result);
        }
        std::chrono::milliseconds& longest;
    };
    MadeCampaign made;
    enlarge_spaces(made);
    const auto longest = [&](bool resume) {
        TuneOptions options = made.tune_options();
        options.time_limit = seconds(1);
        options.resume = resume;
        std::chrono::milliseconds most{0};
        std::list<RecordedSpace> recordings;
        options.measure.make_bench = [&](const BenchSetup& setup, const Timeouts& /*timeouts*/) {
            return std::make_unique<Noting>(recordings.emplace_back(made.record(setup)), most);
        };
        race(tasks_for(options, {made.here}, made.spaces, made.problem(8192)).tasks,
             {.limit = options.time_limit, .ends_in_time = true}, made.campaign());
        return most;
    };
    CHECK(longest(true) == seconds(20));
    CHECK(longest(true) == seconds(0));
    CHECK(longest(false) == seconds(20));
}

TEST_CASE("where it is not far behind after all it goes on like the others") {
    const Raced near = race_of_two(1500, true, {"wide"});
    CHECK(near.first == "tall");
    CHECK(near.wide_turns == 2);
}

TEST_CASE("where every kernel is expected to be far behind none is") {
    const Raced all = race_of_two(1500, true, {"wide", "tall"});
    CHECK(all.first == "wide");
    CHECK(all.wide_turns == 2);
    CHECK(all.tall_turns == 2);
}

TEST_CASE(
    "a device that differs from others of its kind is tuned alone, by each kernel that goes on") {
    MadeCampaign made;
    enlarge_spaces(made);
    const LocalDevice slow = MadeCampaign::described("Slow GPU");
    made.know_local_memory(slow);
    made.time = [&](const MadeCase& one) { return one.device == "Slow GPU" ? 2000 : 1000; };
    TuneOptions options = made.tune_options();
    options.time_limit = seconds(2);
    const ProblemResult tuned =
        tune_problem(options, {made.here, slow}, made.spaces, made.problem(8192), made.campaign());
    REQUIRE(tuned.results.size() == 4);
    std::set<std::string> alone;
    for (const auto& [task, result] : tuned.results) {
        const bool is_slow = task.setup.device.device.name == "Slow GPU";
        REQUIRE(result.best);
        CHECK(result.best->time.median == Approx(is_slow ? 2e6 : 1e6).epsilon(0.01));
        CHECK(result.tried > 0);
        CHECK(result.excluded.size() == (is_slow ? 0 : 1));
        if (is_slow) alone.insert(task.setup.space.name);
    }
    CHECK(alone == std::set<std::string>{"tall", "wide"});
}

TEST_CASE("on a GPU a kernel that waits for its builds leaves the device to the next one") {
    using namespace std::chrono_literals;
    struct Seen {
        std::atomic<int> turns = 0, runs = 0;
    };
    // A program is built 100 ms after its request.
    struct Building : RecordedBench {
        Building(const RecordedSpace& recorded, Seen& noted)
            : RecordedBench(recorded), seen(noted) {}
        std::size_t prebuild_depth() const override { return 3; }
        void prebuild(const Plan& plan) override {
            built_at.try_emplace(plan.config, std::chrono::steady_clock::now() + 100ms);
        }
        std::size_t first_built(std::span<const Config> configs,
                                const std::atomic<bool>& given_up) override {
            while (!given_up) {
                for (std::size_t i = 0; i < configs.size(); ++i)
                    if (std::chrono::steady_clock::now() >= built_at.at(configs[i])) return i;
                std::this_thread::sleep_for(1ms);
            }
            return 0;
        }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            CHECK(std::chrono::steady_clock::now() >= built_at.at(config));
            ++seen.runs;
            searches = true;
            return RecordedBench::run(config, limits);
        }
        // The bench of the kernels' final is idle after its own turns.
        void rest() override { seen.turns += searches ? 1 : 0; }
        Seen& seen;
        bool searches = false;
        std::map<Config, std::chrono::steady_clock::time_point> built_at;
    };
    const auto race_on = [](const std::string& type, Seen& seen) {
        MadeCampaign made;
        enlarge_spaces(made);
        LocalDevice device = MadeCampaign::described("Test device");
        device.device.type = type;
        made.know_local_memory(device);
        TuneOptions options = made.tune_options();
        options.time_limit = seconds(3);
        std::list<RecordedSpace> recordings;
        options.measure.make_bench = [&](const BenchSetup& setup, const Timeouts& /*timeouts*/) {
            return std::make_unique<Building>(recordings.emplace_back(made.record(setup)), seen);
        };
        const auto began = std::chrono::steady_clock::now();
        nanoseconds last_end{0};  // of all turns, as far as they are searches
        Campaign campaign = made.campaign();
        campaign.on_progress = [&](const Task& /*task*/, const Progress& progress) {
            if (progress.phase != "searching") return;
            const nanoseconds since = std::chrono::steady_clock::now() - began;
            last_end = std::max(last_end, since + *progress.left);
        };
        const ProblemResult tuned =
            tune_problem(options, {device}, made.spaces, made.problem(8192), campaign);
        CHECK(std::chrono::steady_clock::now() - began < 8s);
        CHECK(last_end > 1s);
        CHECK(last_end < 2900ms);  // a sixteenth is left for the comparison of the kernels
        CHECK(tuned.results.size() == 2);
        REQUIRE(tuned.best());
    };
    Seen gpu, cpu;
    race_on("gpu", gpu);
    race_on("cpu", cpu);
    CHECK(cpu.turns == 4);
    CHECK(gpu.turns > 12);
    CHECK(gpu.runs > cpu.runs);
}

TEST_CASE("on a CPU where a trial takes half of the time one kernel is searched, not two") {
    MadeCampaign made;
    enlarge_spaces(made);
    made.time = [](const MadeCase&) { return 1000.0; };
    LocalDevice device = MadeCampaign::described("Test CPU");
    device.device.type = "cpu";
    made.know_local_memory(device);
    made.behavior.slowness = [](const Config& /*config*/, std::size_t /*measurements*/) {
        std::this_thread::sleep_for(std::chrono::milliseconds(700));
        return 1.0;
    };
    TuneOptions options = made.tune_options();
    options.time_limit = seconds(2);
    const ProblemResult tuned =
        tune_problem(options, {device}, made.spaces, made.problem(8192), made.campaign());
    REQUIRE(tuned.results.size() == 1);
    CHECK(tuned.results.front().first.setup.space.name == "wide");
    CHECK(tuned.best());
}
