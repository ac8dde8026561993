// SPDX-License-Identifier: MIT
// The sections of a synthetic store, with values that follow from how it was made.
#include <catch2/catch.hpp>

#include "reports/evidence/comparison.hpp"
#include "reports/evidence/ladder_results.hpp"
#include "reports/evidence/roofline.hpp"
#include "reports/sections/document.hpp"
#include "tests/reports/made.hpp"

using namespace hone;

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

double number(const Cell& cell) {
    return std::stod(cell.exact());
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
    // Another kernel of the routine has the same problem, in whatever order it declares it.
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
    CHECK(number(row[3]) == 64 * 103);
    CHECK(number(row[5]) == Approx(123.0 / 103));
    CHECK(number(row[6]) == Approx(200.0 / 103));
    // 2 N^3 FLOP over 12 N^2 bytes at 20 GB/s.
    const double attainable = 2e10 * 64 / 6;
    const double reached = 2.0 * 64 * 64 * 64 / (64 * 103e-9);
    CHECK(number(row[7]) == Approx(reached / attainable));
    CHECK(table.rows[1][7].is_nothing());
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
    CHECK(number(sweeps.rows[2][4]) == Approx(0.25));
}

TEST_CASE("what tuning bought: over the middle, the worst and the defaults") {
    const Filled filled;
    const Table table = part_of(gain_section(filled.evidence), "The distribution of configs").table;
    const Row& row = table.rows.front();
    CHECK(number(row[3]) == 25);
    CHECK(number(row[4]) == 64 * 103);
    CHECK(number(row[6]) == Approx((100.0 + 20 * 9 + 15) / 103));
    CHECK(number(row[7]) == Approx(123.0 / 103));
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
    REQUIRE(table.rows.size() == 3);
    CHECK(number(table.rows[2][5]) == Approx(2));
    CHECK(number(table.rows[2][6]) == Approx(4));
}

TEST_CASE("the matrix: a best moved to the other device keeps what it keeps") {
    const Filled filled;
    const Section section = portability_section(filled.evidence);
    const Table matrix = part_of(section, "The portability matrix").table;
    REQUIRE(matrix.rows.size() == 8);
    CHECK(number(matrix.rows[0][4]) == 1);
    // The best of the left device is two tiles off the optimum of the right one: 100 + 20 * 4 + 3.
    CHECK(number(matrix.rows[1][4]) == Approx(103.0 / 183));
    // In between, one tile off each: 103 / 123 on both.
    const Table travelers = part_of(section, "The most portable config").table;
    CHECK(number(travelers.rows[0][2]) == Approx(103.0 / 123));
    const Table covers = part_of(section, "Few configs for all devices and problems").table;
    REQUIRE(covers.rows.size() == 2);
    CHECK(number(covers.rows[0][3]) == 2);
    CHECK(number(covers.rows[0][4]) == 4);
}

TEST_CASE("the parameter that decides is said to") {
    const Filled filled;
    const Table table = part_of(importance_section(filled.evidence), "Parameters").table;
    CHECK(table.rows.at(0)[3].shown() == "T");
    CHECK(number(table.rows[0][4]) > 0.9);
    CHECK(table.rows[0][6].shown() == "all combinations");
}

TEST_CASE("the search: trials, time and what was not tried") {
    const Filled filled;
    const Section section = search_section(filled.evidence);
    const Row row = part_of(section, "The best config so far").table.rows.front();
    CHECK(row[3].shown() == "random");
    CHECK(number(row[5]) == 26);
    CHECK(number(row[6]) == 6);  // the sixth trial is the first of two tiles
    CHECK(number(part_of(section, "What was not tried").table.rows.at(0)[3]) == 14);
    CHECK(number(part_of(section, "Outcomes of the trials").table.rows.at(0)[2]) == 2);
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

TEST_CASE("nothing, one device, one trial, all failed: each says so") {
    Store empty(":memory:");
    const Document nothing = make_document(load_evidence(empty, {}), "");
    REQUIRE(nothing.sections.size() == 7);
    CHECK(nothing.sections[0].answer == "Nothing has been tuned yet.");
    CHECK(nothing.sections[6].answer.find("The database is empty") != std::string::npos);

    Store failed(":memory:");
    const Run run = made::begin(failed, made::device("GPU"), 64);
    failed.add(samples::failed(run.id, 1, Outcome::crash));
    const Document none = make_document(load_evidence(failed, {}), "");
    CHECK(none.sections[0].answer.find("No trial has a time") == 0);
    CHECK(none.sections[2].answer.find("No config has run") == 0);
    CHECK(none.sections[5].parts.back().title == "Outcomes of the trials");

    failed.add(made::trial(run, 1, 1, 1000, 64));
    const Document one = make_document(load_evidence(failed, {}), "");
    CHECK(one.sections[0].answer == "GPU has results for 1 problem.");
    CHECK(one.sections[0].parts.at(0).table.rows.size() == 1);
    CHECK(one.sections[3].answer.find("at least two devices") != std::string::npos);
    CHECK(one.sections[4].answer.find("at least 24 configs") != std::string::npos);
    CHECK(make_document(load_evidence(failed, {}), "gain").sections.size() == 1);
}
