// SPDX-License-Identifier: MIT
// Invariants of every strategy, for any results; and the value of a model-based one.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <set>
#include <vector>

#include "spaces/formats/read_space.hpp"
#include "tuner/search/strategy.hpp"

using namespace hone;

namespace {

using Time = std::function<std::optional<double>(const Config&)>;

// 4,096 choices, of which 3,456 are legal.
const Space& made_space() {
    static const Space space = read_space(R"(
[parameters]
A = [1, 2, 4, 8, 16, 32, 64, 128]
B = [1, 2, 4, 8, 16, 32, 64, 128]
C = [1, 2, 3, 4, 5, 6, 7, 8]
D = ["a", "b", "c", "d", "e", "f", "g", "h"]
[constraints]
"the product of both is small" = "A * B <= 1024"
)",
                                          "made.toml");
    return space;
}

Candidates made_candidates() {
    return Candidates(made_space());
}

// The same with fewer values, for tests that exhaust it: 432 legal choices.
Candidates few_candidates() {
    static const std::vector<Constraint> fewer{
        {"few", Expression::parse("A < 16 && B < 16")},
        {"still fewer", Expression::parse("C > 1 && C < 5")}};
    return Candidates(made_space(), {}, fewer);
}

SearchProblem problem(const Candidates& candidates, std::uint64_t seed) {
    return {
        candidates, parameter_scales(made_space()), derived_features(made_space(), {}), {}, seed};
}

constexpr std::array<double, 4> optimum{5, 3, 6, 2};
constexpr double fastest = 1000;

// A bowl: each step from the optimum costs more than the one before it.
std::optional<double> bowl(const Config& config) {
    double time = fastest;
    for (std::size_t p = 0; p < config.size(); ++p) {
        const double away = config[p] - optimum[p];
        time += 100 * away * away;
    }
    return time;
}

std::optional<double> always_failing(const Config& /*config*/) {
    return std::nullopt;
}

// The same time everywhere, and some failures.
std::optional<double> plain_with_holes(const Config& config) {
    return (config[0] + config[2]) % 3 == 0 ? std::nullopt : std::optional(fastest);
}

/// All of its requests, in order, until it has found `enough` or ends.
std::vector<Config> asked(std::string_view name, const Candidates& candidates, std::uint64_t seed,
                          const Time& time, double enough = 0) {
    const auto strategy = make_strategy(name, problem(candidates, seed));
    std::vector<Config> all;
    while (const auto config = strategy->ask()) {
        all.push_back(*config);
        const auto told = time(*config);
        strategy->tell(*config, told);
        if (told && *told <= enough) break;
        REQUIRE(all.size() <= *candidates.count());
    }
    return all;
}

// `trouble` lets a config fail, by the number of earlier results; the optimum never fails.
double mean_asks_to_the_optimum(
    std::string_view name, const Candidates& candidates,
    const std::function<bool(std::size_t)>& trouble = [](std::size_t) { return false; }) {
    constexpr std::uint64_t seeds = 30;
    std::size_t asks = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        std::size_t told = 0;
        const auto time = [&](const Config& config) {
            return trouble(told++) && bowl(config) != fastest ? std::nullopt : bowl(config);
        };
        asks += asked(name, candidates, seed, time, fastest).size();
    }
    return static_cast<double>(asks) / seeds;
}

}  // namespace

TEST_CASE("every strategy asks every candidate, nothing else, nothing twice, and ends") {
    const Candidates candidates = few_candidates();
    for (const StrategyKind& kind : strategies()) {
        for (const Time& time : {Time(bowl), Time(always_failing), Time(plain_with_holes)}) {
            const std::vector<Config> all = asked(kind.name, candidates, 1, time);
            INFO(kind.name);
            CHECK(all.size() == *candidates.count());
            CHECK(std::set<Config>(all.begin(), all.end()).size() == all.size());
            CHECK(std::all_of(all.begin(), all.end(),
                              [&](const Config& each) { return candidates.contains(each); }));
        }
    }
}

TEST_CASE(
    "a strategy does the same for the same seed, and but for brute force another for another") {
    const Candidates candidates = few_candidates();
    for (const StrategyKind& kind : strategies()) {
        INFO(kind.name);
        const auto first = asked(kind.name, candidates, 7, bowl);
        CHECK(first == asked(kind.name, candidates, 7, bowl));
        CHECK((first == asked(kind.name, candidates, 8, bowl)) == (kind.name == "brute_force"));
    }
}

TEST_CASE("auto asks for the author's choices first, and only once") {
    const Candidates candidates = few_candidates();
    SearchProblem known = problem(candidates, 3);
    known.starts = {candidates.at(17), candidates.at(5)};
    const auto strategy = make_strategy("auto", known);
    std::vector<Config> all;
    while (const auto config = strategy->ask()) {
        all.push_back(*config);
        strategy->tell(*config, bowl(*config));
        REQUIRE(all.size() <= *candidates.count());
    }
    CHECK(all[0] == candidates.at(17));
    CHECK(all[1] == candidates.at(5));
    CHECK(std::set<Config>(all.begin(), all.end()).size() == *candidates.count());
    CHECK(all.size() == *candidates.count());
}

TEST_CASE("of the author's choices auto leaves to its model what other sizes have tried") {
    const Candidates candidates = few_candidates();
    SearchProblem known = problem(candidates, 3);
    known.starts = {candidates.at(17), candidates.at(5)};
    TransferTrials elsewhere;
    for (Index i = 10; i < 20; ++i) elsewhere[candidates.at(i)] = bowl(candidates.at(i));
    known.transfer = {elsewhere};
    const auto strategy = make_strategy("auto", known);
    CHECK(strategy->ask() == candidates.at(5));
    CHECK(strategy->ask());
}

TEST_CASE("without candidates nothing is asked") {
    const Space space =
        read_space("[parameters]\nA = [1, 2]\n[constraints]\nnever = \"A > 2\"\n", "empty.toml");
    const Candidates none(space);
    for (const StrategyKind& kind : strategies())
        CHECK_FALSE(kind.make({none, parameter_scales(space)})->ask());
}

TEST_CASE("local search finds the bottom of a bowl in far fewer asks than chance") {
    const Candidates candidates = made_candidates();
    const double greedy = mean_asks_to_the_optimum("greedy_ils", candidates);
    const double random = mean_asks_to_the_optimum("random_sample", candidates);
    CAPTURE(greedy, random);
    CHECK(random > 0.3 * static_cast<double>(*candidates.count()));
    CHECK(greedy * 10 < random);
}

TEST_CASE("an unknown strategy is refused with the nearest name") {
    const Candidates candidates = made_candidates();
    CHECK_THROWS_WITH(make_strategy("greedy", problem(candidates, 1)), Catch::Contains("'greedy'"));
}

TEST_CASE("what fails before the first time does not lead a strategy astray") {
    const Candidates candidates = few_candidates();
    const auto at_first = [](std::size_t told) { return told < 3; };
    for (const char* name : {"auto", "bayes_opt"}) {
        INFO(name);
        const double without = mean_asks_to_the_optimum(name, candidates);
        CHECK(mean_asks_to_the_optimum(name, candidates, at_first) < 1.5 * without + 10);
    }
}
