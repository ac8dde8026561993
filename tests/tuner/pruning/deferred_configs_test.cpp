// SPDX-License-Identifier: MIT
// What rules keep out is counted, and what is put off comes back once.
#include "tuner/pruning/deferred_configs.hpp"

#include <catch2/catch.hpp>

#include "tests/db/samples.hpp"

using namespace hone;

namespace {

const Verdict slow{.ruling = Verdict::Ruling::put_off, .rule = "waves", .reason = "few"};

}  // namespace

TEST_CASE("a sieve lets through what is legal, and counts the rest by rule") {
    Sieve sieve;
    CHECK_FALSE(sieve.keeps_out({0}, Verdict{}));
    CHECK(sieve.pruned().empty());
    const Verdict rejected{
        .ruling = Verdict::Ruling::rejected, .rule = "local_memory", .reason = "65 KiB of 48"};
    CHECK(sieve.keeps_out({1}, rejected));
    CHECK(sieve.keeps_out({2}, rejected));
    REQUIRE(sieve.pruned().size() == 1);
    CHECK(sieve.pruned()[0].count == 2);
    CHECK(sieve.pruned()[0].verdict == "rejected");
    CHECK(sieve.pruned()[0].reason == "65 KiB of 48");
    CHECK_FALSE(sieve.next());
}

TEST_CASE("what is put off waits in its order, or is drawn, and comes once") {
    Sieve sieve;
    for (std::uint16_t i = 0; i < 4; ++i) sieve.keeps_out({i}, slow);
    const auto first = sieve.next();
    REQUIRE(first);
    CHECK(first->first == Config{0});
    CHECK(first->second == "waves");
    std::set<Config> drawn;
    Random random(7);
    while (const auto one = sieve.draw(random)) drawn.insert(one->first);
    CHECK(drawn == std::set<Config>{{1}, {2}, {3}});
}

TEST_CASE("the store learns each rule's count") {
    const samples::Folder folder;
    Store store(folder / "a.db");
    const Run run = store.start(samples::run(samples::key(store)));
    Sieve sieve;
    sieve.keeps_out({0}, slow);
    sieve.store_counts(store, run.id);
    sieve.keeps_out({1}, slow);
    sieve.store_counts(store, run.id);
    CHECK(store.pruned(run.id) == sieve.pruned());
}

TEST_CASE("the audit says how often a rule was wrong") {
    Sieve sieve;
    for (std::uint16_t i = 0; i < 4; ++i) sieve.keeps_out({i}, slow);
    CHECK(sieve.audit(nullptr).empty());
    for (const double median : {90, 104, 106, 0}) {
        Trial trial;
        trial.outcome = median > 0 ? Outcome::ok : Outcome::crash;
        trial.time.median = median;
        sieve.was_audited("waves", trial);
    }
    Trial best;
    best.time.median = 100;
    const auto audited = sieve.audit(&best);
    REQUIRE(audited.size() == 1);
    CHECK(audited[0].rule == "waves");
    CHECK(audited[0].timed == 4);
    CHECK(audited[0].within == 2);
    CHECK(audited[0].better == 1);
}
