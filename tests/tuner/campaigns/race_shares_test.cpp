// SPDX-License-Identifier: MIT
// Half of the time goes to all kernels, the other half to those that may win.
#include "tuner/campaigns/race_shares.hpp"

#include <catch2/catch.hpp>

using namespace hone;
using std::chrono::nanoseconds;
using std::chrono::seconds;

namespace {

std::vector<std::size_t> going_on(const std::vector<FirstTurn>& turns) {
    return kernels_that_go_on(turns);
}

FirstTurn took(double best_ns) {
    return {.best_ns = best_ns};
}

constexpr FirstTurn nothing_ran{};
constexpr FirstTurn too_short{.best_ns = std::nullopt, .was_too_short = true};

}  // namespace

TEST_CASE("kernels within twice the fastest go on, the fastest first") {
    CHECK(going_on({took(30), took(10), took(20), took(20.1), nothing_ran}) ==
          std::vector<std::size_t>{1, 2});
    CHECK(going_on({took(10), took(10), took(19)}) == std::vector<std::size_t>{0, 1, 2});
    CHECK(going_on({nothing_ran, took(5)}) == std::vector<std::size_t>{1});
    CHECK(going_on({nothing_ran, nothing_ran}).empty());
    CHECK(going_on({}).empty());
}

TEST_CASE("a kernel that had no time yet goes on, after those that are known") {
    CHECK(going_on({too_short, took(10), took(5)}) == std::vector<std::size_t>{2, 1, 0});
    CHECK(going_on({too_short, nothing_ran}) == std::vector<std::size_t>{0});
    CHECK(going_on({too_short, too_short}) == std::vector<std::size_t>{0, 1});
}

TEST_CASE("a kernel whose cut-off run took too long to win has no other turn") {
    const auto cut_off_after = [](nanoseconds run) {
        return FirstTurn{.best_ns = {}, .was_too_short = true, .cut_off_run = run};
    };
    constexpr double best_ns = 0.16e9;
    CHECK(going_on({took(best_ns), cut_off_after(seconds(8))}) == std::vector<std::size_t>{0});
    CHECK(going_on({cut_off_after(seconds(4)), took(best_ns)}) == std::vector<std::size_t>{1, 0});
    CHECK(going_on({took(3e9), cut_off_after(seconds(8))}) == std::vector<std::size_t>{0, 1});
    CHECK(going_on({cut_off_after(seconds(8)), nothing_ran}) == std::vector<std::size_t>{0});
}

TEST_CASE("turns that keep to their shares use up the limit") {
    const nanoseconds limit = seconds(40);
    for (const std::size_t kernels : {2U, 3U, 7U}) {
        nanoseconds elapsed{0};
        for (std::size_t k = 0; k < kernels; ++k)
            elapsed += first_turn(limit, elapsed, kernels, kernels - k);
        CHECK(elapsed <= limit / 2);
        CHECK(elapsed > limit / 2 - seconds(1));
        const nanoseconds fastest = last_turn(limit, elapsed, 2);
        CHECK(fastest >= limit / 4);
        CHECK(last_turns(limit, elapsed, 2) ==
              std::vector<nanoseconds>{fastest, limit - elapsed - fastest});
        elapsed += fastest;
        CHECK(elapsed + last_turn(limit, elapsed, 1) == limit);
    }
}

TEST_CASE("a turn keeps a share where those before it took too long") {
    CHECK(first_turn(seconds(40), seconds(39), 5, 1) == seconds(2));
    CHECK(last_turn(seconds(40), seconds(50), 2) == seconds(5));
    CHECK(last_turn(seconds(40), seconds(50), 1) == seconds(5));
}
