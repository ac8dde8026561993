// SPDX-License-Identifier: MIT
// Whole sessions on a recorded bench without a device: which configs are tried, kept and chosen,
// and the messages.
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <map>
#include <set>
#include <span>
#include <thread>

#include "tests/tuner/session/recorded_session.hpp"

using namespace hone;
using namespace hone::recorded_session;

namespace {

std::size_t count(const std::vector<Trial>& trials, Purpose purpose) {
    return static_cast<std::size_t>(std::ranges::count(trials, purpose, &Trial::purpose));
}

}  // namespace

TEST_CASE("an exhaustive session tries what is legal and chooses the fastest") {
    RecordedSession session;
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
    CHECK(result.best->time.median == Approx(1e6).epsilon(0.01));
    CHECK(result.candidates == 44);
    CHECK(result.tried == 36);  // without the eight whose local memory is too large
    CHECK(result.outcomes.at(Outcome::ok) == 36);
    CHECK(result.run.state == State::finished);
    const auto trials = session.store.trials(result.run.id);
    CHECK(count(trials, Purpose::default_config) == 1);
    CHECK(count(trials, Purpose::final) >= 1);
    CHECK(session.store.best(result.run.key)->trial.config == result.best->config);
    const auto rejected = std::ranges::find(result.pruned, "local_memory", &Pruned::rule);
    REQUIRE(rejected != result.pruned.end());
    CHECK(rejected->count == 8);
}

TEST_CASE("a run goes on where an earlier one was, and measures nothing twice") {
    RecordedSession session;
    session.task.max_evals = 10;
    const TuningResult first = session.run();
    CHECK(first.tried == 10);
    CHECK(first.reused == 0);
    session.task.max_evals.reset();
    const TuningResult second = session.run();
    CHECK(second.tried == 36);
    CHECK(second.reused == 10);
    CHECK(count(session.store.trials(second.run.id), Purpose::search) == 26);
    CHECK(second.best->config == session.text_of(32, 128, 0));
    session.task.resume = false;
    CHECK(session.run().reused == 0);
}

TEST_CASE("a stopped session is interrupted, and what it measured is kept") {
    RecordedSession session;
    std::size_t measured = 0;
    session.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
        if (++measured == 6) session.stop = true;
        return 1.0;
    };
    const TuningResult result = session.run();
    CHECK(result.run.state == State::interrupted);
    CHECK(result.tried >= 3);
    CHECK(result.tried < 36);
    CHECK(session.store.trials(result.run.id).size() == result.tried);
    REQUIRE(result.best);  // the fastest so far
}

TEST_CASE("a session that is stopped before its turn tries nothing") {
    RecordedSession session;
    const auto begun = session.begin();
    session.stop = true;
    begun->run({});
    CHECK(begun->finish().tried == 0);
}

TEST_CASE("when the bench's time is up nothing more is asked of it") {
    RecordedSession session;
    std::size_t asked = 0;
    session.behavior.slowness = [&](const Config& /*config*/, std::size_t measurements) {
        if (measurements < 8) return 1.0;
        ++asked;
        throw TimeIsUp();
    };
    const auto search = [&] {
        const auto begun = session.begin();
        begun->run({.part = SessionTurn::Part::search});
        return begun->finish();
    };
    const TuningResult result = search();
    CHECK(asked == 1);
    CHECK(result.tried > 0);
    CHECK(result.tried <= 8);
    REQUIRE(result.best);
    session.task.audit = 10;
    session.task.resume = false;
    asked = 0;
    search();
    CHECK(asked == 1);
}

TEST_CASE("nothing is begun that the end of the turn would cut off") {
    using namespace std::chrono_literals;
    using Clock = std::chrono::steady_clock;
    struct Run {
        Clock::time_point began, ended;
    };
    struct Slow : RecordedBench {
        Slow(const RecordedSpace& recorded, std::vector<Run>& noted)
            : RecordedBench(recorded), runs(noted) {}
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            const auto began = Clock::now();
            if (ends_at) std::this_thread::sleep_for(100ms);
            runs.push_back({began, Clock::now()});
            return RecordedBench::run(config, limits);
        }
        std::size_t prebuild_depth() const override { return 3; }  // others wait while one runs
        void begin_turn(std::optional<Clock::time_point> turn_end,
                        std::chrono::milliseconds /*for_first_result*/) override {
            ends_at = turn_end;
        }
        std::optional<Clock::time_point> end() const override { return ends_at; }
        std::optional<Clock::time_point> ends_at = {};
        std::vector<Run>& runs;
    };
    RecordedSession session;
    std::vector<Run> runs;
    session.measure_with<Slow>(runs);
    const auto begun = session.begin();
    const auto end = Clock::now() + 350ms;
    const TurnResult first =
        begun->run({.limit = 1min, .end = end, .part = SessionTurn::Part::search});
    CHECK_FALSE(runs.empty());
    CHECK(runs.size() <= 4);
    // Each would end in time if it took as long as the one before. On a busy machine it may not, or
    // begin late.
    constexpr auto late = 30ms;
    for (std::size_t i = 1; i < runs.size(); ++i)
        CHECK(runs[i].began + (runs[i - 1].ended - runs[i - 1].began) < end + late);
    CHECK_FALSE(first.is_done);
    // Requests from meanwhile are served in the next turn.
    CHECK(begun->run({.part = SessionTurn::Part::search}).is_done);
    CHECK(begun->finish().tried == 36);
    CHECK(runs.size() == 36);
}

TEST_CASE("a first run has a result even if its reference took longer than the time limit") {
    using namespace std::chrono_literals;
    struct Counting : RecordedBench {
        Counting(const RecordedSpace& recorded, int& counted)
            : RecordedBench(recorded), runs(counted) {}
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            ++runs;
            return RecordedBench::run(config, limits);
        }
        int& runs;
    };
    const auto tried = [](RecordedSession& session, std::chrono::milliseconds for_first_result) {
        int runs = 0;
        session.measure_with<Counting>(runs);
        const auto begun = session.begin();
        begun->run({.limit = 0ms,  // no time is left after the reference
                    .end = std::chrono::steady_clock::now() + 1min,
                    .for_first_result = for_first_result,
                    .part = SessionTurn::Part::search});
        CHECK(begun->finish().best.has_value() == (runs > 0));
        return runs;
    };
    RecordedSession with_default, without_default, known;
    without_default.have_no_default_config();
    known.have_no_default_config();
    CHECK(tried(with_default, 1min) == 1);
    CHECK(tried(without_default, 1min) == 1);
    CHECK(tried(known, 0ms) == 0);  // another kernel has a result
}

TEST_CASE("a search goes on where its last turn was cut off, in the same run") {
    RecordedSession session;
    std::size_t asked = 0;
    session.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
        if (++asked == 8) throw TimeIsUp();
        return 1.0;
    };
    const auto begun = session.begin();
    const TurnResult first = begun->run({.part = SessionTurn::Part::search});
    REQUIRE(first.best);
    CHECK_FALSE(first.is_done);
    CHECK_FALSE(first.was_too_short);
    CHECK(begun->run({.part = SessionTurn::Part::search}).is_done);
    const TurnResult last = begun->run({.part = SessionTurn::Part::finals});
    const TuningResult result = begun->finish();
    CHECK(result.tried == 36);
    CHECK(result.reused == 0);
    CHECK(result.run.state == State::finished);
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
    CHECK(last.best->config == result.best->config);
    // Work that was cut off is tried in the next turn, and nothing is tried twice.
    const auto trials = session.store.trials(result.run.id);
    CHECK(count(trials, Purpose::search) == 35);
    CHECK(count(trials, Purpose::default_config) == 1);
    CHECK(count(trials, Purpose::final) >= 1);
    CHECK(session.store.runs().size() == 1);
}

TEST_CASE("a turn that yields ends while its configs are built, and they are run in the next") {
    // Nothing is built before the bench is idle.
    struct Building : RecordedBench {
        Building(const RecordedSpace& recorded, std::atomic<int>& counted)
            : RecordedBench(recorded), rests(counted) {}
        std::size_t prebuild_depth() const override { return 3; }
        std::size_t first_built(std::span<const Config> /*configs*/,
                                const std::atomic<bool>& given_up) override {
            for (int i = 0; rests == 0 && i < 10'000 && !given_up; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return 0;
        }
        void rest() override { ++rests; }
        std::atomic<int>& rests;
    };
    RecordedSession session;
    std::atomic<int> rests = 0;
    session.measure_with<Building>(rests);
    const auto begun = session.begin();
    const auto began = std::chrono::steady_clock::now();
    const TurnResult first = begun->run(
        {.limit = std::chrono::minutes(1), .part = SessionTurn::Part::search, .yields = true});
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(5));
    CHECK(rests == 1);
    CHECK_FALSE(first.best);
    CHECK_FALSE(first.is_done);
    CHECK(first.was_too_short);
    const TurnResult second = begun->run(
        {.limit = std::chrono::minutes(1), .part = SessionTurn::Part::search, .yields = true});
    CHECK(second.is_done);
    CHECK_FALSE(second.was_too_short);
    begun->run({.limit = std::chrono::seconds(10), .part = SessionTurn::Part::finals});
    const TuningResult result = begun->finish();
    CHECK(result.tried == 36);
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
    REQUIRE(result.defaults);
}

TEST_CASE("a config that another kernel has made hopeless meanwhile comes last") {
    struct Ahead : RecordedBench {
        Ahead(const RecordedSpace& recorded, std::vector<Config>& noted)
            : RecordedBench(recorded), ran(noted) {}
        std::size_t prebuild_depth() const override { return 7; }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            ran.push_back(config);
            return RecordedBench::run(config, limits);
        }
        std::vector<Config>& ran;
    };
    // How many of the first configs, after the defaults, have the smallest tile.
    const auto smallest_of_first = [](double incumbent_ns) {
        // The larger a tile, the more is computed.
        std::string text = space_text;
        const std::string flops = "2 * M * N * K";
        text.replace(text.find(flops), flops.size(), flops + " * TILE");
        RecordedSession session;
        session.task.setup.space = read_space(text, "made.toml");
        session.task.strategy = "random_sample";
        Probe peak = samples::probe(session.store.add(described_device()), 0, 1e12);
        peak.name = probes::fma_f32;
        peak.unit = "FLOP/s";
        session.store.add(peak);
        std::vector<Config> ran;
        session.measure_with<Ahead>(ran);
        const auto begun = session.begin();
        begun->run({.incumbent_ns = incumbent_ns, .part = SessionTurn::Part::search});
        CHECK(begun->finish().tried == 36);
        const std::span<const Config> first = std::span(ran).subspan(1, 4);
        return std::ranges::count_if(first, [](const Config& config) { return config[0] == 0; });
    };
    CHECK(smallest_of_first(0) < 4);
    CHECK(smallest_of_first(1) == 4);
}

TEST_CASE(
    "a session that has had no turn leaves no run, one that was not finished is interrupted") {
    RecordedSession session;
    session.begin();
    CHECK(session.store.runs().empty());
    session.begin()->run({.part = SessionTurn::Part::search});
    REQUIRE(session.store.runs().size() == 1);
    CHECK(session.store.runs().front().state == State::interrupted);
}

namespace {

/// An error ends the session after its first result, once its device is busy again.
void fail_beside(RecordedSession& made, const std::atomic<bool>& is_busy) {
    const auto fail = [&](const Progress& progress) {
        if (progress.phase != "searching") return;
        for (int i = 0; i < 5'000 && !is_busy; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        throw std::runtime_error("the disk is full");
    };
    Session session(made.task, made.store, fail, made.stop);
    session.prepare();
    CHECK_THROWS_WITH(session.run({.part = SessionTurn::Part::search}), "the disk is full");
}

}  // namespace

TEST_CASE("an error ends a session without a wait for its builds") {
    struct Notes {
        std::atomic<bool> is_busy = false, was_given_up = false;
    };
    struct Building : RecordedBench {
        Building(const RecordedSpace& recorded, Notes& noted)
            : RecordedBench(recorded), notes(noted) {}
        std::size_t prebuild_depth() const override { return 3; }
        std::size_t first_built(std::span<const Config> /*configs*/,
                                const std::atomic<bool>& given_up) override {
            if (!has_run) return 0;
            notes.is_busy = true;
            for (int i = 0; i < 5'000 && !given_up; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            notes.was_given_up = given_up.load();
            return 0;
        }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            has_run = true;
            return RecordedBench::run(config, limits);
        }
        Notes& notes;
        bool has_run = false;
    };
    RecordedSession session;
    Notes notes;
    session.measure_with<Building>(notes);
    fail_beside(session, notes.is_busy);
    CHECK(notes.was_given_up);
}

TEST_CASE("an error ends a run after the trial in progress") {
    struct Notes {
        std::filesystem::path file;
        std::atomic<bool> is_busy = false;
        State state = State::finished;  // of the run, at the end of its second trial
    };
    struct Running : RecordedBench {
        Running(const RecordedSpace& recorded, Notes& noted)
            : RecordedBench(recorded), notes(noted) {}
        std::size_t prebuild_depth() const override { return 3; }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            if (++calls == 2) {
                notes.is_busy = true;
                std::this_thread::sleep_for(std::chrono::milliseconds(200));
                notes.state = Store(notes.file, Access::read).runs().front().state;
            }
            return RecordedBench::run(config, limits);
        }
        Notes& notes;
        int calls = 0;
    };
    RecordedSession session;
    Notes notes{.file = session.folder / "session.db"};
    session.measure_with<Running>(notes);
    fail_beside(session, notes.is_busy);
    CHECK(notes.state == State::running);
    REQUIRE(session.store.runs().size() == 1);
    CHECK(session.store.runs().front().state == State::interrupted);
}

TEST_CASE("a target ends the search when the best is near the expected optimum") {
    RecordedSession session;
    session.task.strategy = "auto";
    session.task.target = 0.5;
    const TuningResult result = session.run();
    CHECK(result.converged);
    CHECK(result.tried < 36);
    CHECK(result.best->time.median < 2e6);
}

TEST_CASE("a device that slows down is noticed, and what may win is measured again") {
    RecordedSession session;
    session.behavior.slowness = [](const Config& /*config*/, std::size_t measurements) {
        return measurements < 20 ? 1 : 1.5;
    };
    const TuningResult result = session.run();
    CHECK(result.drifts == 1);
    const std::string best = session.text_of(32, 128, 0);
    std::vector<double> times;
    for (const Trial& trial : session.store.trials(result.run.id))
        if (trial.config == best && trial.purpose == Purpose::search)
            times.push_back(trial.time.median);
    REQUIRE(times.size() == 2);
    CHECK(times[0] == Approx(1e6).epsilon(0.01));
    CHECK(times[1] == Approx(1.5e6).epsilon(0.01));
}

TEST_CASE("what a turn's end keeps from being measured again is measured in the next turn") {
    struct Notes {
        std::set<Config> ran;
        int ends = 0;          // turns that ended as a config was measured again
        bool is_over = false;  // this turn
    };
    struct Ending : RecordedBench {
        Ending(const RecordedSpace& recorded, Notes& noted)
            : RecordedBench(recorded, slower_later()), notes(noted) {}
        static RecordedBehavior slower_later() {
            RecordedBehavior behavior;
            behavior.slowness = [](const Config& /*config*/, std::size_t measurements) {
                return measurements < 20 ? 1 : 1.5;
            };
            return behavior;
        }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            if (notes.ran.contains(config) && notes.ends++ == 0) notes.is_over = true;
            if (notes.is_over) throw TimeIsUp();
            notes.ran.insert(config);
            return RecordedBench::run(config, limits);
        }
        void begin_turn(std::optional<std::chrono::steady_clock::time_point> /*end*/,
                        std::chrono::milliseconds /*for_first_result*/) override {
            notes.is_over = false;
        }
        Notes& notes;
    };
    RecordedSession session;
    Notes notes;
    session.measure_with<Ending>(notes);
    const auto begun = session.begin();
    begun->run({.part = SessionTurn::Part::search});
    REQUIRE(notes.ends == 1);
    REQUIRE(notes.ran.size() < 36);
    CHECK(begun->run({.part = SessionTurn::Part::search}).is_done);
    const TuningResult result = begun->finish();
    CHECK(result.tried == 36);
    std::vector<double> times;  // of the best
    for (const Trial& trial : session.store.trials(result.run.id))
        if (trial.config == session.text_of(32, 128, 0)) times.push_back(trial.time.median);
    REQUIRE(times.size() == 2);
    CHECK(times[0] == Approx(1e6).epsilon(0.01));
    CHECK(times[1] == Approx(1.5e6).epsilon(0.01));
}

TEST_CASE("what waits for its turn in a batch is told of the best of those before it") {
    struct Log {
        std::vector<double> told, reached;
    };
    struct Batches : RecordedBench {
        Batches(const RecordedSpace& recorded, Log& noted) : RecordedBench(recorded), log(noted) {}
        std::size_t prebuild_depth() const override { return 7; }
        bool works_in_batches() const override { return true; }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            RunResult result = RecordedBench::run(config, limits);
            log.told.push_back(limits.incumbent_ns);
            log.reached.push_back(median_interval(result.samples).high);
            return result;
        }
        Log& log;
    };
    RecordedSession session;
    Log log;
    session.measure_with<Batches>(log);
    CHECK(session.run().tried == 36);
    REQUIRE(log.told.size() >= 36);
    CHECK(log.told[0] == 0);
    double best = log.reached[0];
    for (std::size_t i = 1; i < log.told.size(); ++i) {
        CHECK(log.told[i] == best);
        best = std::min(best, log.reached[i]);
    }
}

TEST_CASE("each trial says what its bench checks with, and one that was not checked says nothing") {
    struct CheckedByHost : RecordedBench {
        CheckedByHost(const RecordedSpace& recorded, int& counted)
            : RecordedBench(recorded), runs(counted) {}
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            if (++runs > 3 || runs == 1) return RecordedBench::run(config, limits);
            RunResult failure;
            failure.outcome = runs == 2 ? Outcome::launch : Outcome::wrong;
            failure.message = "a fault";
            failure.location = "C[0]";
            return failure;
        }
        const std::string& checked_with() const override { return host; }
        int& runs;
        std::string host = "host";
    };
    RecordedSession session;
    int runs = 0;
    session.measure_with<CheckedByHost>(runs);
    const TuningResult result = session.run();
    std::map<Outcome, int> outcomes;
    int finals = 0;
    for (const Trial& trial : session.store.trials(result.run.id)) {
        INFO(trial.config << " " << word(trial.outcome) << " " << word(trial.purpose));
        CHECK(trial.checked_with == (trial.outcome == Outcome::launch ? "" : "host"));
        ++outcomes[trial.outcome];
        finals += trial.purpose == Purpose::final ? 1 : 0;
    }
    CHECK(outcomes[Outcome::launch] == 1);
    CHECK(outcomes[Outcome::wrong] == 1);
    CHECK(finals >= 2);
}

TEST_CASE("the final round begins when nothing of the search uses the device any more") {
    struct Use {
        std::atomic<bool> chooses = false;
        std::atomic<int> chosen = 0, disturbed = 0;
    };
    struct Choosing : RecordedBench {
        Choosing(const RecordedSpace& recorded, Use& noted) : RecordedBench(recorded), use(noted) {}
        std::size_t prebuild_depth() const override { return 7; }
        std::size_t first_built(std::span<const Config> configs,
                                const std::atomic<bool>& /*given_up*/) override {
            use.chooses = true;
            ++use.chosen;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            use.chooses = false;
            return configs.size() - 1;
        }
        std::vector<RunResult> time_interleaved(const std::vector<Config>& configs,
                                                std::size_t rounds, double max_ns) override {
            for (int i = 0; i < 30; ++i) {
                if (use.chooses) ++use.disturbed;
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            return RecordedBench::time_interleaved(configs, rounds, max_ns);
        }
        Use& use;
    };
    RecordedSession session;
    Use use;
    session.measure_with<Choosing>(use);
    session.task.strategy = "auto";
    session.task.target = 0.5;
    const TuningResult result = session.run();
    CHECK(result.converged);
    CHECK(result.best);
    CHECK(use.chosen > 3);
    CHECK(use.disturbed == 0);
}

TEST_CASE(
    "the final round gets what is left of the time limit, and a second when nothing is left") {
    struct Noting : RecordedBench {
        Noting(const RecordedSpace& recorded, std::vector<double>& given)
            : RecordedBench(recorded), limits(given) {}
        std::vector<RunResult> time_interleaved(const std::vector<Config>& configs,
                                                std::size_t rounds, double max_ns) override {
            limits.push_back(max_ns);
            return RecordedBench::time_interleaved(configs, rounds, max_ns);
        }
        std::vector<double>& limits;
    };
    RecordedSession session;
    std::vector<double> limits;
    session.measure_with<Noting>(limits);
    SECTION("of a limit that is over") {
        session.task.time_limit = std::chrono::nanoseconds(1);
        session.run();
        REQUIRE_FALSE(limits.empty());
        CHECK(limits.back() == 1e9);
    }
    SECTION("of three seconds") {
        session.task.time_limit = std::chrono::seconds(3);
        session.run();
        REQUIRE_FALSE(limits.empty());
        CHECK(limits.back() > 1e9);
        CHECK(limits.back() < 3e9);
    }
    SECTION("without a limit") {
        session.run();
        REQUIRE_FALSE(limits.empty());
        CHECK(limits.back() == 5e9);
    }
}

TEST_CASE("at the end of the search a build that goes on is neither waited for nor run") {
    // Each build goes on until the choice is given up.
    struct Building : RecordedBench {
        Building(const RecordedSpace& recorded, std::atomic<int>& counted)
            : RecordedBench(recorded), runs(counted) {}
        std::size_t prebuild_depth() const override { return 7; }
        std::size_t first_built(std::span<const Config> /*configs*/,
                                const std::atomic<bool>& given_up) override {
            for (int i = 0; runs > 0 && i < 10'000 && !given_up; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return 0;
        }
        RunResult run(const Config& config, const SamplingLimits& limits) override {
            ++runs;
            return RecordedBench::run(config, limits);
        }
        std::atomic<int>& runs;
    };
    RecordedSession session;
    std::atomic<int> runs = 0;
    session.measure_with<Building>(runs);
    session.task.time_limit = std::chrono::milliseconds(600);
    const auto began = std::chrono::steady_clock::now();
    const TuningResult result = session.run();
    CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(5));
    CHECK(runs == 1);
    CHECK(result.tried == 1);
    CHECK(result.run.state == State::finished);
    REQUIRE(result.best);
}

TEST_CASE("while programs are built, what shares the program of a fast config is run") {
    struct Programs {
        bool beside = true;
        std::set<std::string> built;
        std::set<Config> ran;
        int waited = 0;  // for a build, in vain for anything else
        std::size_t shared() const { return ran.size() - built.size(); }
    };
    // A build takes 50 ms of waiting.
    struct Building : RecordedBench {
        Building(const RecordedSpace& recorded, Programs& noted)
            : RecordedBench(recorded), programs(noted) {}
        std::size_t prebuild_depth() const override { return 3; }
        bool builds_beside_runs() const override { return programs.beside; }
        void prebuild(const Plan& plan) override { program_of[plan.config] = plan.program(); }
        std::size_t first_built(std::span<const Config> configs,
                                const std::atomic<bool>& given_up) override {
            const auto built = std::ranges::find_if(configs, [&](const Config& config) {
                return programs.built.contains(program_of.at(config));
            });
            if (built != configs.end()) return static_cast<std::size_t>(built - configs.begin());
            for (int i = 0; i < 50 && !given_up; ++i)
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            if (!given_up) ++programs.waited;
            return 0;
        }
        BuildResult build(const Plan& plan) override {
            programs.built.insert(plan.program());
            programs.ran.insert(plan.config);
            return RecordedBench::build(plan);
        }
        Programs& programs;
        std::map<Config, std::string> program_of;
    };
    const auto search = [](const std::map<std::string, Expression>& built_with, bool beside) {
        RecordedSession session;
        session.task.setup.space.built_with = built_with;
        session.task.strategy = "auto";
        session.task.max_evals = 24;
        Programs programs;
        programs.beside = beside;
        session.measure_with<Building>(programs);
        const auto begun = session.begin();
        begun->run({.part = SessionTurn::Part::search});
        CHECK(begun->finish().tried == 24);
        return programs;
    };
    const Programs alone = search({}, true);
    CHECK(alone.shared() == 0);
    const Programs shared = search({{"PAD", Expression::parse("0")}}, true);
    CHECK(shared.shared() >= 6);
    CHECK(shared.waited < alone.waited);
    // If nothing is built meanwhile, only the configs that the search wants are requested.
    const Programs by_turns = search({{"PAD", Expression::parse("0")}}, false);
    CHECK(by_turns.shared() < shared.shared());
}

TEST_CASE("near the end of the search nothing is asked for that would not be built") {
    struct Asked {
        double build_ms = 0;
        std::atomic<int> ahead = 0;  // how often others were requested besides the one that is run
    };
    struct Building : RecordedBench {
        Building(const RecordedSpace& recorded, Asked& noted)
            : RecordedBench(recorded), asked(noted) {}
        std::size_t prebuild_depth() const override { return 7; }
        std::chrono::duration<double, std::milli> usual_build() const override {
            return std::chrono::duration<double, std::milli>(asked.build_ms);
        }
        std::size_t first_built(std::span<const Config> configs,
                                const std::atomic<bool>& /*given_up*/) override {
            if (configs.size() > 1) ++asked.ahead;
            return 0;
        }
        Asked& asked;
    };
    const auto times_ahead = [](double build_ms) {
        RecordedSession session;
        Asked asked;
        asked.build_ms = build_ms;
        session.measure_with<Building>(asked);
        session.task.time_limit = std::chrono::minutes(1);
        CHECK(session.run().tried == 36);
        return asked.ahead.load();
    };
    CHECK(times_ahead(1) > 20);
    // Longer than the time limit: one at a time, after those requested before that was known.
    CHECK(times_ahead(1e9) <= 8);
}

TEST_CASE("a finalist that falls behind what others reached in the search is timed beside them") {
    RecordedSession session;
    const std::string fastest = session.text_of(32, 128, 0);
    const std::size_t search = 36;  // measurements, before the final round
    session.behavior.slowness = [&](const Config& config, std::size_t measurements) {
        const bool is_fastest = config_text(session.space(), config) == fastest;
        return is_fastest && measurements > search ? 1.6 : 1.0;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 1));
    CHECK(result.best->time.median == Approx(1.1e6).epsilon(0.01));
}

TEST_CASE(
    "of many that are near the fastest, those come to the final round that are the fastest side by "
    "side") {
    RecordedSession session;
    const std::size_t search = 36;  // measurements, before the final round
    const std::vector<std::int64_t> tiles{8, 16, 32, 40};
    const std::vector<std::int64_t> groups{64, 128, 256};
    std::map<std::string, double> near;  // in the search
    for (const std::int64_t tile : tiles)
        for (const std::int64_t group : groups)
            near.emplace(session.text_of(tile, group, 0),
                         1e6 + 2e3 * static_cast<double>(near.size()));
    const auto last =
        std::ranges::max_element(near, {}, &std::pair<const std::string, double>::second);
    session.behavior.slowness = [&](const Config& config, std::size_t measurements) {
        const auto found = near.find(config_text(session.space(), config));
        if (found == near.end()) return 100.0;
        const bool has_recovered = found == last && measurements > search;
        return found->second * (has_recovered ? 0.95 : 1) / made_time(session.space(), config);
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == last->first);
}

TEST_CASE("a short run that other work disturbed in the search is compared side by side") {
    RecordedSession session;
    const std::string fastest = session.text_of(32, 128, 0);
    const std::size_t search = 36;  // measurements, before the final round
    session.behavior.slowness = [&](const Config& config, std::size_t measurements) {
        constexpr double short_run = 0.005;  // of simulated time: 5 µs for the fastest
        const bool is_fastest = config_text(session.space(), config) == fastest;
        return short_run * (is_fastest && measurements <= search ? 1.4 : 1.0);
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == fastest);
}

TEST_CASE("a slow moment of the device hides no config from the final round") {
    RecordedSession session;
    session.behavior.slowness = [](const Config& /*config*/, std::size_t measurements) {
        return measurements >= 20 && measurements < 60 ? 1.8 : 1;  // longer than the round waits
    };
    const TuningResult result = session.run();
    CHECK(result.drifts > 0);
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
    CHECK(result.best->time.median == Approx(1e6).epsilon(0.01));
}

TEST_CASE("what was timed while other work took a core is timed again") {
    RecordedSession session;
    const std::size_t first = 12;
    const std::size_t last = 19;
    std::size_t disturbed = 0;
    session.behavior.slowness = [&](const Config& /*config*/, std::size_t measurements) {
        const bool shares = measurements >= first && measurements < last;
        disturbed += shares ? 1 : 0;
        return shares ? 2.5 : 1.0;
    };
    const TuningResult result = session.run();
    CHECK(disturbed > 4);
    CHECK(result.drifts == 0);
    std::map<std::string, double> times;  // the last of each config
    for (const Trial& trial : session.store.trials(result.run.id))
        if (trial.purpose == Purpose::search) times[trial.config] = trial.time.median;
    for (const auto& [config, time] : times) {
        INFO(config);
        const double made =
            made_time(session.space(), config_from(session.space(), config).value());
        CHECK(time == Approx(made).epsilon(0.02));
    }
}

TEST_CASE("the kernel's defaults are in the final round, however slow") {
    RecordedSession session;
    const std::string defaults = session.text_of(16, 64, 0);
    const auto finals_of = [&](const std::string& config) {
        return std::ranges::count_if(
            session.store.trials(session.run().run.id), [&](const Trial& trial) {
                return trial.purpose == Purpose::final && trial.config == config;
            });
    };
    CHECK(finals_of(defaults) == 1);
    session.behavior.slowness = [&](const Config& config, std::size_t /*measurements*/) {
        return config_text(session.space(), config) == defaults ? 9.0 : 1.0;
    };
    session.task.resume = false;
    CHECK(finals_of(defaults) == 1);
}

TEST_CASE("defaults that come to the final round as others fall behind are timed once") {
    RecordedSession session;
    const std::string defaults = session.text_of(16, 64, 0);
    const std::size_t search = 36;  // measurements, before the final round
    std::set<std::string> near;
    for (const std::int64_t group : {64, 128, 256}) {
        near.insert(session.text_of(32, group, 0));
        near.insert(session.text_of(40, group, 0));
    }
    session.behavior.slowness = [&](const Config& config, std::size_t measurements) {
        const std::string text = config_text(session.space(), config);
        const double unit = 1e6 / made_time(session.space(), config);
        if (text == defaults) return 2.5 * unit;
        if (!near.contains(text)) return 100 * unit;
        return (measurements > search ? 6 : 1) * unit;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == defaults);
    CHECK(std::ranges::count_if(session.store.trials(result.run.id), [&](const Trial& trial) {
              return trial.purpose == Purpose::final && trial.config == defaults;
          }) == 1);
}

TEST_CASE("what is simpler and clearly slower is not chosen, however wide the intervals") {
    RecordedSession session;
    session.behavior.noise = 0.4;
    // A smaller tile is simpler, and takes 4 % longer; both intervals span most of the noise.
    const std::string simple = session.text_of(16, 128, 0);
    session.behavior.slowness = [&](const Config& config, std::size_t /*measurements*/) {
        return config_text(session.space(), config) == simple ? 1.04 / 1.5 : 1.0;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 0));
}

TEST_CASE("a tie takes 1 % more than the defaults at most, however wide the intervals") {
    RecordedSession session;
    session.behavior.noise = 0.5;
    // 15.6 ms by the defaults, 20.0 by another and 24.1 by the simplest; all others take longer.
    const std::map<std::string, double> wanted{{session.text_of(16, 64, 0), 15.6e6},
                                               {session.text_of(32, 128, 0), 20.0e6},
                                               {session.text_of(8, 32, 0), 24.1e6}};
    session.behavior.slowness = [&](const Config& config, std::size_t /*measurements*/) {
        const auto found = wanted.find(config_text(session.space(), config));
        return found == wanted.end() ? 100 : found->second / made_time(session.space(), config);
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(16, 64, 0));
}

TEST_CASE("the best is never worse than what was measured as well, whatever the device does") {
    const int seed = GENERATE(range(1, 13));
    RecordedSession session;
    session.behavior.noise = 0.04 * (seed % 4);
    session.behavior.slowness = [&](const Config& config, std::size_t measurements) {
        std::size_t moment = measurements / 5 * 31 + static_cast<std::size_t>(seed) * 7;
        for (const auto choice : config) moment = moment * 13 + choice;
        return moment % 3 == 0 ? 1.7 : 1.0;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    std::map<std::string, Trial> finals;
    for (const Trial& trial : session.store.trials(result.run.id))
        if (trial.purpose == Purpose::final) finals[trial.config] = trial;
    CHECK(finals.contains(session.text_of(16, 64, 0)));
    for (const auto& [config, trial] : finals) {
        INFO(config);
        CHECK(result.best->time.median <= 1.03 * trial.time.median);
    }
    CHECK(session.store.best(result.run.key)->trial.id == result.best->id);
}

TEST_CASE("a config whose time jumps between two values gives way to one that is steady") {
    RecordedSession session;
    // Every other run of the otherwise fastest config takes 1.8 ms instead of 1.0: 1.4 in the mean,
    // with a median of 1.0. The second takes 1.1.
    const std::string jumping = session.text_of(32, 128, 0);
    const bool most_are_fast = GENERATE(true, false);
    session.behavior.jumps = [&](const Config& config, std::size_t n) {
        const bool slow = n % 2 == (most_are_fast ? 1 : 0);
        return slow && config_text(session.space(), config) == jumping ? 1.8 : 1.0;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 1));
    CHECK(result.best->time.median == Approx(1.1e6).epsilon(0.01));
    CHECK(result.tied.empty());
    CHECK(session.store.best(result.run.key)->trial.id == result.best->id);
}

TEST_CASE("a config that becomes slower with each measurement gives way to one that does not") {
    RecordedSession session;
    const std::string growing = session.text_of(32, 128, 0);
    int measured = 0;
    session.behavior.slowness = [&](const Config& config, std::size_t /*measurements*/) {
        return config_text(session.space(), config) == growing ? 1 + 0.2 * measured++ : 1.0;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(measured > 1);
    CHECK(result.best->config == session.text_of(32, 128, 1));
    CHECK(session.store.best(result.run.key)->trial.id == result.best->id);
}

TEST_CASE("a steady device is not measured twice") {
    RecordedSession session;
    CHECK(session.run().drifts == 0);
}

TEST_CASE("the defaults are in the finals however late it is") {
    RecordedSession session;
    session.task.where = {{"six configs", Expression::parse("TILE == 16 && WG >= 64")}};
    session.task.time_limit = std::chrono::seconds(1);
    session.behavior.slowness = [](const Config& /*config*/, std::size_t measurements) {
        const int pause =
            measurements == 4 ? 1000 : 1;  // the limit is over with the last trial of the search
        std::this_thread::sleep_for(std::chrono::milliseconds(pause));
        return 1.0;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.tried >= 4);
    CHECK(result.best->config == session.text_of(16, 128, 0));
    std::set<std::string> finalists;
    for (const Trial& trial : session.store.trials(result.run.id))
        if (trial.purpose == Purpose::final) finalists.insert(trial.config);
    CHECK(finalists.contains(session.text_of(16, 128, 0)));
    CHECK(finalists.contains(session.text_of(16, 64, 0)));  // the defaults
}

TEST_CASE("a config that is wrong at another size is not chosen") {
    RecordedSession session;
    session.behavior.size_check = [&](const Config& config) {
        return config_text(session.space(), config) == session.text_of(32, 128, 0) ? Outcome::wrong
                                                                                   : Outcome::ok;
    };
    const TuningResult result = session.run();
    REQUIRE(result.best);
    CHECK(result.best->config == session.text_of(32, 128, 1));
    CHECK(session.store.best(result.run.key)->trial.config == result.best->config);
}

TEST_CASE("a config whose checks at other sizes did not end does not seem right") {
    RecordedSession session;
    const std::string fastest = session.text_of(32, 128, 0);
    std::size_t checks = 0;
    session.behavior.size_check = [&](const Config& config) {
        if (config_text(session.space(), config) == fastest && ++checks == 3) throw TimeIsUp();
        return Outcome::ok;
    };
    const TuningResult result = session.run();
    CHECK(checks == 3);
    const auto stored = session.store.size_checks(result.run.id);
    CHECK_FALSE(stored.empty());
    CHECK(std::ranges::find(stored, fastest, &SizeCheck::config) == stored.end());
}

TEST_CASE("a config that is right at some other sizes and wrong at the next does not seem right") {
    RecordedSession session;
    std::map<std::string, std::size_t> checks;
    session.behavior.size_check = [&](const Config& config) {
        return ++checks[config_text(session.space(), config)] == 3 ? Outcome::wrong : Outcome::ok;
    };
    const TuningResult result = session.run();
    const auto stored = session.store.size_checks(result.run.id);
    CHECK(stored.size() == checks.size());
    CHECK(std::ranges::count(stored, Outcome::wrong, &SizeCheck::outcome) ==
          static_cast<std::ptrdiff_t>(stored.size()));
}

TEST_CASE(
    "what is a little slower is tried at other sizes too, and all that was right there is stored") {
    RecordedSession session;
    const auto is_tile = [&](const Config& config, std::int64_t tile) {
        return value_in(session.space(), config, 0) == tile;
    };
    std::set<Config> tried;
    session.behavior.size_check = [&](const Config& config) {
        tried.insert(config);
        return is_tile(config, 40) ? Outcome::wrong : Outcome::ok;
    };
    const TuningResult result = session.run();
    std::set<std::string> right, told;
    for (const SizeCheck& check : session.store.size_checks(result.run.id))
        if (check.outcome == Outcome::ok) right.insert(check.config);
    double best = 1e300;
    bool has_slower = false, has_wrong = false;
    for (const Trial& trial : session.store.trials(result.run.id)) {  // in the order of the trials
        if (trial.purpose == Purpose::final) continue;
        const auto config = *config_from(session.space(), trial.config);
        if (best > 1e299 || trial.time.median <= 1.2 * best) {
            CHECK(tried.contains(config));
            CHECK(right.contains(trial.config) == !is_tile(config, 40));
            CHECK((trial.outcome == Outcome::wrong) == is_tile(config, 40));
            has_slower |= trial.time.median > 1.05 * best;
            has_wrong |= is_tile(config, 40);
        } else if (trial.time.median > 1.3 * best) {
            CHECK_FALSE(tried.contains(config));
            CHECK_FALSE(right.contains(trial.config));
        }
        if (trial.outcome == Outcome::ok) best = std::min(best, trial.time.high);
    }
    CHECK(has_slower);
    CHECK(has_wrong);
}

TEST_CASE("a deferred config comes last, and an audit says whether the rule was wrong") {
    RecordedSession session;
    session.task.max_evals = 34;
    session.task.audit = 2;
    const TuningResult result = session.run();
    const auto deferred = std::ranges::find(result.pruned, "occupancy", &Pruned::rule);
    REQUIRE(deferred != result.pruned.end());
    CHECK(deferred->count == 6);  // one warp with TILE = 32, 40 or 48, padded and not
    CHECK(count(session.store.trials(result.run.id), Purpose::audit) == 2);
    std::size_t timed = 0;
    for (const RuleAudit& audit : result.audit) {
        timed += audit.timed;
        CHECK(audit.better == 0);
        CHECK(audit.within_5_percent == 0);
    }
    // The search reached all but two of them, and the audit these two.
    std::int64_t all_deferred = 0;
    for (const Pruned& pruned : result.pruned)
        all_deferred += pruned.verdict == "deferred" ? pruned.count : 0;
    CHECK(static_cast<std::int64_t>(timed) == all_deferred);
}

TEST_CASE("a forced session keeps nothing from being tried") {
    RecordedSession session;
    session.task.forced = true;
    CHECK(session.run().tried == 44);
}

TEST_CASE("a config in quarantine is rejected with its rule") {
    RecordedSession session;
    const TuningResult first = session.run();
    const std::string victim = session.text_of(32, 128, 0);
    for (int kills = 0; kills < 2; ++kills)
        session.store.kill(first.run.id, victim, Cause::crash, "signal 11");
    session.task.resume = false;
    const TuningResult second = session.run();
    CHECK(second.best->config == session.text_of(32, 128, 1));
    CHECK(std::ranges::count(second.pruned, "quarantine", &Pruned::rule) == 1);
}

TEST_CASE("what another device found best is tried early") {
    RecordedSession session;
    session.run();
    Device other = described_device();
    other.name = "Test GPU 2";
    session.task.setup.device.device = other;
    session.know_local_memory(other);
    session.task.strategy = "auto";
    session.task.transfer = true;
    session.task.max_evals = 6;
    const TuningResult result = session.run();
    CHECK(result.best->config == session.text_of(32, 128, 0));
}

TEST_CASE("where no launch applies a config is rejected, and the run ends") {
    RecordedSession session;
    session.task.setup.space.launch.clear();
    session.task.max_evals = 3;
    const TuningResult result = session.run();
    CHECK(result.tried == 0);
    CHECK_FALSE(result.best);
    REQUIRE_FALSE(result.pruned.empty());
    CHECK(result.pruned.front().reason.find("no launch's `when` holds") != std::string::npos);
}

TEST_CASE("a limit of configs counts those of earlier runs, whatever the strategy would ask for") {
    RecordedSession session;
    session.task.strategy = "auto";
    session.task.max_evals = 12;
    session.task.setup.seed = 1;
    CHECK(session.run().tried == 12);
    session.task.setup.seed = 2;  // starts elsewhere
    const TuningResult second = session.run();
    CHECK(second.tried == 12);
    CHECK(second.reused == 12);
    CHECK(count(session.store.trials(second.run.id), Purpose::search) == 0);
    session.task.max_evals = 16;
    const TuningResult third = session.run();
    CHECK(third.tried == 16);
    CHECK(third.reused == 12);
    CHECK(count(session.store.trials(third.run.id), Purpose::search) == 4);
}
