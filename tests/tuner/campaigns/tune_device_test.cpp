// SPDX-License-Identifier: MIT
// A device is tuned for several slots on recorded benches: every slot gets its search, the time limit
// is kept, a stop loses nothing, and after a change of driver the bests are timed again.
#include "tuner/campaigns/tune_device.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tests/tuner/campaigns/made_campaign.hpp"

using namespace hone;
using namespace hone::made_campaign;
using namespace std::chrono_literals;

namespace {

struct MadeDevice : MadeCampaign {
    MadeDevice() {
        time = [](const MadeCase& one) {
            return around(one, one.m < 300 ? 8 : 32, 128, one.kernel == "wide" ? 100 : 150);
        };
    }

    /// f32 and f64, with sizes up to 2048.
    std::vector<Slot> slots() const {
        std::vector<Slot> all;
        for (const char* precision : {"f32", "f64"}) {
            Slot slot{.routine = "gemm", .precision = precision, .spaces = spaces, .sizes = {}};
            slot.sizes.range = {{"M", "N", "K"}, {{64, 2048}, {64, 2048}, {64, 2048}}, 1};
            slot.sizes.like = make_problem(spaces.front(), precision, {});
            all.push_back(slot);
        }
        return all;
    }

    /// A clock that advances by half a second at each reading.
    TuneDeviceOptions options(std::chrono::nanoseconds limit) {
        const auto half_seconds = std::make_shared<std::atomic<int>>(0);
        return {.tune = tune_options(),
                .time_limit = limit,
                .elapsed = [half_seconds] { return ++*half_seconds * 500ms; },
                .check_command = command()};
    }

    std::vector<SlotResult> tune_for(std::chrono::nanoseconds limit,
                                     const DeviceCallbacks& callbacks = {}) {
        return tune_slots(slots(), here, options(limit), campaign(), callbacks);
    }

    /// f32, with sizes up to 2048: B as it is, and transposed, which applications request less
    /// often.
    std::vector<Slot> slots_of_layouts() {
        for (Space& space : spaces) space.variants = {"TB"};
        std::vector<Slot> all = slots();
        all.pop_back();
        Slot transposed = all.front();
        transposed.sizes.like.arguments.insert_or_assign("TB", Number(1));
        transposed.sizes.seed = 2;
        transposed.weight = all.front().weight / 4;
        all.push_back(transposed);
        return all;
    }

    std::size_t checks() {
        const auto runs = store.runs();
        return static_cast<std::size_t>(std::ranges::count(runs, "check", &Run::strategy));
    }
};

/// Records how many sizes of the first slot count as tuned when the first search begins.
DeviceCallbacks noting_tuned(std::optional<std::size_t>& known) {
    DeviceCallbacks callbacks;
    callbacks.on_search = [&known](const DeviceProgress& progress) {
        if (!known) known = progress.slots[0].tuned;
    };
    return callbacks;
}

}  // namespace

TEST_CASE("a size at which no config was right is not tuned, and the reason is kept") {
    MadeDevice made;
    made.behavior.size_check = [](const Config& /*config*/) { return Outcome::wrong; };
    const auto results = made.tune_for(60s);
    REQUIRE(results.size() == 2);
    for (const SlotResult& result : results) {
        CHECK(result.tuned == 0);
        CHECK_THAT(result.failure, Catch::Contains("a recorded failure"));
    }
}

TEST_CASE("every slot has its searches, and their end is that of the time") {
    MadeDevice made;
    std::vector<Problem> searches;
    std::vector<double> seconds_left;
    DeviceCallbacks callbacks;
    callbacks.on_search = [&](const DeviceProgress& progress) {
        searches.push_back(progress.next);
        seconds_left.push_back(std::chrono::duration<double>(progress.left).count());
        CHECK(progress.slots.size() == 2);
        CHECK(progress.loss().has_value() == (searches.size() > 1));
    };
    const auto results = made.tune_for(12s, callbacks);
    REQUIRE(results.size() == 2);
    CHECK(results[0].tuned >= 2);
    CHECK(results[1].tuned >= 2);
    CHECK(results[0].tuned + results[1].tuned == searches.size());
    for (const SlotResult& result : results) CHECK(result.loss);
    CHECK(searches[0].precision == "f32");
    CHECK(searches[1].precision == "f64");
    CHECK(std::ranges::is_sorted(seconds_left, std::greater{}));
    CHECK(seconds_left.back() > 0);
    CHECK(seconds_left.back() < 4);  // a short time limit reserves less than a third for the end
}

TEST_CASE(
    "layouts begin with different sizes, and the one that is asked for less has less of the end") {
    MadeDevice made;
    std::vector<Extents> sizes;
    DeviceCallbacks callbacks;
    callbacks.on_search = [&](const DeviceProgress& progress) {
        Extents& size = sizes.emplace_back();
        for (const char* name : {"M", "N", "K"})
            size.push_back(number(progress.next.arguments.at(name)));
    };
    std::map<bool, std::size_t> timed;  // sizes at the end, of the transposed slot and the other
    Campaign campaign = made.campaign();
    campaign.on_step = [&](const CampaignStep& step) {
        if (step.configs > 0) ++timed[number(step.problem.arguments.at("TB")) == 1];
    };
    TuneDeviceOptions options = made.options(100s);
    options.tune.max_evals = 4;
    tune_slots(made.slots_of_layouts(), made.here, options, campaign, callbacks);
    REQUIRE(sizes.size() >= 6);
    CHECK(std::set(sizes.begin(), sizes.begin() + 6).size() == 6);
    CHECK(timed[true] > 0);
    CHECK(timed[false] >= 2 * timed[true]);
}

TEST_CASE("a device without a slot is tuned at once") {
    MadeDevice made;
    CHECK(tune_slots({}, made.here, made.options(1min), made.campaign(), {}).empty());
}

TEST_CASE("what was stopped goes on, and what is stored counts") {
    MadeDevice made;
    std::size_t measured = 0;
    made.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
        if (++measured == 60) made.stop = true;
        return 1.0;
    };
    std::optional<Problem> last;
    DeviceCallbacks callbacks;
    callbacks.on_search = [&](const DeviceProgress& progress) { last = progress.next; };
    const auto before = made.tune_for(1min, callbacks);
    const std::size_t tuned = before[0].tuned + before[1].tuned;
    REQUIRE(tuned > 0);
    REQUIRE(last);
    made.stop = false;
    std::set<std::string> asked;
    std::size_t known_at_first = 0;
    callbacks.on_search = [&](const DeviceProgress& progress) {
        if (asked.empty()) known_at_first = progress.slots[0].tuned + progress.slots[1].tuned;
        asked.insert(problem_text(progress.next) + progress.next.precision);
    };
    const auto after = made.tune_for(20s, callbacks);
    CHECK(known_at_first == tuned);
    CHECK(asked.contains(problem_text(*last) + last->precision));
    CHECK(after[0].tuned + after[1].tuned == tuned + asked.size());
}

TEST_CASE("the table's loss becomes less with every size") {
    MadeDevice made;
    const auto few = made.tune_for(5s);
    const auto many = made.tune_for(40s);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(many[i].tuned > few[i].tuned);
        CHECK(*many[i].loss < *few[i].loss);
    }
}

TEST_CASE("after a new driver the fastest best of each problem is timed again, once") {
    MadeDevice made;
    for (const std::int64_t m : {128, 1024}) made.tune(made.here, made.spaces, made.problem(m, m));
    const auto recheck = [&] {
        std::size_t told = 0;
        DeviceCallbacks callbacks;
        callbacks.on_recheck = [&](std::size_t bests) { told = bests; };
        recheck_after_driver(made.here, made.options(1min), made.campaign(), callbacks);
        return told;
    };
    CHECK(recheck() == 0);
    CHECK(made.checks() == 0);
    made.here.device.driver = "another one";
    made.know_local_memory(made.here);
    CHECK(recheck() == 2);  // of four bests
    CHECK(made.checks() == 2);
    CHECK(recheck() == 0);
    made.check_best(made.here, made.problem(1024, 1024), "wide TILE=32 WG=128");
    // The sizes count as tuned, and their slot continues with others.
    std::optional<std::size_t> known;
    made.tune_for(10s, noting_tuned(known));
    CHECK(known == 2);
}

TEST_CASE("before a device is tuned no more than an eighth of the time is used") {
    MadeDevice made;
    for (const std::int64_t m : {128, 256, 512, 1024, 2048})
        made.tune(made.here, made.spaces, made.problem(m, m));
    made.here.device.driver = "another one";
    made.know_local_memory(made.here);
    std::pair<std::size_t, std::size_t> told;  // how many of how many were timed
    std::vector<std::size_t> numbers;
    std::size_t total = 0;
    DeviceCallbacks callbacks;
    callbacks.on_rechecked = [&](std::size_t timed, std::size_t bests) { told = {timed, bests}; };
    Campaign campaign = made.campaign();
    campaign.on_step = [&](const CampaignStep& step) {
        numbers.push_back(step.number);
        total = step.total;
    };
    recheck_after_driver(made.here, made.options(16s), campaign, callbacks);
    CHECK(made.checks() == 2);  // of a second each, within two seconds of sixteen
    CHECK(told == std::pair<std::size_t, std::size_t>(2, 5));
    CHECK(numbers == std::vector<std::size_t>{1, 2});
    CHECK(total == 5);
}

TEST_CASE("a part of the device with fewer compute units is another device") {
    MadeDevice made;
    made.tune(made.here, made.spaces, made.problem(256));
    made.here.device.compute_units /= 2;
    made.know_local_memory(made.here);
    std::optional<std::size_t> known;
    DeviceCallbacks callbacks = noting_tuned(known);
    callbacks.on_recheck = [](std::size_t /*bests*/) { FAIL("the driver is the same"); };
    recheck_after_driver(made.here, made.options(1min), made.campaign(), callbacks);
    CHECK(made.checks() == 0);
    made.tune_for(5s, callbacks);
    CHECK(known == 0);
}

TEST_CASE("what was measured under other conditions does not count as tuned") {
    MadeDevice made;  // with warm caches
    made.tune(made.here, made.spaces, made.problem(256));
    const auto known_with = [&](bool cold) {
        std::optional<std::size_t> known;
        TuneDeviceOptions options = made.options(5s);
        options.tune.measure.cold = cold;
        const auto results =
            tune_slots(made.slots(), made.here, options, made.campaign(), noting_tuned(known));
        CHECK(results[0].problems.size() == results[0].tuned);
        for (const auto& [problem, conditions] : results[0].problems)
            CHECK(conditions.cold == cold);
        return known;
    };
    CHECK(known_with(true) == 0);
    CHECK(known_with(false) == 1);
}

TEST_CASE(
    "a size counts as tuned for later runs, too, where no time was left for one of its kernels") {
    MadeDevice made;
    made.tune(made.here, made.only("wide"), made.problem(256));
    std::optional<std::size_t> known;
    made.tune_for(5s, noting_tuned(known));
    CHECK(known == 1);
}

TEST_CASE("of a slot without a tuned size no loss is known, and nothing is timed at more sizes") {
    MadeDevice made;
    std::size_t measured = 0;
    made.behavior.slowness = [&](const Config& /*config*/, std::size_t /*measurements*/) {
        if (++measured == 8) made.stop = true;
        return 1.0;
    };
    const auto stopped = made.tune_for(1min);
    CHECK(stopped[0].tuned == 0);
    CHECK_FALSE(stopped[0].loss);
    made.stop = false;
    DeviceCallbacks callbacks;
    callbacks.on_search = [](const DeviceProgress& /*progress*/) {
        FAIL("no time is left for it");
    };
    callbacks.on_untimed = [](const SlotResult& /*slot*/, std::chrono::nanoseconds /*left*/) {
        FAIL("nothing is known");
    };
    const auto results = made.tune_for(1s, callbacks);
    CHECK(results[0].tuned == 0);
}

TEST_CASE("peaks are not probed where they are known, nor where there is no time for it") {
    MadeDevice made;
    const auto probed = [&](std::chrono::nanoseconds limit) {
        std::vector<std::string> names;
        DeviceCallbacks callbacks;
        callbacks.on_probe = [&](const std::string& name) { names.push_back(name); };
        probe_peaks(made.here, made.options(limit), made.campaign(), callbacks);
        return names;
    };
    CHECK(probed(20s).empty());
    const std::string device = made.store.add(made.here.device);
    for (const std::string_view name :
         {probes::fma_f16, probes::fma_f32, probes::fma_f64, probes::read_bandwidth,
          probes::copy_bandwidth, probes::launch_latency}) {
        Probe probe = samples::probe(device, 0, 1e9);
        probe.name = name;
        made.store.add(probe);
    }
    CHECK(probed(30min).empty());
}
