// SPDX-License-Identifier: MIT
// The choice of the next size, with planted losses.
#include "tuner/planning/size_choice.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

using namespace hone;

namespace {

const std::array<Bounds, 3> products{{{16, 4096}, {16, 4096}, {16, 4096}}};
const std::array<Bounds, 1> vectors{{{1024, 1 << 24}}};

/// This many sizes, one after the other.
std::vector<Extents> choose(std::span<const Bounds> bounds, std::size_t count,
                            const LossAt& loss_at, TunedSizes tuned = {}, std::uint64_t seed = 1) {
    const auto pool = size_pool(bounds, count, seed);
    std::vector<Extents> chosen;
    while (chosen.size() < count) {
        const auto next = choose_size(pool, tuned, loss_at);
        if (!next) break;
        chosen.push_back(next->size);
        tuned.here.push_back(next->size);
    }
    return chosen;
}

std::optional<double> unknown(const Extents& /*size*/) {
    return std::nullopt;
}

/// No loss on small sizes.
std::optional<double> lost_on_large(const Extents& size) {
    return size[0] > 1000 && size[1] > 1000 ? 0.5 : 0.0;
}

bool is_large(const Extents& size) {
    return size[0] > 700 && size[1] > 700;
}

}  // namespace

TEST_CASE("an empty database begins with a square in the middle, a thin size and an odd one") {
    const auto sizes = choose(products, 3, unknown);
    CHECK(sizes[0] == Extents{256, 256, 256});
    CHECK(sizes[1][0] * 16 < sizes[1][1]);
    CHECK(std::ranges::all_of(sizes[2], [](std::int64_t size) { return size % 2 == 1; }));
    CHECK(choose(vectors, 3, unknown)[0] == Extents{131072});
}

TEST_CASE("the pool has whole and odd, square and thin, small and large sizes, each once") {
    const auto pool = open_sizes(products, 20, 1);
    CHECK(std::set(pool.begin(), pool.end()).size() == pool.size());
    CHECK(pool.size() > 80);
    const auto count = [&](auto is) { return std::ranges::count_if(pool, is); };
    CHECK(count([](const Extents& s) { return s[0] == s[1] && s[1] == s[2]; }) > 8);
    CHECK(count([](const Extents& s) { return s[0] * 16 < s[1]; }) > 8);
    CHECK(count([](const Extents& s) { return s[0] % 2 == 1; }) > 15);
    CHECK(count([](const Extents& s) { return s[0] % 2 == 0; }) > 15);
    CHECK(count([](const Extents& s) { return std::ranges::max(s) < 256; }) > 4);
    CHECK(count([](const Extents& s) { return std::ranges::min(s) > 1000; }) > 4);
    for (const Extents& size : pool)
        for (const std::int64_t extent : size) CHECK((extent >= 16 && extent <= 4096));
}

TEST_CASE(
    "more sizes are chosen where an application loses most, and the others are not left alone") {
    const auto chosen = choose(products, 12, lost_on_large);
    const auto large = std::ranges::count_if(chosen, is_large);
    CHECK(large > std::ranges::count_if(choose(products, 12, unknown), is_large));
    CHECK(large < 9);
    CHECK(std::set(chosen.begin(), chosen.end()).size() == 12);
}

TEST_CASE("whole sizes and those that no vector divides are chosen alike, wherever losses are") {
    const auto small = [](const Extents& size) { return std::optional(size[0] < 300 ? 0.1 : 0.0); };
    const auto chosen = choose(products, 16, small);
    const auto odd = std::ranges::count_if(chosen, [](const Extents& size) {
        return std::ranges::any_of(size, [](std::int64_t extent) { return extent % 4 != 0; });
    });
    CHECK(odd >= 5);
    CHECK(odd <= 12);
    CHECK(std::ranges::count_if(chosen, [](const Extents& size) { return size[2] > 1000; }) >= 3);
}

TEST_CASE("a size is chosen among many where something is lost before one apart") {
    const std::vector<Extents> tuned{{256, 256, 256}, {16, 64, 64}, {301, 301, 301}};
    const std::vector<Extents> pool{
        {16, 4096, 16}, {1024, 1024, 1024}, {1100, 1000, 1024}, {1025, 1025, 1025}};
    const auto next =
        choose_size({first_sizes(products), pool, pool}, {tuned},
                    [](const Extents& size) { return std::optional(size[0] == 16 ? 0.4 : 0.3); });
    REQUIRE(next);
    CHECK(next->size[0] > 1000);
    CHECK(next->loss == 0.3);
}

TEST_CASE("a size is chosen beside those that applications ask for, not where the pool is dense") {
    const std::vector<Extents> tuned{{256, 256, 256}, {16, 64, 64}, {301, 301, 301}};
    const std::vector<Extents> pool{{32, 32, 32}, {40, 32, 32}, {32, 40, 32}, {2049, 3001, 1999}};
    const std::vector<Extents> wanted{{1901, 2777, 2101}, {3001, 2049, 1537}, {32, 32, 40}};
    const auto alike = [](const Extents& /*size*/) { return std::optional(0.1); };
    const auto next = choose_size({first_sizes(products), pool, wanted}, {tuned}, alike);
    REQUIRE(next);
    CHECK(next->size == Extents{2049, 3001, 1999});
    CHECK(next->loss == 0.1);
}

TEST_CASE("where nothing is known sizes are far from each other") {
    const auto sizes = choose(products, 8, unknown);
    REQUIRE(sizes.size() == 8);
    for (std::size_t i = 3; i < sizes.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            double apart = 0;
            for (std::size_t e = 0; e < 3; ++e)
                apart += std::fabs(std::log2(double(sizes[i][e]) / double(sizes[j][e])));
            CHECK(apart > 1.5);
        }
}

TEST_CASE("what was tuned before is not chosen, and takes the place of a first size beside it") {
    const std::vector<Extents> before{{256, 256, 272}};
    const auto sizes = choose(products, 5, unknown, {before});
    CHECK(std::ranges::find(sizes, Extents{256, 256, 256}) == sizes.end());
    const auto all = choose(vectors, 400, unknown);
    CHECK(std::set(all.begin(), all.end()).size() == all.size());
}

TEST_CASE("what another layout has tuned is not tuned first, but may come later") {
    const auto first = first_sizes(products);
    const auto second = choose(products, 1, unknown, {.here = {}, .other_layouts = {first[0]}});
    CHECK(second.front() == first[1]);
    const auto sizes = choose(products, 6, unknown, {.here = {}, .other_layouts = first});
    REQUIRE(sizes.size() == 6);
    for (const Extents& size : sizes) CHECK(std::ranges::find(first, size) == first.end());
    const std::vector<Extents> pool{{256, 256, 256}, {256, 256, 272}};
    const TunedSizes tuned{.here = {{300, 300, 300}},
                           .other_layouts = {first[0], first[1], first[2]}};
    const auto lost = [](const Extents& size) { return size[2] == 256 ? 0.5 : 0.0; };
    const auto again = choose_size({first, pool, pool}, tuned, lost);
    REQUIRE(again);
    CHECK(again->size == first[0]);
}

TEST_CASE("less is lost beside what another layout has tuned, and least where this one is tuned") {
    const Extents size{512, 512, 512};
    const double apart = lost_by_distance(size, {.here = {{4096, 16, 4096}}});
    const double elsewhere =
        lost_by_distance(size, {.here = {{4096, 16, 4096}}, .other_layouts = {size}});
    CHECK(elsewhere < apart);
    CHECK(elsewhere > 0);
    CHECK(lost_by_distance(size, {.here = {size}, .other_layouts = {size}}) == 0);
}

TEST_CASE("the seed says which sizes are drawn, and nothing else does") {
    CHECK(choose(products, 10, lost_on_large) == choose(products, 10, lost_on_large));
    CHECK(open_sizes(products, 10, 1) != open_sizes(products, 10, 2));
    CHECK(open_sizes(products, 10, 7) == open_sizes(products, 10, 7));
}

TEST_CASE("a range of few sizes ends when all are tuned") {
    const std::array<Bounds, 1> few{{{64, 66}}};
    const auto sizes = choose(few, 50, unknown);
    CHECK(sizes.size() <= 3);
    CHECK(std::set(sizes.begin(), sizes.end()).size() == sizes.size());
}

TEST_CASE("the mean loss is that of what is known, and the distance of all sizes") {
    const TunedSizes tuned{.here = {{1024}}};
    const std::vector<Extents> sizes{{1024}, {4096}, {4096}, {4096}};
    const double apart = lost_by_distance({4096}, tuned);
    CHECK(mean_loss(sizes, {0.5, std::nullopt, std::nullopt, 0.25}, tuned).value() ==
          Approx(0.375 + apart * 3 / 4));
    CHECK_FALSE(mean_loss(sizes, std::vector<std::optional<double>>(4), tuned));
}
