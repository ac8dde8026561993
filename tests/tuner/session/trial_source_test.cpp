// SPDX-License-Identifier: MIT
// The configs that a source of trials gives out, and their order, without a device.
#include "tuner/session/trial_source.hpp"

#include <catch2/catch.hpp>

#include "tests/tuner/session/recorded_session.hpp"

using namespace hone;

namespace {

struct MadeSource : recorded_session::RecordedSession {
    std::shared_ptr<const Candidates> candidates = candidates_of(task);
    bool continues = true;
    std::vector<Trial> recalled;

    TrialSource make() {
        return {task,
                store,
                *candidates,
                run_template_of(task, store, *candidates).key,
                {.search_continues = [this] { return continues; },
                 .on_recalled = [this](const Trial& trial) { recalled.push_back(trial); }}};
    }

    EvalResult result_of(const EvalRequest& request) const {
        EvalResult result{.request = request};
        result.trial.id = "one";
        result.trial.config = text_of_config(request.plan.config);
        result.trial.purpose = request.purpose;
        result.trial.time.median = recorded_session::made_time(space(), request.plan.config);
        result.trial.time.high = 1.01 * result.trial.time.median;
        return result;
    }

    std::string text_of_config(const Config& config) const {
        const auto value = [&](std::size_t p) {
            return recorded_session::value_in(space(), config, p);
        };
        return text_of(value(0), value(1), value(2));
    }

    /// All configs that it gives out, each with its result at once.
    std::vector<std::string> all_of(TrialSource& trials) const {
        std::vector<std::string> configs;
        while (const auto request = trials.next()) {
            configs.push_back(text_of_config(request->plan.config));
            trials.record(result_of(*request));
        }
        return configs;
    }
};

}  // namespace

TEST_CASE("the default config is given out first, and once") {
    MadeSource made;
    TrialSource trials = made.make();
    REQUIRE(trials.queue_first(2).size() == 3);
    CHECK(trials.default_is_pending());
    const auto first = trials.next();
    REQUIRE(first);
    CHECK(first->purpose == Purpose::default_config);
    CHECK(made.text_of_config(first->plan.config) == made.text_of(16, 64, 0));
    CHECK(trials.default_is_pending());
    trials.record(made.result_of(*first));
    CHECK_FALSE(trials.default_is_pending());
    const auto others = made.all_of(trials);
    CHECK(std::ranges::count(others, made.text_of(16, 64, 0)) == 0);
    CHECK(trials.history().tried() == others.size() + 1);
}

TEST_CASE("what was put back is given out next, in its order") {
    MadeSource made;
    TrialSource trials = made.make();
    const auto one = trials.next();
    const auto two = trials.next();
    const auto three = trials.next();
    REQUIRE((one && two && three));
    trials.put_back({*one, *two});
    CHECK(trials.next()->plan.config == one->plan.config);
    CHECK(trials.next()->plan.config == two->plan.config);
    CHECK(trials.next()->plan.config != three->plan.config);
}

TEST_CASE("what is put back in pieces, the last ones first, is given out in its first order") {
    MadeSource made;
    TrialSource trials = made.make();
    std::vector<EvalRequest> given;
    for (int i = 0; i < 5; ++i) given.push_back(trials.next().value());
    trials.put_back({given[0]});
    trials.put_back({given[2], given[3], given[4]});
    trials.put_back({given[1]});
    for (const EvalRequest& expected : given)
        CHECK(trials.next()->plan.config == expected.plan.config);
}

TEST_CASE("what earlier runs were cut off at comes after all others, the rarest first") {
    MadeSource made;
    made.task.strategy = "brute_force";
    TrialSource all = made.make();
    const auto in_order = made.all_of(all);
    REQUIRE(in_order.size() > 2);
    made.task.time_limit = std::chrono::seconds(8);
    TrialSource trials = made.make();
    trials.defer_cut_off({{in_order[1], 1, 7'000}, {in_order[0], 3, 7'000}});
    const auto others = made.all_of(trials);
    CHECK(others.size() == in_order.size() - 2);
    CHECK(std::ranges::count(others, in_order[0]) + std::ranges::count(others, in_order[1]) == 0);
    for (const std::size_t place : {std::size_t{1}, std::size_t{0}}) {
        const auto late = trials.next_cut_off();
        REQUIRE(late);
        CHECK(made.text_of_config(late->plan.config) == in_order[place]);
        trials.record(made.result_of(*late));
    }
    CHECK_FALSE(trials.next_cut_off());
    CHECK(trials.history().tried() == in_order.size());
}

TEST_CASE("what earlier runs were cut off at stays the last when it is put back") {
    MadeSource made;
    made.task.strategy = "brute_force";
    TrialSource all = made.make();
    const auto in_order = made.all_of(all);
    made.task.time_limit = std::chrono::seconds(8);
    TrialSource trials = made.make();
    trials.defer_cut_off({{in_order[1], 1, 7'000}, {in_order[0], 3, 7'000}});
    made.all_of(trials);
    const auto one = trials.next_cut_off();
    const auto two = trials.next_cut_off();
    REQUIRE((one && two));
    trials.put_back({*one, *two});
    CHECK_FALSE(trials.has_queued());
    CHECK_FALSE(trials.next());
    for (const auto& expected : {one, two}) {
        const auto late = trials.next_cut_off();
        REQUIRE(late);
        CHECK(late->was_cut_off);
        CHECK(late->plan.config == expected->plan.config);
    }
    CHECK_FALSE(trials.next_cut_off());
}

TEST_CASE("with twice the time, or without a limit, what was cut off has its turn as others have") {
    const auto limit =
        GENERATE(std::optional<std::chrono::nanoseconds>(), std::chrono::seconds(14));
    MadeSource made;
    made.task.strategy = "brute_force";
    TrialSource all = made.make();
    const auto in_order = made.all_of(all);
    made.task.time_limit = limit;
    TrialSource trials = made.make();
    trials.defer_cut_off({{in_order[0], 2, 7'000}});
    CHECK(made.all_of(trials) == in_order);
}

TEST_CASE("configs that are under way and such that wait count for the limit of configs") {
    MadeSource made;
    made.task.max_evals = 3;
    TrialSource trials = made.make();
    const auto one = trials.next();
    const auto two = trials.next();
    REQUIRE((one && two));
    trials.put_back({*two});
    REQUIRE(trials.next());
    REQUIRE(trials.next());
    CHECK_FALSE(trials.next());
    trials.record(made.result_of(*one));
    CHECK_FALSE(trials.next());
}

TEST_CASE("what an earlier run measured is told and not given out, and the callback hears of it") {
    MadeSource made;
    made.run();
    TrialSource again = made.make();
    const auto known =
        made.store.trials(run_template_of(made.task, made.store, *made.candidates).key);
    again.recall(known);
    CHECK(made.all_of(again).empty());
    CHECK(again.history().reused() == made.recalled.size());
    CHECK(again.history().reused() > 30);
    REQUIRE(again.history().best());
    CHECK(again.history().best()->config == made.text_of(32, 128, 0));
}

TEST_CASE("nothing more is asked for when the search is over, but what waits is given out") {
    MadeSource made;
    TrialSource trials = made.make();
    REQUIRE(trials.queue_first(2).size() == 3);
    made.continues = false;
    for (int i = 0; i < 3; ++i) CHECK(trials.next());
    CHECK_FALSE(trials.next());
}

TEST_CASE("without a default config the strategy's first config is queued, however late it is") {
    MadeSource made;
    made.have_no_default_config();
    made.continues = false;
    TrialSource trials = made.make();
    CHECK(trials.queue_first(3).size() == 1);
    CHECK_FALSE(trials.default_is_pending());
    const auto first = trials.next();
    REQUIRE(first);
    CHECK(first->purpose == Purpose::search);
    CHECK_FALSE(trials.next());
    trials.record(made.result_of(*first));
    CHECK(trials.queue_first(3).empty());  // something is known now
}

TEST_CASE("what the rules defer comes when the strategy has no more") {
    MadeSource made;
    TrialSource trials = made.make();
    const auto asked = made.all_of(trials);
    const auto deferred = trials.next_deferred();
    REQUIRE(deferred);
    CHECK_FALSE(deferred->rule.empty());
    CHECK(std::ranges::count(asked, made.text_of_config(deferred->plan.config)) == 0);
}
