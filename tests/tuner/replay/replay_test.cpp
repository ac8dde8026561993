// SPDX-License-Identifier: MIT
// Recorded spaces are read completely from every format, also compressed, and the replay results of
// a strategy satisfy known properties. recorded/ has two synthetic devices of one kernel.
#include "tuner/replay/replay.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <numeric>

#include "spaces/base/error.hpp"
#include "tuner/exchange/gunzip.hpp"
#include "tuner/replay/strategy_score.hpp"

using namespace hone;

namespace {

const std::filesystem::path folder = HONE_SOURCE_DIR "/tests/tuner/recorded";

RecordedSpace made(const char* file = "made_one.csv") {
    return read_recorded_spaces(folder / file).front();
}

std::string content(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

RecordedSpace written(const char* name, const std::string& text) {
    const std::filesystem::path scratch = HONE_TEST_DIR "/recorded";
    std::filesystem::create_directories(scratch);
    std::ofstream(scratch / name) << text;
    return read_recorded_spaces(scratch / name).front();
}

}  // namespace

TEST_CASE("a recorded space has its parameters by size, every row and what it cost") {
    const RecordedSpace recorded = made();
    REQUIRE(recorded.space.parameters.size() == 4);
    CHECK(recorded.space.parameters[1].name == "GROUP");
    CHECK(text(recorded.space.parameters[1].values.front()) == "16");
    CHECK(text(recorded.space.parameters[3].values[2]) == "swizzled");
    CHECK(recorded.results.size() == 414);
    CHECK(recorded.fastest() == Approx(2e6).epsilon(0.05));
    const auto& some = recorded.results.begin()->second;
    CHECK(some.seconds > 0.15);
    CHECK(std::any_of(recorded.results.begin(), recorded.results.end(),
                      [](const auto& each) { return !each.second.nanoseconds; }));
}

TEST_CASE("an index beside a recording names its kernel and its constraints") {
    const RecordedSpace recorded = made();
    CHECK(recorded.kernel == "made");
    CHECK(recorded.kernel == made("made_other.csv").kernel);
    REQUIRE(recorded.space.constraints.size() == 2);
    CHECK(recorded.space.constraints[0].must_hold.text() == "GROUP * TILE <= 16384");
    CHECK(derived_features(recorded.space, {}).size() >= recorded.space.constraints.size());
}

TEST_CASE("what is compressed is read as it was, and what is damaged is refused") {
    const std::string packed = content(folder / "packed/made_one.csv.gz");
    const std::string plain = content(folder / "made_one.csv");
    REQUIRE(is_gzip(packed));
    CHECK_FALSE(is_gzip(plain));
    CHECK(gunzip(packed, 1 << 20) == plain);
    CHECK(gunzip(packed + packed, 1 << 20) == plain + plain);
    CHECK(gunzip(packed, plain.size()) == plain);
    CHECK_THROWS_AS(gunzip(packed, plain.size() - 1), Error);
    CHECK(made("packed/made_one.csv.gz").results.size() == made().results.size());
    CHECK_THROWS_AS(gunzip(packed, 1000), Error);
    for (const std::size_t size : {std::size_t{5}, std::size_t{40}, packed.size() - 5})
        CHECK_THROWS_AS(gunzip(std::string_view(packed).substr(0, size), 1 << 20), Error);
    for (std::size_t place = 10; place < packed.size(); place += 97) {
        std::string damaged = packed;
        damaged[place] = static_cast<char>(damaged[place] ^ 0x10);
        CHECK_THROWS_AS(gunzip(damaged, 1 << 20), Error);
    }
}

TEST_CASE("a Kernel Tuner cache is a recorded space, and so is T4") {
    const RecordedSpace cache = written("cache.json", R"({"device_name": "some", "kernel_name": "k",
        "tune_params_keys": ["a", "b"], "objective": "time", "cache": {
        "1,x": {"a": 1, "b": "x", "time": 2.0, "times": [2.0, 2.0], "compile_time": 100},
        "2,x": {"a": 2, "b": "x", "time": "RuntimeFailedConfig"},
        "2,y": {"a": 2, "b": "y", "time": 1.0, "times": [1.0]}}})");
    CHECK(cache.results.size() == 3);
    CHECK(cache.fastest() == Approx(1e6));
    CHECK(cache.results.at({0, 0}).seconds == Approx(0.104));
    CHECK_FALSE(cache.results.at({1, 0}).nanoseconds);
    const RecordedSpace t4 = written("t4.json", R"({"results": [
        {"configuration": {"a": 4}, "times": {"runtimes": [3.0], "compilation_time": 5},
         "invalidity": "correct"},
        {"configuration": {"a": 2}, "times": {"runtimes": []}, "invalidity": "compile"}]})");
    CHECK(t4.results.size() == 2);
    CHECK(t4.fastest() == Approx(3e6));
}

TEST_CASE("one recording's times are translated to another's value indices") {
    const RecordedSpace one = made();
    const RecordedSpace other = made("made_other.csv");
    const TransferTrials told = other.times_for(one.space);
    CHECK(told.size() == one.results.size());
    const Config config = one.configs()[100];
    CHECK(told.at(config) == other.results.at(config).nanoseconds);
    CHECK(other.times_for(written("narrow.csv", "a,status,time_ms\n1,ok,2\n").space).empty());
}

TEST_CASE("brute force finds the optimum with its last trial, and shares only rise") {
    const RecordedSpace recorded = made();
    const ReplayResult one = replay({recorded, {}, "brute_force", 1000}, 1);
    REQUIRE(one.best.size() == recorded.results.size());
    CHECK(one.best.back() == recorded.fastest());
    CHECK(std::is_sorted(one.best.rbegin(), one.best.rend()));
    CHECK(std::is_sorted(one.seconds.begin(), one.seconds.end()));
    CHECK(shares_after(recorded, {one}, 1000).mean == 1);
    CHECK(shares_within(recorded, {one}, one.seconds.back()).median == 1);
    CHECK(shares_within(recorded, {one}, 0).mean == 0);
}

TEST_CASE("random search scores about nothing, and the default far more") {
    const RecordedSpace recorded = made();
    const auto random = replay({recorded, {}, "random_sample", 100}, 1, 200);
    const auto best = replay({recorded, {}, "auto", 100}, 1, 10);
    CHECK(std::abs(score(recorded, random)) < 0.1);
    RecordedSpace without_costs = recorded;
    for (auto& [config, result] : without_costs.results) result.seconds = 0;
    const auto again = replay({without_costs, {}, "random_sample", 100}, 1, 200);
    CHECK(std::abs(score(without_costs, again)) < 0.1);
    CHECK(score(recorded, best) > 0.4);
    const ShareStats shares = shares_after(recorded, random, 25);
    CHECK(shares.low <= shares.median);
    CHECK(shares.median <= shares.high);
    CHECK(shares_after(recorded, best, 50).mean > shares_after(recorded, random, 50).mean);
    const Cutoff cutoff = cutoff_of(recorded);
    CHECK(cutoff.first < cutoff.last);
    CHECK(cutoff.last < recorded.results.size());
}

TEST_CASE("what another device knows is worth dozens of trials") {
    const RecordedSpace recorded = made();
    const std::vector<TransferTrials> known{made("made_other.csv").times_for(recorded.space)};
    const auto led = replay({recorded, known, "auto", 25}, 1, 20);
    const auto alone = replay({recorded, {}, "auto", 25}, 1, 20);
    CHECK(shares_after(recorded, led, 25).mean > 0.98);
    CHECK(shares_after(recorded, led, 25).mean > shares_after(recorded, alone, 25).mean);
}

TEST_CASE("the same seed replays the same") {
    const RecordedSpace recorded = made();
    for (const StrategyKind& kind : strategies()) {
        INFO(kind.name);
        const ReplaySpec spec{recorded, {}, std::string(kind.name), 60};
        CHECK(replay(spec, 3).best == replay(spec, 3).best);
    }
}

TEST_CASE("a file that is no recorded space says what is missing") {
    CHECK_THROWS_WITH(written("wrong.csv", "a,b\n1,2\n"), Catch::Contains("'status'"));
    CHECK_THROWS_WITH(written("short.csv", "a,status,time_ms\n1,ok\n"),
                      Catch::Contains("short.csv:2"));
}

TEST_CASE("a table that an import refuses is not replayed") {
    const std::string start = "a,status,time_ms\n1,ok,2\n2,timeout,\n";
    for (const std::string row : {"3,ok,fast\n", "3,ok,\n", "3,ok,0.5ms\n", "3,OK,0.7\n"})
        CHECK_THROWS_WITH(written("words.csv", start + row),
                          Catch::Contains("words.csv: line 4: "));
    const RecordedSpace read = written("words.csv", start + "3,ok,0.0000025\n4,ok,-1\n5,odd,\n");
    CHECK(read.results.size() == 5);
    CHECK(read.fastest() == Approx(2.5));
    CHECK_FALSE(read.results.at({3}).nanoseconds);
    CHECK_FALSE(read.results.at({4}).nanoseconds);
}
