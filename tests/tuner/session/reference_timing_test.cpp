// SPDX-License-Identifier: MIT
// How often CLBlast is timed: within its share of the time.
#include <catch2/catch.hpp>

#include "tuner/measure/evaluator_bench.hpp"
#include "tuner/session/reference_timing.hpp"

using namespace hone;

namespace {

constexpr std::int64_t run_ns = 100'000'000;

/// CLBlast takes a tenth of a second, and runs once more than it is timed at each request.
class TimedReference final : public EvaluatorBench {
  public:
    void open() override {}
    BuildResult build(const Plan&) override { return {}; }
    RunResult run(const Config&, const SamplingLimits&) override { return {}; }
    std::vector<RunResult> time_interleaved(const std::vector<Config>&, std::size_t,
                                            double) override {
        return {};
    }
    RunResult run_size_check(const Plan&, const Problem&) override { return {}; }
    Samples reference(int repeats, double longest, std::string& why) override {
        if (static_cast<double>(run_ns) > longest * 1e9) {
            why = "it would take too long";
            return {};
        }
        runs += repeats + 1;
        if (!fault.empty()) {
            why = fault;
            return {};
        }
        return Samples(static_cast<std::size_t>(repeats), run_ns);
    }
    const std::string& reference_fault() const override { return fault; }
    const std::string& checked_with() const override { return host; }

    int runs = 0;
    std::string fault, host = "host";
};

std::size_t samples_within(TimedReference& bench, std::chrono::milliseconds share) {
    const auto timing = reference_timing(bench, Run{}, false, share);
    REQUIRE(timing);
    return timing->samples.size();
}

}  // namespace

TEST_CASE("a reference that takes as long as its share is timed once") {
    TimedReference bench;
    CHECK(samples_within(bench, std::chrono::milliseconds(150)) == 1);
    CHECK(bench.runs == 2);
}

TEST_CASE("of the runs within a share the one that warms up counts, too") {
    TimedReference bench;
    CHECK(samples_within(bench, std::chrono::milliseconds(400)) == 4);
    CHECK(bench.runs == 6);
}

TEST_CASE("a quick reference is timed seven times, also without a share") {
    TimedReference bench;
    CHECK(samples_within(bench, std::chrono::seconds(10)) == 7);
    TimedReference without;
    const auto timing = reference_timing(without, Run{}, false, std::nullopt);
    REQUIRE(timing);
    CHECK(timing->samples.size() == 7);
    CHECK(without.runs == 8);
}

TEST_CASE("a reference that takes more than a quarter of the time is not timed") {
    TimedReference bench;
    const auto timing = reference_timing(bench, Run{}, false, std::chrono::milliseconds(15));
    REQUIRE(timing);
    CHECK(timing->samples.empty());
    CHECK(timing->message == "it would take too long");
    CHECK(bench.runs == 0);
}

TEST_CASE("a reference that fails is asked once, and says why") {
    TimedReference bench;
    bench.fault = "CLBlast rejects this problem";
    const auto timing = reference_timing(bench, Run{}, false, std::chrono::seconds(10));
    REQUIRE(timing);
    CHECK(timing->samples.empty());
    CHECK(timing->message == bench.fault);
    CHECK(bench.runs == 2);
}
