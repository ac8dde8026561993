// SPDX-License-Identifier: MIT
// The division of time among slots, without a device: a simulation tunes the chosen slots.
#include "tuner/planning/slot_scheduler.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <numeric>
#include <vector>

using namespace hone;
using namespace std::chrono_literals;

namespace {

/// The remaining loss of a slot after this many tuned sizes.
using LossAfter = std::function<double(std::size_t tuned)>;

LossAfter shrinking(double loss) {
    return [loss](std::size_t tuned) { return loss / static_cast<double>(1 + tuned); };
}

struct Simulation {
    std::vector<SlotState> slots;
    std::vector<LossAfter> losses;
    std::chrono::nanoseconds limit, spent{}, beyond{};  // each search overruns by `beyond`
    std::vector<std::chrono::nanoseconds> searches = {};
    std::vector<std::size_t> order = {};

    void add(double loss, double weight = 1) { add(shrinking(loss), weight); }
    void add(LossAfter loss, double weight = 1) {
        slots.push_back({.weight = weight});
        losses.push_back(std::move(loss));
    }

    void run() {
        for (SlotState& slot : slots) slot.overhead = beyond;
        while (const auto search = next_search(slots, {limit, limit - spent})) {
            SlotState& slot = slots[search->slot];
            slot.loss = losses[search->slot](++slot.tuned);
            spent += search->limit + beyond;
            searches.push_back(search->limit);
            order.push_back(search->slot);
        }
    }

    std::size_t tuned(std::size_t slot) const { return slots[slot].tuned; }
};

}  // namespace

TEST_CASE("where an application loses more, more sizes are tuned") {
    Simulation made{.slots = {}, .losses = {}, .limit = 3min};
    made.add(0.1);
    made.add(1.5);
    made.add(0.1);
    made.run();
    CHECK(made.tuned(1) > 2 * made.tuned(0));
    CHECK(made.tuned(1) > 2 * made.tuned(2));
}

TEST_CASE("no slot starves, even beside one whose loss never gets less") {
    Simulation made{.slots = {}, .losses = {}, .limit = 30min};
    made.add([](std::size_t /*tuned*/) { return 2.0; });
    for (int i = 0; i < 9; ++i) made.add(0.02);
    made.run();
    for (std::size_t i = 1; i < 10; ++i) CHECK(made.tuned(i) >= 2);
    CHECK(made.tuned(0) > 10 * made.tuned(1));
}

TEST_CASE("each slot has a size before any has two, those first that are asked for more often") {
    Simulation made{.slots = {}, .losses = {}, .limit = 1min};
    for (const double weight : {0.25, 1.0, 0.5, 0.7}) made.add(1, weight);
    made.run();
    REQUIRE(made.order.size() > 4);
    CHECK(std::vector(made.order.begin(), made.order.begin() + 4) ==
          std::vector<std::size_t>{1, 3, 2, 0});
}

TEST_CASE("the time limit is kept, whatever a search takes beyond its own") {
    for (const auto limit : {std::chrono::nanoseconds(20s), std::chrono::nanoseconds(3min),
                             std::chrono::nanoseconds(30min)})
        for (const auto beyond : {0ms, 700ms, 4000ms}) {
            Simulation made{.slots = {}, .losses = {}, .limit = limit, .beyond = beyond};
            for (int i = 0; i < 11; ++i) made.add(1);
            made.run();
            CHECK(made.spent <= limit);
            CHECK(made.spent > limit - beyond - 11s);
            for (const auto search : made.searches) CHECK((search >= 1s && search <= 12s));
        }
}

TEST_CASE(
    "searches are short where there is little time for many slots, and longer where there is") {
    const auto longest = [](std::chrono::nanoseconds limit) {
        Simulation made{.slots = {}, .losses = {}, .limit = limit};
        for (int i = 0; i < 10; ++i) made.add(1);
        made.run();
        return *std::max_element(made.searches.begin(), made.searches.end());
    };
    CHECK(longest(20s) == std::chrono::nanoseconds(20s) / 15);
    CHECK(longest(3min) == 9s);
    CHECK(longest(30min) == 12s);
}

TEST_CASE("where configs are tried quickly, searches are shorter and more sizes are tuned") {
    const auto limit_of = [](std::optional<std::chrono::nanoseconds> each) {
        return next_search(std::vector{SlotState{.loss = 0.1, .each_config = each}}, {10min, 5min})
            ->limit;
    };
    CHECK(limit_of(std::nullopt) == 12s);
    CHECK(limit_of(2s) == 12s);
    CHECK(limit_of(100ms) == 6400ms);
    CHECK(limit_of(50ms) == 3200ms);
    CHECK(limit_of(1ms) == 3s);
}

TEST_CASE("a short campaign has no longer searches where configs are tried quickly") {
    std::vector<SlotState> slots(10, SlotState{.loss = 0.1, .each_config = 50ms});
    CHECK(next_search(slots, {30s, 30s})->limit == 2s);
    for (SlotState& slot : slots) slot.each_config.reset();
    CHECK(next_search(slots, {30s, 30s})->limit == 2s);
}

TEST_CASE("what was tuned before counts, and a slot without sizes is passed over") {
    const std::vector<SlotState> slots{{.weight = 1, .tuned = 9, .loss = 0.3},
                                       {.weight = 1, .tuned = 2, .loss = 0.3},
                                       {.weight = 1, .tuned = 0, .has_sizes_left = false}};
    const auto search = next_search(slots, {10min, 5min});
    REQUIRE(search);
    CHECK(search->slot == 1);
    CHECK_FALSE(next_search({}, {10min, 5min}));
    CHECK_FALSE(next_search(std::span(slots).subspan(2), {10min, 5min}));
}

TEST_CASE("a slot that knows its loss from others competes by it, before its first size, too") {
    const std::vector<SlotState> slots{{.weight = 1, .tuned = 1, .loss = 0.6},
                                       {.weight = 0.5, .tuned = 0, .loss = 0.7},
                                       {.weight = 0.5, .tuned = 0, .loss = 0.2}};
    CHECK(next_search(slots, {10min, 5min})->slot == 1);
    CHECK(next_search(std::vector{slots[0], slots[2]}, {10min, 5min})->slot == 0);
}

TEST_CASE("a slot that takes longer than what is left is passed over") {
    const std::vector<SlotState> slots{{.weight = 1, .tuned = 0, .overhead = 9s},
                                       {.weight = 0.1, .tuned = 5, .loss = 0.1, .overhead = 1s}};
    CHECK(next_search(slots, {1min, 30s})->slot == 0);
    const auto search = next_search(slots, {1min, 8s});
    REQUIRE(search);
    CHECK(search->slot == 1);
    CHECK(search->limit == 7s);
    CHECK_FALSE(next_search(slots, {1min, 1500ms}));
}

TEST_CASE("the time is enough for so many sizes of each slot") {
    CHECK(sizes_of_each(1, 12s) == 1);
    CHECK(sizes_of_each(5, 3min) == 3);
    CHECK(sizes_of_each(5, 270s) == 4);
    CHECK(sizes_of_each(30, 30min) == 5);
    CHECK(sizes_of_each(4, 1s) == 0);
    CHECK(sizes_of_each(0, 1min) == 5);  // no slots: no division by zero
}

TEST_CASE("the share of a slot is that of what is lost there, by how often it is asked for") {
    const std::vector<SlotState> slots{
        {.weight = 1, .loss = 0.1}, {.weight = 0.5, .loss = 0.4}, {.weight = 1, .loss = 0.2}};
    CHECK(share_of_first(slots) == Approx(0.2));
    CHECK(share_of_first(std::span(slots).subspan(1)) == Approx(0.5));
    CHECK(share_of_first(std::span(slots).last(1)) == 1);
    const std::vector<SlotState> sure{{.loss = 0.0}, {.loss = 0.0}};
    CHECK(share_of_first(sure) == 0.5);
    const std::vector<SlotState> unknown{{.loss = std::nullopt}, {.loss = 0.25}};
    CHECK(share_of_first(unknown) == Approx(0.8));
}
