// SPDX-License-Identifier: MIT
// Candidates compared with the simplest method: walk the product and evaluate each constraint.
#include "spaces/candidates/candidates.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <numeric>
#include <set>

#include "spaces/candidates/rejections.hpp"

using namespace hone;

namespace {

Parameter parameter(std::string name, const std::vector<int>& values) {
    Parameter result{std::move(name), {}};
    for (const int value : values) result.values.emplace_back(Number(value));
    return result;
}

Space space(std::vector<Parameter> parameters, const std::vector<std::string>& constraints) {
    Space result;
    result.name = "made";
    result.parameters = std::move(parameters);
    for (const std::string& text : constraints)
        result.constraints.push_back({text, Expression::parse(text)});
    return result;
}

bool holds(const Space& space, const Config& config, const Names& known = {}) {
    Names names = known;
    for (std::size_t p = 0; p < config.size(); ++p) {
        names[space.parameters[p].name] = space.parameters[p].values[config[p]];
    }
    for (const Constraint& constraint : space.constraints) {
        if (!constraint.must_hold.number(lookup_in(names)).truthy()) return false;
    }
    return true;
}

std::set<Config> walk_product(const Space& space, const Names& known = {}) {
    std::set<Config> legal;
    Config config(space.parameters.size(), 0);
    for (;;) {
        if (holds(space, config, known)) legal.insert(config);
        std::size_t p = config.size();
        while (p-- > 0) {
            if (++config[p] < space.parameters[p].values.size()) break;
            config[p] = 0;
            if (p == 0) return legal;
        }
        if (config.empty()) return legal;
    }
}

// Every number gives a different legal candidate, which is found again; nothing else is legal.
void check_against_product(const Space& made, const Names& known = {}) {
    const Candidates candidates(made, known);
    const std::set<Config> legal = walk_product(made, known);
    REQUIRE(candidates.count() == Index{legal.size()});
    REQUIRE(first_candidate(made, known) ==
            (candidates.empty() ? std::nullopt : std::optional(candidates.at(0))));
    std::set<Config> seen;
    for (Index i = 0; i < *candidates.count(); ++i) {
        const Config config = candidates.at(i);
        REQUIRE(legal.contains(config));
        REQUIRE(seen.insert(config).second);
        REQUIRE(candidates.index_of(config) == i);
    }
    for (const Config& config : legal) {
        REQUIRE(is_legal(made, config, known));
        for (std::size_t p = 0; p < config.size(); ++p) {
            Config other = config;
            for (other[p] = 0; other[p] < made.parameters[p].values.size(); ++other[p])
                REQUIRE(is_legal(made, other, known) == legal.contains(other));
        }
        std::set<Config> any;
        std::set<Config> expected;
        for (const Config& other : legal) {
            int moved = 0;
            for (std::size_t p = 0; p < config.size(); ++p) moved += other[p] != config[p];
            if (moved == 1) expected.insert(other);
        }
        for (const Config& other : candidates.neighbors(config, Neighborhood::hamming))
            any.insert(other);
        REQUIRE(any == expected);
    }
}

const std::vector<int> some{1, 2, 3, 4, 6, 8};

}  // namespace

TEST_CASE("candidates are exactly the legal part of the product") {
    SECTION("none") {
        check_against_product(
            space({parameter("a", {1, 2}), parameter("b", {1, 2})}, {"a > b and b > a"}));
    }
    SECTION("no constraint") {
        check_against_product(space({parameter("a", some), parameter("b", {5})}, {}));
    }
    SECTION("always") {
        check_against_product(space({parameter("a", some)}, {"a + 1 > a", "1 == 1"}));
    }
    SECTION("never") {
        check_against_product(space({parameter("a", some)}, {"1 == 2"}));
    }
    SECTION("one value each") {
        check_against_product(space({parameter("a", {3}), parameter("b", {4})}, {"a < b"}));
    }
    SECTION("divisions") {
        check_against_product(
            space({parameter("a", some), parameter("b", some), parameter("c", some)},
                  {"(a / b) % c == 0", "c <= a + b - 1 / b"}));
    }
    SECTION("division by zero rejects") {
        check_against_product(space({parameter("a", {0, 1, 2}), parameter("b", {0, 1, 2})},
                                    {"a % b == 0 or a == 2"}));
    }
    SECTION("negative and not sorted") {
        check_against_product(space({parameter("a", {3, -2, 7, 0}), parameter("b", {-1, 5, -6})},
                                    {"a * b < 0 or a // b == -1", "a - b != 4"}));
    }
    SECTION("overflow rejects, in whatever order") {
        check_against_product(
            space({parameter("a", {1, 2000000000}), parameter("b", {1, 2000000000}),
                   parameter("c", {0, 1, 2000000000})},
                  {"a * a * b * b * c >= 0"}));
    }
    SECTION("products and sums that are shared") {
        check_against_product(space(
            {parameter("x", {1, 2, 4, 8}), parameter("y", {1, 2, 4}), parameter("p", {1, 2, 3}),
             parameter("q", {1, 2, 3}), parameter("t", {1, 2, 4})},
            {"(x * p + t * 2) * (y * q + t * 2) * 4 <= 400", "2 <= x * y <= 16",
             "q == 1 or (x * p + t * 2) * (y * q + t * 2) * q <= 300", "p % t == 0 or t < p"}));
    }
    SECTION("conditions inside") {
        check_against_product(
            space({parameter("a", some), parameter("b", some), parameter("c", {0, 1})},
                  {"c ? a <= b : a >= b", "max(a, b) < 8 || c == 1", "not (a == 4 and b == 4)",
                   "a in (1, 2, 4) or min(a, b, 3) == 3", "is_pow2(a) or c == 0"}));
    }
    SECTION("words") {
        Space made = space({parameter("a", some)}, {});
        made.parameters.push_back({"kind", {Value("fast"), Value("small"), Value(Number(3))}});
        made.parameters.push_back({"other", {Value("small"), Value("none")}});
        for (const char* text :
             {"kind == 'fast' or a <= 3", "kind != other", "kind != 3 or a == 1"}) {
            made.constraints.push_back({text, Expression::parse(text)});
        }
        check_against_product(made);
    }
    SECTION("what is known from outside") {
        check_against_product(space({parameter("a", some), parameter("b", some)},
                                    {"a * b * unit <= room", "mode == 'x' or a == b"}),
                              {{"unit", Number(4)}, {"room", Number(40)}, {"mode", "y"}});
    }
}

TEST_CASE(
    "for a choice of another problem stands the nearest one that differs in three parameters at "
    "most") {
    const Space made = space({parameter("COPY", {2, 4, 8, 16}), parameter("TILE", {16, 32, 64}),
                              parameter("WG", {32, 64}), parameter("ROUNDS", {1, 2, 4})},
                             {"ROW % COPY == 0", "COPY == 16 || ROW % (2 * COPY) != 0", "TILE <= M",
                              "WG <= M", "64 * ROUNDS <= M || ROUNDS == 1"});
    const auto standing = [&](const Config& config, int row, int m) {
        return Candidates(made, {{"ROW", Number(row)}, {"M", Number(m)}}).replacement(config);
    };
    CHECK(standing({2, 1, 1, 0}, 24, 100) == Config{2, 1, 1, 0});  // is a candidate itself
    CHECK(standing({0, 1, 1, 0}, 24, 100) == Config{2, 1, 1, 0});  // wider copies
    CHECK(standing({3, 1, 1, 0}, 24, 100) == Config{2, 1, 1, 0});  // narrower ones
    CHECK(standing({0, 2, 0, 0}, 24, 40) == Config{2, 1, 0, 0});   // and the next smaller tile
    CHECK(standing({0, 2, 1, 0}, 24, 40) == Config{2, 1, 0, 0});   // and group
    CHECK_FALSE(standing({0, 2, 1, 2}, 24, 40));                   // four would have to change
    CHECK_FALSE(standing({2, 0, 0, 0}, 24, 8));                    // no tile fits
}

TEST_CASE("random spaces agree with the product") {
    Random random(7);
    const std::vector<std::string> forms{
        "{0} * {1} <= 12",        "{0} % {1} == 0",         "{0} + {1} - {2} > 0",
        "{0} == 1 or {1} >= {2}", "({0} / {1}) % {2} == 0", "{0} * {1} * {2} < 40",
        "not ({0} == {1})",       "{0} // {1} <= {2}",      "({0} + {1}) * ({1} + {2}) < 50",
        "{0} < {1} < 9"};
    for (int round = 0; round < 60; ++round) {
        std::vector<Parameter> parameters;
        for (int p = 0; p < 4; ++p) {
            std::vector<int> values;
            for (int v = -1; v < 8; ++v) {
                if (random.below(2) == 0) values.push_back(v);
            }
            if (values.empty()) values.push_back(2);
            parameters.push_back(parameter("p" + std::to_string(p), values));
        }
        std::vector<std::string> constraints;
        for (int c = 0; c < 3; ++c) {
            std::string form = forms[static_cast<std::size_t>(random.below(forms.size()))];
            for (const char* hole : {"{0}", "{1}", "{2}"}) {
                const std::string name = "p" + std::to_string(static_cast<int>(random.below(4)));
                for (auto at = form.find(hole); at != form.npos; at = form.find(hole))
                    form.replace(at, 3, name);
            }
            constraints.push_back(form);
        }
        CAPTURE(constraints);
        check_against_product(space(parameters, constraints));
    }
}

TEST_CASE("the first candidate is found, or that there is none, however long that takes") {
    // Products of different primes: no two prefixes have the same, and only the diagram is finite
    // in practice.
    std::vector<int> odd_primes;
    for (int n = 3; odd_primes.size() < 120; n += 2)
        if (std::ranges::none_of(odd_primes, [n](int prime) { return n % prime == 0; }))
            odd_primes.push_back(n);
    std::vector<Parameter> parameters;
    std::string product = "p0";
    for (std::ptrdiff_t p = 0; p < 5; ++p) {
        const auto first = odd_primes.begin() + 24 * p;
        parameters.push_back(
            parameter("p" + std::to_string(p), std::vector<int>(first, first + 24)));
        if (p > 0) product += " * p" + std::to_string(p);
    }
    CHECK_FALSE(first_candidate(space(parameters, {product + " % 4 == 2"}), {}));
    std::string largest = "1";
    for (int p = 0; p < 5; ++p)
        largest += " * " + std::to_string(odd_primes[static_cast<std::size_t>(24 * p + 23)]);
    CHECK(first_candidate(space(parameters, {product + " == " + largest}), {}) == Config(5, 23));
}

TEST_CASE("a hundred parameters, and more candidates than 64 bits can number") {
    std::vector<Parameter> parameters;
    std::string sum = "p0";
    for (int p = 0; p < 100; ++p) {
        parameters.push_back(parameter("p" + std::to_string(p), {0, 1}));
        if (p > 0) sum += " + p" + std::to_string(p);
    }
    const Candidates half(space(parameters, {sum + " <= 50"}));
    // (2^100 + the middle binomial) / 2
    CHECK(text(*half.count()) == "684270972386896797415757851316");
    const Index last = *half.count() - 1;
    CHECK(half.index_of(half.at(last)) == last);
    CHECK(half.index_of(half.at(last / 3)) == last / 3);
    Config all(100, 1);
    CHECK_FALSE(half.contains(all));
    const auto nearest = half.nearest(all);
    REQUIRE(nearest);
    CHECK(std::count(nearest->begin(), nearest->end(), 1) == 50);
    CHECK(half.sample(20, 3).size() == 20);
}

TEST_CASE("past 2^128 there is a clear answer, and sampling goes on") {
    std::vector<Parameter> parameters;
    for (int p = 0; p < 60; ++p)
        parameters.push_back(parameter("p" + std::to_string(p), {1, 2, 3, 4, 5, 6, 7, 8}));
    const Candidates many(space(parameters, {}));
    CHECK_FALSE(many.count());
    const auto drawn = many.sample(50, 1);
    CHECK(std::set<Config>(drawn.begin(), drawn.end()).size() == 50);
    CHECK(many.contains(drawn[0]));
    std::vector<Parameter> tied = parameters;
    std::string sum = "p0";
    for (int p = 1; p < 60; ++p) sum += " + p" + std::to_string(p);
    CHECK_THROWS_WITH(Candidates(space(tied, {sum + " > 60"})), Catch::Contains("2^128"));
}

TEST_CASE("a space whose candidates cannot be counted in time is refused in time") {
    const auto many = [](int count, int values) {
        std::vector<int> all(static_cast<std::size_t>(values));
        std::iota(all.begin(), all.end(), 1);
        std::vector<Parameter> parameters;
        for (int p = 0; p < count; ++p)
            parameters.push_back(parameter("P" + std::to_string(p), all));
        return parameters;
    };
    const auto refused = [](const Space& made) {
        CHECK_THROWS_WITH(Candidates(made), Catch::Contains("cannot be counted"));
    };
    std::string product = "P0";
    for (int p = 1; p < 16; ++p) product += " * P" + std::to_string(p);
    refused(space(many(16, 32), {product + " % 65537 < 1000"}));
    std::vector<std::string> ranges;
    std::vector<std::string> pairs;
    const auto name = [](int p) { return "P" + std::to_string(p); };
    for (int p = 0; p < 14; ++p)
        ranges.push_back(name(p) + " * " + name((p + 5) % 14) + " + " + name((p + 9) % 14) +
                         " < 500");
    refused(space(many(14, 64), ranges));
    for (int p = 0; p < 16; ++p)
        for (int q = 0; q < p; ++q)
            pairs.push_back("(" + name(p) + " + " + name(q) +
                            ") % 7 != " + std::to_string(p * q % 7));
    refused(space(many(16, 16), pairs));
    // A sum of as many parameters can be counted.
    std::string sum = "P0";
    for (int p = 1; p < 24; ++p) sum += " + " + name(p);
    CHECK(Candidates(space(many(24, 32), {sum + " == 400"})).count() > 0);
}

TEST_CASE("more parameters than there is room for are refused") {
    std::vector<Parameter> parameters;
    for (int p = 0; p < 257; ++p) parameters.push_back(parameter("p" + std::to_string(p), {1}));
    CHECK_THROWS_WITH(Candidates(space(parameters, {})), Catch::Contains("256"));
}

TEST_CASE("a sample is even, without repetition, and depends on the seed alone") {
    const Space made = space({parameter("a", some), parameter("b", some)}, {"a * b <= 12"});
    const Candidates candidates(made);
    const auto count = static_cast<std::size_t>(*candidates.count());
    const auto all = candidates.sample(1000, 5);
    CHECK(all.size() == count);
    CHECK(std::set<Config>(all.begin(), all.end()).size() == count);
    CHECK(candidates.sample(7, 5) == std::vector<Config>(all.begin(), all.begin() + 7));
    CHECK(candidates.sample(7, 6) != candidates.sample(7, 5));
    // Chi-square test of the first candidate, over seeds; with 24 degrees of freedom 60 is exceeded
    // once in 10^5.
    std::map<Config, int> first;
    constexpr int seeds = 5000;
    for (int seed = 0; seed < seeds; ++seed)
        ++first[candidates.sample(1, static_cast<std::uint64_t>(seed))[0]];
    double chi = 0;
    const double expected = static_cast<double>(seeds) / static_cast<double>(count);
    for (Index i = 0; i < count; ++i) {
        const double off = first[candidates.at(i)] - expected;
        chi += off * off / expected;
    }
    CAPTURE(count);
    CHECK(chi < 2.5 * static_cast<double>(count));
}

TEST_CASE("a shuffle gives each number once") {
    const auto count = GENERATE(values<std::uint64_t>({1, 2, 3, 7, 64, 1000, 4097}));
    const Shuffle shuffle(count, 11);
    std::set<std::uint64_t> seen;
    for (std::uint64_t i = 0; i < count; ++i) seen.insert(static_cast<std::uint64_t>(shuffle[i]));
    CHECK(seen.size() == count);
    CHECK(*seen.rbegin() == count - 1);
}

TEST_CASE("adjacent neighbors are the next legal values, by size and not by place") {
    const Space made =
        space({parameter("a", {8, 1, 4, 2}), parameter("b", {1, 2})}, {"a != 4 or b == 2"});
    const Candidates candidates(made);
    const auto values = [&](const Config& config) {
        return text(made.parameters[0].values[config[0]]) + " " +
               text(made.parameters[1].values[config[1]]);
    };
    std::vector<std::string> near;
    for (const Config& config : candidates.neighbors({3, 0}, Neighborhood::adjacent))
        near.push_back(values(config));
    CHECK(near == std::vector<std::string>{"1 1", "8 1", "2 2"});
    near.clear();
    for (const Config& config : candidates.neighbors({3, 0}, Neighborhood::repaired))
        near.push_back(values(config));
    CHECK(near == std::vector<std::string>{"1 1", "4 2", "2 2"});
}

TEST_CASE("the nearest legal candidate is the one with the fewest steps") {
    Random random(3);
    const Space made = space({parameter("a", some), parameter("b", some), parameter("c", some)},
                             {"a * b % 8 == 0", "c <= a", "b + c > 3"});
    const Candidates candidates(made);
    const auto steps = [](const Config& x, const Config& y) {
        int total = 0;
        for (std::size_t p = 0; p < x.size(); ++p) total += std::abs(int{x[p]} - int{y[p]});
        return total;
    };
    for (int round = 0; round < 200; ++round) {
        const Config wish{static_cast<std::uint16_t>(random.below(6)),
                          static_cast<std::uint16_t>(random.below(6)),
                          static_cast<std::uint16_t>(random.below(6))};
        const auto found = candidates.nearest(wish);
        REQUIRE(found);
        REQUIRE(candidates.contains(*found));
        for (Index i = 0; i < *candidates.count(); ++i)
            REQUIRE(steps(wish, *found) <= steps(wish, candidates.at(i)));
    }
}

TEST_CASE("a restriction narrows, and what is not known is left out and said") {
    const Space made =
        space({parameter("a", some), parameter("b", some)}, {"a <= b", "a * b <= device.room"});
    const Candidates open(made);
    CHECK(open.left_out() == std::vector<std::string>{"a * b <= device.room"});
    CHECK(*open.count() == 21);
    const Config six_times_eight{4, 5};
    CHECK(is_legal(made, six_times_eight, {}));
    CHECK_FALSE(is_legal(made, six_times_eight, {{"device.room", Number(12)}}));
    const std::vector<Constraint> where{{"b == 4", Expression::parse("b == 4")}};
    const Candidates narrowed(made, {{"device.room", Number(12)}}, where);
    CHECK(narrowed.left_out().empty());
    CHECK(*narrowed.count() == 3);
}

TEST_CASE("listed choices are candidates, each once, and nothing else is") {
    const Space made = space({parameter("a", some), parameter("b", some), parameter("c", {7})}, {});
    const std::vector<Config> listed{{3, 1, 0}, {0, 5, 0}, {3, 0, 0}, {0, 5, 0}, {2, 2, 0}};
    const Candidates candidates(made, listed);
    REQUIRE(*candidates.count() == 4);
    const std::set<Config> wanted(listed.begin(), listed.end());
    std::set<Config> found;
    for (Index i = 0; i < *candidates.count(); ++i) {
        found.insert(candidates.at(i));
        CHECK(candidates.index_of(candidates.at(i)) == i);
    }
    CHECK(found == wanted);
    CHECK_FALSE(candidates.contains({1, 1, 0}));
    CHECK(candidates.neighbors({3, 1, 0}, Neighborhood::hamming) == std::vector<Config>{{3, 0, 0}});
    CHECK(Candidates(made, std::span<const Config>{}).empty());
}

TEST_CASE("each constraint's share of the rejections") {
    const Space made = space({parameter("a", {1, 2, 3, 4}), parameter("b", {1, 2, 3, 4})},
                             {"a <= b", "a < 5", "a + b <= 6", "a <= b + 1", "c == 1"});
    const auto found = rejections(made);
    REQUIRE(found.size() == 5);
    CHECK(*product(made) == 16);
    CHECK(*found[0].alone == 6);
    CHECK(*found[0].only == 2);  // (2, 1) and (3, 2)
    CHECK(*found[1].alone == 0);
    CHECK(*found[1].only == 0);
    CHECK(*found[2].alone == 3);
    CHECK(*found[2].only == 2);
    CHECK(*found[3].only == 0);
    CHECK(found[4].left_out);
}
