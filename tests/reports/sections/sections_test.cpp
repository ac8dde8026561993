// SPDX-License-Identifier: MIT
// The sections of a synthetic store, whose values follow from its construction.
#include <catch2/catch.hpp>

#include "reports/evidence/comparison.hpp"
#include "reports/evidence/ladder_results.hpp"
#include "reports/evidence/roofline.hpp"
#include "reports/sections/document.hpp"
#include "tests/reports/cell.hpp"
#include "tests/reports/made.hpp"

using namespace hone;
using made::cell;
using made::number;

namespace {

struct Filled {
    Store store{":memory:"};
    Evidence evidence;

    Filled() {
        made::fill(store);
        evidence = load_evidence(store, {});
    }
};

// A copy: the section may be a temporary.
Part part_of(const Section& section, const std::string& title) {
    for (const Part& part : section.parts)
        if (part.title == title) return part;
    FAIL("no part is called " << title);
    return section.parts.front();
}

}  // namespace

TEST_CASE("evidence brings a subject's runs together and finds each best") {
    const Filled filled;
    REQUIRE(filled.evidence.kernel_results.size() == 5);
    const KernelResults& results = filled.evidence.kernel_results.front();
    CHECK(results.key.words() == "gemm f32 M=64 N=64 K=64");
    CHECK(results.key.size() == Approx(64));
    CHECK(filled.evidence.label(results) == "Left GPU");
    CHECK(results.trials.size() == 27);
    CHECK(results.successful().size() == 26);
    REQUIRE(results.best);
    CHECK(results.best->config == made::config(2, 1));
    CHECK(results.verified);
    REQUIRE(results.defaults);
    CHECK(results.defaults->time.median == 64 * (100 + 20 + 3));
    REQUIRE(results.reference);
    CHECK(results.reference->time.median == 64 * 200);
}

TEST_CASE("problems are shown with their arguments as the kernel declares them") {
    Store store(":memory:");
    const auto run_of = [&](const Kernel& kernel, const Settings& problem) {
        Run run;
        run.key = {store.add(made::device("GPU")), store.add(kernel), "f32", canonical(problem)};
        store.add(made::trial(store.start(run), 1, 1, 100, 64));
    };
    run_of({"conv", "conv", "kernel void conv() {}", "[problem]\nwidth = 8\nheight = 8\n"},
           {{"height", 3}, {"width", 5}});
    // Another kernel of the routine has the same problem, with its arguments declared in another
    // order.
    run_of({"conv_fast", "conv", "kernel void conv() {}", "problem = { height = 1, width = 1 }"},
           {{"height", 3}, {"width", 5}});
    run_of({"sgemm", "gemm", "", ""}, {{"K", 3}, {"M", 1}, {"N", 2}});  // as imports are
    const Evidence evidence = load_evidence(store, {});
    REQUIRE(evidence.kernel_results.size() == 3);
    CHECK(evidence.kernel_results[0].key == evidence.kernel_results[1].key);
    const std::string conv = evidence.kernel_results[0].key.words();
    CHECK((conv == "conv f32 width=5 height=3" || conv == "conv f32 height=3 width=5"));
    CHECK(evidence.kernel_results[2].key.words() == "gemm f32 M=1 N=2 K=3");

    Store alone(":memory:");
    Run run;
    run.key = {alone.add(made::device("GPU")),
               alone.add(Kernel{"conv", "conv", "", "[problem]\nwidth = 8\nheight = 8\n"}), "f32",
               canonical({{"height", 3}, {"width", 5}})};
    alone.add(made::trial(alone.start(run), 1, 1, 100, 64));
    CHECK(load_evidence(alone, {}).kernel_results.front().key.words() ==
          "conv f32 width=5 height=3");
}

TEST_CASE(
    "where nothing beats the defaults they are the best, however lucky their first time was") {
    Store store(":memory:");
    const Run run = made::begin(store, made::device("GPU"), 64);
    Trial lucky = made::trial(run, 1, 1, 90, 64);
    lucky.purpose = Purpose::default_config;
    store.add(lucky);
    Trial final = made::trial(run, 1, 1, 100, 64);
    final.purpose = Purpose::final;
    store.add(run.id, Finalist{store.add(final).id, 1, false});
    store.end(run.id, State::finished);
    const Evidence evidence = load_evidence(store, {});
    const KernelResults& results = evidence.kernel_results.front();
    REQUIRE(results.best);
    CHECK(results.best->time.median == 100);
    CHECK(results.defaults->time.median == 100);
}

TEST_CASE("a scope narrows by routine and by device") {
    Store store(":memory:");
    made::fill(store);
    CHECK(load_evidence(store, {"reduction", {}}).kernel_results.empty());
    CHECK(load_evidence(store, {"gemm", {"left"}}).kernel_results.size() == 3);
    CHECK(load_evidence(store, {"gemm_tile", {"GPU 2.0"}}).kernel_results.size() == 2);
    CHECK(load_evidence(store, {"", {"left", "right"}}).devices.size() == 2);
}

TEST_CASE("two devices of one name are told apart") {
    Store store(":memory:");
    made::tune(store, made::device("GPU", "1.0"), 64, 2);
    made::tune(store, made::device("GPU", "2.0"), 64, 2);
    const Evidence evidence = load_evidence(store, {});
    std::vector<std::string> labels;
    for (const auto& [id, label] : evidence.labels) labels.push_back(label);
    std::ranges::sort(labels);
    CHECK(labels == std::vector<std::string>{"GPU, 1.0", "GPU, 2.0"});
}

TEST_CASE("the fastest: a time, and what stands beside it") {
    const Filled filled;
    const Section section = fastest_section(filled.evidence);
    const Table& table = section.parts.at(0).table;
    REQUIRE(table.rows.size() == 5);
    const Row& row = table.rows.front();
    CHECK(number(cell(table, row, "time_ns")) == 64 * 103);
    CHECK(number(cell(table, row, "over_defaults")) == Approx(123.0 / 103));
    CHECK(number(cell(table, row, "over_clblast")) == Approx(200.0 / 103));
    // 2 N^3 FLOP over 12 N^2 bytes at 20 GB/s.
    const double attainable = 2e10 * 64 / 6;
    const double reached = 2.0 * 64 * 64 * 64 / (64 * 103e-9);
    CHECK(number(cell(table, row, "of_limit")) == Approx(reached / attainable));
    CHECK(cell(table, row, "limit").shown() == "memory");
    CHECK(cell(table, 1, "of_limit").is_nothing());
    CHECK(cell(table, 1, "limit").is_nothing());
}

namespace {

/// A device with a cache of 1 MiB, a memory of 100 GB/s and 1 TFLOP/s.
struct Probed {
    Store store{":memory:"};
    Device device = made::device("GPU");

    Probed() {
        device.cache = 1 << 20;
        const std::string id = store.add(device);
        store.add(made::probe(id, probes::read_bandwidth, 0, 1e11, "B/s"));
        store.add(made::probe(id, probes::fma_f32, 0, 1e12, "FLOP/s"));
    }
    void add(std::int64_t size, double flops, double bytes, std::int64_t ns) {
        const Run run = made::begin(store, device, size);
        Trial trial = made::trial(run, 1, 1, ns, size);
        trial.flops = flops;
        trial.bytes = bytes;
        store.add(trial);
        store.end(run.id, State::finished);
    }
    std::vector<RoofShare> shares() {
        const Evidence evidence = load_evidence(store, {});
        const Roofs roofs(evidence);
        std::vector<RoofShare> all;
        for (const KernelResults& results : evidence.kernel_results)
            all.push_back(roofs.share(results, *results.best));
        return all;
    }
};

}  // namespace

TEST_CASE("a share is told of what limits a problem, and of nothing else") {
    Probed made;
    made.add(1, 1e6, 1e9, 20'000'000);  // 50 GB/s from memory
    made.add(2, 1e9, 1e8, 2'000'000);   // 500 GFLOP/s
    made.add(3, 1e3, 1e6, 1'000);       // 1 TB/s: it fits in the cache
    made.add(4, 1e6, 1e9, 5'000'000);   // 200 GB/s, which the probe did not reach
    const std::vector<RoofShare> shares = made.shares();
    REQUIRE(shares.size() == 4);
    CHECK(shares[0].limit == Limit::memory);
    CHECK(shares[0].share == Approx(0.5));
    CHECK(shares[1].limit == Limit::vector_units);
    CHECK(shares[1].share == Approx(0.5));
    CHECK(shares[2].limit == Limit::in_cache);
    CHECK_FALSE(shares[2].known());
    CHECK(shares[3].limit == Limit::above_probe);
    CHECK_FALSE(shares[3].known());
}

TEST_CASE("a probe that one result exceeds is no limit for the others of its precision") {
    Probed made;
    made.add(1, 1e9, 1e8, 2'000'000);   // 500 GFLOP/s
    made.add(2, 2e9, 1e8, 1'000'000);   // 2 TFLOP/s, by matrix units
    made.add(3, 1e6, 1e9, 20'000'000);  // 50 GB/s from memory
    const std::vector<RoofShare> shares = made.shares();
    CHECK(shares[0].limit == Limit::above_probe);
    CHECK(shares[1].limit == Limit::above_probe);
    CHECK(shares[2].share == Approx(0.5));
    const Evidence evidence = load_evidence(made.store, {});
    const Section section = limit_section(evidence);
    CHECK(section.answer.find("For 2 the probe is not a limit") != std::string::npos);
    CHECK(part_of(section, "Rooflines").chart.at("flats").empty());
}

TEST_CASE("a ceiling is the lower of memory and arithmetic") {
    const Roofline roofline{100, 1000};
    CHECK(roofline.attainable(2) == 200);
    CHECK(roofline.attainable(50) == 1000);
    CHECK(Roofline{0, 1000}.attainable(50) == 0);
    CHECK(Roofline{100, 0}.attainable(50) == 5000);
}

TEST_CASE("the limit: probes, rooflines and sweeps") {
    const Filled filled;
    const Section section = limit_section(filled.evidence);
    CHECK(part_of(section, "Measured peaks of each device").table.rows.size() == 2);
    CHECK(part_of(section, "Rooflines").table.rows.size() == 3);
    const Table sweeps = part_of(section, "The cost of irregular access").table;
    REQUIRE(sweeps.rows.size() == 3);
    CHECK(number(cell(sweeps, 2, "of_the_first")) == Approx(0.25));
}

TEST_CASE("what tuning bought: over the middle, the worst and the defaults") {
    const Filled filled;
    const Table table = part_of(gain_section(filled.evidence), "The distribution of configs").table;
    const Row& row = table.rows.front();
    CHECK(number(cell(table, row, "configs")) == 25);
    CHECK(number(cell(table, row, "best_ns")) == 64 * 103);
    CHECK(number(cell(table, row, "over_defaults")) == Approx(123.0 / 103));
    CHECK(number(cell(table, row, "over_the_worst")) == Approx((100.0 + 20 * 9 + 15) / 103));
    // Twice 123 / 103 on the left device, twice 283 / 103 on the right one.
    CHECK(gain_section(filled.evidence)
              .answer.find("1.81 times as fast as its kernel's defaults in "
                           "the geometric mean of 4 problems, between "
                           "1.19 and 2.75 times. For 1 the defaults") != std::string::npos);
}

TEST_CASE("one best in all tables: the final round's, also where the search saw a luckier time") {
    Store store(":memory:");
    const Run run = made::begin(store, made::device("GPU"), 64);
    store.add(made::trial(run, 2, 1, 110, 64));
    store.add(made::trial(run, 1, 1, 150, 64));
    Trial final = made::trial(run, 2, 1, 198, 64);
    final.purpose = Purpose::final;
    store.add(run.id, Finalist{store.add(final).id, 1, false});
    store.end(run.id, State::finished);
    const Evidence evidence = load_evidence(store, {});
    CHECK(number(cell(fastest_section(evidence).parts.at(0).table, 0, "time_ns")) == 198);
    const Table table = part_of(gain_section(evidence), "The distribution of configs").table;
    CHECK(number(cell(table, 0, "best_ns")) == 198);
    CHECK(number(cell(table, 0, "configs")) == 2);
}

TEST_CASE("the ladder has the names that the space gives its steps") {
    const Filled filled;
    for (const KernelResults& results : filled.evidence.kernel_results) {
        const auto steps = ladder_results(results, made::kernel().space);
        if (steps.empty()) continue;
        REQUIRE(steps.size() == 3);
        CHECK(steps[0].name == "plain");
        CHECK(steps[1].name == "tiled");
        CHECK(steps[2].name == "vectors");
        CHECK(steps[0].trial->time.median == 4 * steps[2].trial->time.median);
    }
    const Table table = part_of(gain_section(filled.evidence), "The ladder").table;
    REQUIRE(table.rows.size() == 4);
    CHECK(number(cell(table, 2, "over_the_last")) == Approx(2));
    CHECK(number(cell(table, 2, "best_so_far")) == Approx(4));
    CHECK(cell(table, 3, "step").shown() == "the tuned best");
    CHECK(number(cell(table, 3, "best_so_far")) == Approx(4));
}

TEST_CASE("a ladder with an endless line in somebody else's space is reported without that step") {
    const Filled filled;
    const std::string space = "[ladder]\n\"endless\" = { T = 1" + std::string(1'000'000, ' ') +
                              "}\n" + made::kernel().space.substr(sizeof "[ladder]");
    std::size_t ladders = 0;
    for (const KernelResults& results : filled.evidence.kernel_results) {
        const auto steps = ladder_results(results, space);
        if (steps.empty()) continue;
        ++ladders;
        CHECK(steps.at(1).name == "tiled");
    }
    CHECK(ladders == 1);
}

TEST_CASE("a ladder never falls: the best so far leaves out steps that are slower or fail") {
    Store store(":memory:");
    const Run run = made::begin(store, made::device("Left GPU"), 64);
    const auto climb = [&](int tile, int vector, std::int64_t time, Outcome outcome) {
        Trial step = made::trial(run, tile, vector, time, 64);
        step.purpose = Purpose::ladder;
        step.outcome = outcome;
        if (outcome != Outcome::ok) step.message = "no answer in 10 s";
        store.add(step);
    };
    climb(1, 1, 400, Outcome::ok);
    climb(2, 1, 0, Outcome::timeout);
    climb(2, 2, 800, Outcome::ok);
    Trial final = made::trial(run, 4, 1, 200, 64);
    final.purpose = Purpose::final;
    store.add(run.id, Finalist{store.add(final).id, 1, false});
    store.end(run.id, State::finished);

    const Table table = part_of(gain_section(load_evidence(store, {})), "The ladder").table;
    REQUIRE(table.rows.size() == 4);
    CHECK(cell(table, 1, "time_ns").shown() == "timeout");
    CHECK(cell(table, 1, "time_ns").is_nothing());
    CHECK(cell(table, 1, "over_the_last").is_nothing());
    CHECK(number(cell(table, 1, "best_so_far")) == 1);
    CHECK(number(cell(table, 2, "over_the_last")) == Approx(0.5));
    CHECK(number(cell(table, 2, "best_so_far")) == 1);
    CHECK(number(cell(table, 3, "over_the_last")) == Approx(4));
    CHECK(number(cell(table, 3, "best_so_far")) == Approx(2));
}

TEST_CASE("the matrix: a best moved to the other device keeps what it keeps") {
    const Filled filled;
    const Section section = portability_section(filled.evidence);
    const Table matrix = part_of(section, "The portability matrix").table;
    REQUIRE(matrix.rows.size() == 8);
    CHECK(number(cell(matrix, 0, "share")) == 1);
    // The best of the left device is two tiles off the optimum of the right one: 100 + 20 * 4 + 3.
    CHECK(number(cell(matrix, 1, "share")) == Approx(103.0 / 183));
    // In between, one tile off each: 103 / 123 on both.
    const Table travelers = part_of(section, "The most portable config").table;
    CHECK(number(cell(travelers, 0, "portability")) == Approx(103.0 / 123));
    const Table covers = part_of(section, "Few configs for all devices and problems").table;
    REQUIRE(covers.rows.size() == 2);
    CHECK(number(cell(covers, 0, "serves")) == 2);
    CHECK(number(cell(covers, 0, "of")) == 4);
}

TEST_CASE("the matrix shows what is faster there, and how what fails there fails") {
    Store store(":memory:");
    const auto run_on = [&](const char* name, const std::vector<Trial>& trials, std::int64_t best) {
        const Run run = made::begin(store, made::device(name), 64);
        for (Trial trial : trials) {
            trial.run = run.id;
            store.add(trial);
        }
        Trial final = made::trial(run, best, 1, 100, 64);
        final.purpose = Purpose::final;
        store.add(run.id, Finalist{store.add(final).id, 1, false});
        store.end(run.id, State::finished);
    };
    Run any;
    any.started = made::noon;
    const auto tried = [&](std::int64_t tile, std::int64_t ns) {
        return made::trial(any, tile, 1, ns, 64);
    };
    Trial refused = tried(1, 100);
    refused.outcome = Outcome::rejected;
    refused.samples.clear();
    refused.message = "a constraint";
    refused.time = {};
    run_on("A", {}, 1);
    run_on("B", {tried(1, 50), tried(3, 400)}, 2);  // A's best is twice as fast as what B found
    run_on("C", {refused}, 3);
    const Section section = portability_section(load_evidence(store, {}));
    const Table matrix = part_of(section, "The portability matrix").table;
    const auto row_of = [&](const std::string& from, const std::string& to) {
        for (const Row& row : matrix.rows)
            if (cell(matrix, row, "best_of").shown() == from &&
                cell(matrix, row, "run_on").shown() == to)
                return row;
        FAIL(from << " on " << to);
        return Row();
    };
    CHECK(number(cell(matrix, row_of("A", "B"), "share")) == Approx(2));
    CHECK(number(cell(matrix, row_of("C", "B"), "share")) == Approx(0.25));
    CHECK(cell(matrix, row_of("A", "C"), "share").is_nothing());
    CHECK(cell(matrix, row_of("A", "C"), "failure").shown() == "not legal");
    CHECK(cell(matrix, row_of("B", "A"), "failure").is_nothing());
    CHECK(section.answer.find("by up to 2.00 times: tune that device again") != std::string::npos);
    CHECK(section.answer.find("1 fails there: not legal.") != std::string::npos);
    CHECK(section.answer.find("3 of 9 combinations are not measured yet") != std::string::npos);
}

TEST_CASE("what a config keeps on its own device does not make it portable") {
    Store store(":memory:");
    for (const std::int64_t tile : {1, 2}) {
        const Run run = made::begin(store, made::device(tile == 1 ? "A" : "B"), 64);
        Trial final = made::trial(run, tile, 1, 100, 64);
        final.purpose = Purpose::final;
        store.add(run.id, Finalist{store.add(final).id, 1, false});
        store.end(run.id, State::finished);
    }
    CHECK(
        portability_section(load_evidence(store, {})).answer ==
        "Not known: no best config has run on another device. 2 of 4 combinations are not measured "
        "yet.");
}

TEST_CASE("the parameter that decides is said to") {
    const Filled filled;
    const Table table = part_of(importance_section(filled.evidence), "Parameters").table;
    CHECK(cell(table, 0, "parameter").shown() == "T");
    CHECK(number(cell(table, 0, "share")) > 0.9);
    CHECK(cell(table, 0, "by").shown() == "all combinations");
}

TEST_CASE("the search: trials, time and what was not tried") {
    const Filled filled;
    const Section section = search_section(filled.evidence);
    const Table progress = part_of(section, "The best config so far").table;
    CHECK(cell(progress, 0, "strategy").shown() == "random");
    CHECK(number(cell(progress, 0, "tried")) == 26);
    CHECK(number(cell(progress, 0, "until_within_5_%")) ==
          6);  // the sixth trial is the first of two tiles
    CHECK(number(cell(part_of(section, "What was not tried").table, 0, "kept_out")) == 14);
    CHECK(number(cell(part_of(section, "Outcomes of the trials").table, 0, "trials")) == 2);
}

TEST_CASE("one total of trials: of those that are not kept, and of those outside of searches") {
    Store store(":memory:");
    const Run run = made::begin(store, made::device("GPU"), 64);
    for (int i = 0; i < 3; ++i) {
        Trial trial = made::trial(run, 1 + i, 1, 100 + i, 64);
        trial.purpose = i == 2 ? Purpose::final : Purpose::search;
        store.add(trial);
    }
    Evidence evidence = load_evidence(store, {});
    for (TrialSummary& trial : evidence.kernel_results.at(0).trials)
        trial.ordinal *= 40;  // as after garbage collection, which removes the trials in between
    const Document document = make_document(evidence, "");
    CHECK(document.about.find("81 trials (3 kept)") != std::string::npos);
    const Section section = search_section(evidence);
    CHECK(section.answer.find("41 of 81 trials were in 1 search;") != std::string::npos);
    CHECK(part_of(section, "Outcomes of the trials").note.find("Of 81 trials 3 are kept") !=
          std::string::npos);

    const Filled filled;  // 27 trials of each of 4 searches, and 3 of a ladder
    CHECK(make_document(filled.evidence, "").about.find(" 111 trials,") != std::string::npos);
    CHECK(search_section(filled.evidence).answer.find("104 of 111 trials were in 4 searches") !=
          std::string::npos);
}

TEST_CASE("two devices compared: slower, and by how much") {
    const Filled filled;
    Store store(":memory:");
    made::tune(store, made::device("GPU", "1.0"), 64, 2);
    const Run before = made::begin(store, made::device("GPU", "1.0"), 128);
    store.add(made::trial(before, 1, 1, 128'000, 128));
    const Run after = made::begin(store, made::device("GPU", "2.0"), 128);
    store.add(made::trial(after, 1, 1, 192'000, 128));
    const Evidence evidence = load_evidence(store, {});
    const std::string old_id = before.key.device;
    const std::string new_id = after.key.device;
    const auto all = compare(evidence, old_id, new_id, 0.05);
    REQUIRE(all.size() == 1);
    CHECK(all[0].difference == Difference::slower);
    CHECK(all[0].factor() == Approx(2.0 / 3));
    CHECK(compare(evidence, new_id, old_id, 0.05).at(0).difference == Difference::faster);
    CHECK(compare(evidence, old_id, new_id, 0.6).at(0).difference == Difference::same);
    CHECK(compare(evidence, old_id, old_id, 0.05).at(0).difference == Difference::same);
}

TEST_CASE("the front of time against energy has what nothing else beats in both") {
    Store store(":memory:");
    const Run run = made::tune(store, made::device("GPU"), 64, 2);
    const auto hold = [&](std::size_t trial, double ns, double joules) {
        SustainedTiming sustained;
        sustained.trial = store.trials(run.id).at(trial).id;
        sustained.seconds = 2;
        sustained.run_ns = ns;
        sustained.joules = joules;
        sustained.meter = joules > 0 ? "NVML" : "";
        sustained.message = joules > 0 ? "" : "there is no library";
        store.add(sustained);
    };
    CHECK(make_document(load_evidence(store, {}), "").sections.size() == 8);
    hold(4, 7900, 0);  // without a measured energy
    const Document blind = make_document(load_evidence(store, {}), "");
    REQUIRE(blind.sections.size() == 9);
    CHECK(blind.sections[4].answer.find("No energy was measured") != std::string::npos);
    hold(0, 9000, 3e-3);
    hold(1, 8000, 4e-3);
    hold(2, 9500, 3.5e-3);  // slower and dearer than the first
    hold(3, 20000, 1e-3);
    const Document document = make_document(load_evidence(store, {}), "");
    const Section& energy = document.sections[4];
    CHECK(energy.name == "energy");
    REQUIRE(energy.parts.size() == 2);
    const Table& front = energy.parts[0].table;
    REQUIRE(front.rows.size() == 3);
    CHECK(cell(front, 0, "energy_j").shown() == "4.00 mJ");
    CHECK(cell(front, 1, "energy_j").shown() == "3.00 mJ");
    CHECK(cell(front, 2, "energy_j").shown() == "1.00 mJ");
    CHECK(cell(front, 2, "work_per_joule").shown() ==
          "524 MFLOP/J");  // 2 · 64³ operations for a millijoule
    CHECK(energy.parts[1].table.rows.size() == 5);
    // The chart has the front in the table's order, and the dearer and slower one after it.
    const ChartSpec& marks = energy.parts[0].chart.at("rows");
    REQUIRE(marks.size() == 4);
    CHECK(marks[0]["joules"] == 4e-3);
    CHECK(marks[2]["joules"] == 1e-3);
    CHECK(marks[2]["front"] == true);
    CHECK(marks[3]["joules"] == 3.5e-3);
    CHECK(marks[3]["front"] == false);
    CHECK(energy.answer.find("0.25 times the energy of the fastest and 2.50 times its time") !=
          std::string::npos);
}

TEST_CASE("nothing, one device, one trial, all failed: each says so") {
    Store empty(":memory:");
    const Document nothing = make_document(load_evidence(empty, {}), "");
    REQUIRE(nothing.sections.size() == 8);
    CHECK(nothing.sections[1].answer == "Nothing has been tuned yet.");
    CHECK(nothing.sections[7].answer.find("The database is empty") != std::string::npos);

    Store failed(":memory:");
    const Run run = made::begin(failed, made::device("GPU"), 64);
    failed.add(samples::failed(run.id, 1, Outcome::crash));
    const Document none = make_document(load_evidence(failed, {}), "");
    CHECK(none.sections[1].answer.find("No trial has a time") == 0);
    CHECK(none.sections[3].answer.find("No config has run") == 0);
    CHECK(none.sections[6].parts.back().title == "Outcomes of the trials");

    failed.add(made::trial(run, 1, 1, 1000, 64));
    const Document one = make_document(load_evidence(failed, {}), "");
    CHECK(one.sections[1].answer == "GPU has results for 1 problem.");
    CHECK(one.sections[1].parts.at(0).table.rows.size() == 1);
    CHECK(one.sections[4].answer.find("at least two devices") != std::string::npos);
    CHECK(one.sections[5].answer.find("at least 24 configs") != std::string::npos);
    CHECK(make_document(load_evidence(failed, {}), "gain").sections.size() == 1);
}
