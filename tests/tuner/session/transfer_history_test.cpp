// SPDX-License-Identifier: MIT
// What a search learns from other sizes: from the nearest first, and across alignments.
#include "tuner/session/transfer_history.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "spaces/formats/read_space.hpp"
#include "tests/db/samples.hpp"
#include "tests/tuner/gemm_problem.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/evaluation/trial_fields.hpp"

using namespace hone;

namespace {

const std::string space_text = std::string(R"toml(
routine = "gemm"
precisions = ["f32", "f64", "i32"]
)toml") + gemm_problem + R"toml(
[parameters]
TILE = [8, 16, 32]
COPY = [4, 8, 16]
STAGES = [1, 2, 3]
[constraints]
"rows are aligned to copies" = "4 * N % COPY == 0"
"the widest copies" = { kind = "performance", holds = "COPY == 16 || 4 * N % (2 * COPY) != 0" }
[[launch]]
entry = "product"
local = ["TILE"]
global = ["M * TILE"]
arguments = ["M", "N", "K"]
)toml";

struct History {
    History() {
        device.name = "a GPU";
        device.type = "gpu";
    }

    Problem problem(int m, int n, int ta = 0, const std::string& precision = "f32") const {
        return make_problem(space, precision,
                            {{"M", Number(m)}, {"N", Number(n)}, {"TA", Number(ta)}});
    }
    MeasurementKey key(const Problem& problem) {
        return {store.add(device), store.add(kernel), problem.precision, problem_text(problem),
                "{}"};
    }
    void add(const Problem& problem, int tile, int copy, double ns, int stages = 1,
             Purpose purpose = Purpose::search, AtFault at_fault = AtFault::config) {
        Run run;
        run.key = key(problem);
        run.tool = "hone";
        run = store.start(run);
        Trial trial;
        trial.run = run.id;
        trial.config = canonical({{"TILE", tile}, {"COPY", copy}, {"STAGES", stages}});
        trial.purpose = purpose;
        const auto time = static_cast<std::int64_t>(ns);
        if (ns > 0) trial.samples = {time, time, time};
        if (ns <= 0) {
            trial.outcome = Outcome::launch;
            trial.message = "it did not run";
            trial.at_fault = at_fault;
        }
        store.add(trial);
    }
    std::vector<TransferTrials> learned(const Problem& here) {
        const Candidates candidates(space, names_of(here));
        return transfer_trials(store, key(here), space, candidates);
    }
    std::string text(const Config& config) const { return config_text(space, config); }

    Space space = read_space(space_text, "made.toml");
    Kernel kernel{"made", "gemm", "kernel void product() {}", space_text, ""};
    Device device;
    Store store{":memory:"};
};

}  // namespace

TEST_CASE("a search learns from the nearest sizes, however long ago they were tuned") {
    History history;
    history.add(history.problem(1000, 1000), 16, 16, 700);
    for (int i = 0; i < 12; ++i) history.add(history.problem(16 + i, 64), 8, 16, 100 + i);
    const auto learned = history.learned(history.problem(1024, 1024));
    REQUIRE(learned.size() == 8);
    REQUIRE(learned[0].size() == 1);
    CHECK(*learned[0].begin()->second == 700);
    CHECK(*learned[1].begin()->second == 111);  // of 27 rows, the next nearest
}

TEST_CASE("the same device and the same variant are nearer than others of equal size") {
    History history;
    history.add(history.problem(512, 512), 8, 16, 300);
    history.add(history.problem(512, 512, 1), 8, 16, 400);
    history.device.name = "another GPU";
    history.add(history.problem(512, 512), 8, 16, 500);
    history.device.name = "a GPU";
    std::vector<double> times;
    for (const TransferTrials& trials : history.learned(history.problem(256, 512)))
        times.push_back(*trials.begin()->second);
    CHECK(times == std::vector<double>{300, 400, 500});
}

TEST_CASE("a related precision is nearer than a doubling of a size, an unrelated one no source") {
    History history;
    history.add(history.problem(512, 512, 0, "f64"), 8, 16, 200);
    history.add(history.problem(512, 512, 0, "i32"), 8, 16, 300);
    history.add(history.problem(512, 512), 8, 16, 400);
    history.add(history.problem(256, 512), 8, 16, 500);
    std::vector<double> times;
    for (const TransferTrials& trials : history.learned(history.problem(512, 1024)))
        times.push_back(*trials.begin()->second);
    CHECK(times == std::vector<double>{400, 300, 500});
}

TEST_CASE("what was tuned for aligned rows is learned from where rows are not") {
    History history;
    const Problem aligned = history.problem(512, 512);
    history.add(aligned, 32, 16, 100);
    history.add(aligned, 16, 16, 200);
    history.add(aligned, 8, 16, -1);  // gives no information on narrower copies
    const auto learned = history.learned(history.problem(511, 511));
    REQUIRE(learned.size() == 1);
    REQUIRE(learned[0].size() == 2);
    for (const auto& [config, time] : learned[0]) {
        const bool wide = history.text(config) == R"({"TILE":32,"COPY":4,"STAGES":1})";
        CHECK(*time == (wide ? 100 : 200));
    }
    const auto back = history.learned(history.problem(640, 512));
    REQUIRE(back.size() == 1);
    CHECK(back[0].size() == 3);  // the failure too, if it is the same config
}

TEST_CASE("a time of the config itself counts more than that of one it stands for") {
    History history;
    const Problem odd = history.problem(511, 511);
    history.add(odd, 32, 4, 500);
    history.add(odd, 32, 8, 50);  // as an older text of the space allowed
    const auto learned = history.learned(history.problem(509, 509));
    REQUIRE(learned.size() == 1);
    REQUIRE(learned[0].size() == 1);
    CHECK(*learned[0].begin()->second == 500);
}

TEST_CASE("a search learns from the trial that counts, and nothing from a failure of the device") {
    History history;
    const Problem there = history.problem(512, 512);
    history.add(there, 32, 16, 100, 1, Purpose::final);
    history.add(there, 32, 16, 150);  // in the search of a later run
    history.add(there, 16, 16, 200);
    history.add(there, 16, 16, -1, 1, Purpose::search, AtFault::device);
    history.add(there, 8, 16, -1, 1, Purpose::search, AtFault::device);
    const auto learned = history.learned(history.problem(640, 512));
    REQUIRE(learned.size() == 1);
    REQUIRE(learned[0].size() == 2);
    for (const auto& [config, time] : learned[0]) {
        const bool is_large = history.text(config) == R"({"TILE":32,"COPY":16,"STAGES":1})";
        REQUIRE(time);
        CHECK(*time == (is_large ? 100 : 200));
    }
}
