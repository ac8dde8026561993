// SPDX-License-Identifier: MIT
// The verdict on two devices, or on one before and after a change.
#include "reports/evidence/comparison.hpp"

#include <catch2/catch.hpp>

#include "tests/reports/made.hpp"

using namespace hone;

namespace {

// Twenty problems: the second device is twice as fast on all but the last.
struct Compared {
    Store store{":memory:"};
    std::string before, after;

    Compared() {
        for (std::int64_t size = 1; size <= 20; ++size) {
            before = add("Old GPU", size, 200'000);
            after = add("New GPU", size, size == 20 ? 200'000 : 100'000);
        }
    }
    std::string add(const std::string& name, std::int64_t size, std::int64_t time) {
        const Run run = made::begin(store, made::device(name), size);
        store.add(made::trial(run, 1, 1, time, size));
        return run.key.device;
    }
};

}  // namespace

TEST_CASE("a comparison ends with a verdict and its noise") {
    Compared made;
    const Evidence evidence = load_evidence(made.store, {});
    CHECK(verdict_words(compare(evidence, made.before, made.after, 0.05)) ==
          "faster on 19 of 20 problems; no difference on 1; geometric mean 1.93 × ± 0.000");
    CHECK(verdict_words(compare(evidence, made.after, made.before, 0.05)) ==
          "slower on 19 of 20; no difference on 1; geometric mean 0.52 × ± 0.000");
    CHECK(verdict_words(compare(evidence, made.before, made.before, 0.05)) ==
          "as fast on 20 of 20 problems; geometric mean 1.00 × ± 0.000");
}

TEST_CASE("a device is named by exactly its name before parts of names are tried") {
    Store store(":memory:");
    const std::string plain = store.add(made::device("H200"));
    const std::string more = store.add(made::device("H200 NVL"));
    for (const char* name : {"H200", "H200 NVL"}) made::tune(store, made::device(name), 64, 2);
    const Evidence evidence = load_evidence(store, {});
    CHECK(devices_called(evidence, "H200") == std::vector{plain});
    CHECK(devices_called(evidence, "H200 NVL") == std::vector{more});
    CHECK(devices_called(evidence, "h200").size() == 2);
    CHECK(devices_called(evidence, "A100").empty());
}

TEST_CASE("two versions of hone on one device are compared by their own results") {
    Store store(":memory:");
    std::string device;
    for (const auto& [tool, time] : {std::pair{"hone 0.1.0", 200'000}, {"hone 0.2.0", 100'000}}) {
        Run run;
        run.key = {store.add(made::device("GPU")), store.add(made::kernel()), "f32",
                   canonical({{"K", 64}, {"M", 64}, {"N", 64}})};
        run.tool = tool;
        run.started = made::noon + time;
        run = store.start(run);
        device = run.key.device;
        store.add(made::trial(run, time / 1000, 1, time, 64));
        // A lucky time of the search does not count if there is a final round.
        Trial final = made::trial(run, 2, time / 1000, time + 10'000, 64);
        final.purpose = Purpose::final;
        store.add(final);
    }
    const Evidence old_version = load_evidence(store, {"", {}, "", "0.1.0"});
    const Evidence new_version = load_evidence(store, {"", {}, "", "0.2.0"});
    const auto all = compare(old_version, device, new_version, device, 0.05);
    REQUIRE(all.size() == 1);
    CHECK(all[0].before.time.median == 210'000);
    CHECK(all[0].difference == Difference::faster);
    CHECK(load_evidence(store, {"", {}, "", "9"}).kernel_results.empty());
    CHECK(load_evidence(store, {"", {}, "zz", ""}).kernel_results.empty());
}
