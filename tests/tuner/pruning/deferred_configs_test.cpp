// SPDX-License-Identifier: MIT
// Excluded configs are counted, and deferred ones come back once.
#include "tuner/pruning/deferred_configs.hpp"

#include <catch2/catch.hpp>

#include "tests/db/samples.hpp"

using namespace hone;

namespace {

const RuleVerdict slow{
    .decision = RuleVerdict::Decision::deferred, .rule = "waves", .reason = "few"};

}  // namespace

TEST_CASE("legal configs pass, and excluded ones are counted by rule") {
    DeferredConfigs deferred;
    CHECK_FALSE(deferred.exclude({0}, RuleVerdict{}));
    CHECK(deferred.pruned().empty());
    const RuleVerdict rejected{.decision = RuleVerdict::Decision::rejected,
                               .rule = "local_memory",
                               .reason = "65 KiB of 48"};
    CHECK(deferred.exclude({1}, rejected));
    CHECK(deferred.exclude({2}, rejected));
    REQUIRE(deferred.pruned().size() == 1);
    CHECK(deferred.pruned()[0].count == 2);
    CHECK(deferred.pruned()[0].verdict == "rejected");
    CHECK(deferred.pruned()[0].reason == "65 KiB of 48");
    CHECK_FALSE(deferred.next());
}

TEST_CASE("deferred configs come in order, or drawn, and once") {
    DeferredConfigs deferred;
    for (std::uint16_t i = 0; i < 4; ++i) deferred.exclude({i}, slow);
    const auto first = deferred.next();
    REQUIRE(first);
    CHECK(first->first == Config{0});
    CHECK(first->second == "waves");
    std::set<Config> drawn;
    Random random(7);
    while (const auto one = deferred.draw(random)) drawn.insert(one->first);
    CHECK(drawn == std::set<Config>{{1}, {2}, {3}});
}

TEST_CASE("the store learns each rule's count") {
    const samples::Folder folder;
    Store store(folder / "a.db");
    const Run run = store.start(samples::run(samples::key(store)));
    DeferredConfigs deferred;
    deferred.exclude({0}, slow);
    deferred.store_counts(store, run.id);
    deferred.exclude({1}, slow);
    deferred.store_counts(store, run.id);
    CHECK(store.pruned(run.id) == deferred.pruned());
}

TEST_CASE("the audit says how often a rule was wrong") {
    DeferredConfigs deferred;
    for (std::uint16_t i = 0; i < 4; ++i) deferred.exclude({i}, slow);
    CHECK(deferred.audit(nullptr).empty());
    for (const double median : {90, 104, 106, 0}) {
        Trial trial;
        trial.outcome = median > 0 ? Outcome::ok : Outcome::crash;
        trial.time.median = median;
        deferred.record_audit("waves", trial);
    }
    Trial best;
    best.time.median = 100;
    const auto audit = deferred.audit(&best);
    REQUIRE(audit.size() == 1);
    CHECK(audit[0].rule == "waves");
    CHECK(audit[0].timed == 4);
    CHECK(audit[0].within_5_percent == 2);
    CHECK(audit[0].better == 1);
}
