// SPDX-License-Identifier: MIT
// The verdict on synthetic devices, whose winners and speedups are known.
#include "reports/evidence/verdict.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

#include "reports/sections/document.hpp"
#include "tests/reports/cell.hpp"
#include "tests/reports/made.hpp"

using namespace hone;

namespace {

// A copy: the section may be a temporary.
Table verdict_table(const Section& section) {
    for (const Part& part : section.parts)
        if (part.title == "Each device and routine") return part.table;
    FAIL("no verdict");
    return {};
}

struct Filled {
    Store store{":memory:"};
    Evidence evidence;

    Filled() { made::fill(store); }
    std::vector<Verdict> all() {
        evidence = load_evidence(store, {});
        return verdicts(evidence);
    }
};

void add_reference(Store& store, const std::string& run, const std::string& name,
                   std::int64_t time) {
    ReferenceTiming reference;
    reference.run = run;
    reference.name = name;
    reference.at = made::noon + 1;
    reference.samples = {time, time, time, time, time, time};
    store.add(reference);
}

}  // namespace

TEST_CASE("the verdict: what wins, over the defaults, over the peer, of the limit") {
    Filled filled;
    const auto all = filled.all();
    REQUIRE(all.size() == 2);
    const Verdict& left = all[0];
    CHECK(filled.evidence.labels.at(left.device) == "Left GPU");
    CHECK(left.routine == "gemm");
    CHECK(left.problems == 3);  // the ladder's problem has no defaults and no peer
    CHECK(left.wins == std::map<std::string, std::size_t>{{"gemm_tile", 3}});
    CHECK(left.over_defaults.each.size() == 2);
    CHECK(left.over_defaults.mean().ratio == Approx(123.0 / 103));
    CHECK(left.over_peer.speedup.mean().ratio == Approx(200.0 / 103));
    CHECK(left.over_peer.speedup.mean().log_error);
    CHECK(left.main_limit() == Limit::memory);
    CHECK(left.limits.at(Limit::memory).size() == 2);
    CHECK(all[1].main_limit() == Limit::unknown);  // not probed
}

TEST_CASE("the peer is the fastest library of each problem, and is named") {
    Filled filled;
    for (const Run& run : filled.store.runs()) {
        const std::int64_t size = run.started - made::noon;
        if (size == 64) add_reference(filled.store, run.id, "cublas", size * 150);
        if (size == 64) add_reference(filled.store, run.id, "slow", size * 900);
    }
    const auto all = filled.all();
    CHECK(all[0].over_peer.names ==
          std::map<std::string, std::size_t>{{"clblast", 1}, {"cublas", 1}});
    CHECK(all[0].over_peer.speedup.mean().ratio == Approx(std::sqrt(150.0 * 200.0) / 103));
    const Table table = verdict_table(verdict_section(filled.evidence));
    CHECK(as_csv(table).find("\"CLBlast 1, cuBLAS 1\"") != std::string::npos);
    // CLBlast keeps its own column.
    CHECK(filled.evidence.kernel_results.front().reference->name == "clblast");
}

TEST_CASE("what is not measured is said, with the command that measures it") {
    Filled filled;
    const auto all = filled.all();
    const auto lacking = missing(filled.evidence, all);
    const auto command_for = [&](const std::string& label, const std::string& what) {
        for (const Missing& one : lacking)
            if (filled.evidence.labels.at(one.verdict->device) == label && one.what == what)
                return one.command;
        return std::string("not said");
    };
    CHECK(command_for("Left GPU", "the defaults of 1 problem") ==
          "hone tune gemm_tile --precision f32 --size 'M=257,N=257,K=257' --device 'Left GPU'");
    CHECK(command_for("Left GPU", "another library of 1 problem") ==
          command_for("Left GPU", "the defaults of 1 problem"));
    CHECK(command_for("Right GPU", "the limits") == "hone probe --device 'Right GPU'");
    CHECK(command_for("Right GPU", "the defaults of 1 problem") == "not said");
}

TEST_CASE("the section says the verdict in a sentence, and what is missing is no number") {
    Filled filled;
    filled.all();
    const Section section = verdict_section(filled.evidence);
    // The root of 123 / 103 times 283 / 103.
    CHECK(section.answer.find("1.81 × ± ") != std::string::npos);
    CHECK(section.answer.find("4 of 5 problems") != std::string::npos);
    const Table table = verdict_table(section);
    REQUIRE(table.rows.size() == 2);
    const auto cell = [&](std::size_t row, const std::string& key) {
        return made::cell(table, row, key);
    };
    CHECK(cell(1, "of_limit").is_nothing());
    CHECK(cell(1, "of_limit").shown() == "not measured");
    CHECK(cell(0, "peer").shown() == "CLBlast");
    CHECK(std::stod(cell(0, "over_peer_low").exact()) < std::stod(cell(0, "over_peer").exact()));
    CHECK(as_text(table).find("over peer low") == std::string::npos);
    CHECK(as_csv(table).find("over_peer_low") != std::string::npos);
}

TEST_CASE("each limit of a routine has its share, over the problems that it limits") {
    Filled filled;
    filled.all();
    const Section section = verdict_section(filled.evidence);
    const Part& part = section.parts.back();
    REQUIRE(part.title == "The share of each limit");
    REQUIRE(part.table.rows.size() == 2);  // the right GPU was not probed
    CHECK(made::cell(part.table, 1, "limit").shown() == "above the probe");
    CHECK(made::cell(part.table, 1, "of_limit").shown() == "not measured");
    CHECK(made::cell(part.table, 1, "of_limit").is_nothing());
    CHECK(made::cell(part.table, 0, "device").shown() == "Left GPU");
    CHECK(made::cell(part.table, 0, "limit").shown() == "memory");
    CHECK(made::cell(part.table, 0, "problems").exact() == "2");
    CHECK(made::cell(part.table, 0, "of_limit").shown().find(" ± ") != std::string::npos);
    CHECK(made::cell(part.table, 0, "of_limit_low").is_number());
}

TEST_CASE("the defaults are told by their final round, where they have one") {
    Filled filled;
    for (const Run& run : filled.store.runs()) {
        if (run.started - made::noon != 64) continue;
        Trial again = made::trial(run, 1, 1, 64 * 206, 64);
        again.purpose = Purpose::final;
        again.samples.resize(20, 64 * 206);
        filled.store.add(again);
    }
    filled.all();
    CHECK(filled.evidence.kernel_results.front().defaults->time.median == 64 * 206);
}

TEST_CASE("the defaults are told by the final round that timed the best, not by a longer one") {
    Store store(":memory:");
    const Device device = made::device("Left GPU");
    const auto time_defaults = [&](const Run& run, Purpose purpose, std::size_t samples,
                                   std::int64_t ns) {
        Trial again = made::trial(run, 1, 1, ns, 64);
        again.purpose = purpose;
        again.samples.assign(samples, ns);
        store.add(again);
    };
    const Run run = made::tune(store, device, 64, 2);
    time_defaults(run, Purpose::final, 5, 64 * 206);
    const Run other = made::begin(store, device, 64);  // at another time
    time_defaults(other, Purpose::default_config, 40, 64 * 150);
    time_defaults(other, Purpose::final, 20, 64 * 160);
    store.end(other.id, State::finished);
    const Evidence evidence = load_evidence(store, {});
    REQUIRE(evidence.kernel_results.size() == 1);
    CHECK(evidence.kernel_results.front().defaults->time.median == 64 * 206);
}

TEST_CASE("CLBlast on a CPU is named, and no peer of the verdict's sentence") {
    Store store(":memory:");
    Device cpu = made::device("Some CPU");
    cpu.type = "cpu";
    made::tune(store, cpu, 64, 2);
    const Section section = verdict_section(load_evidence(store, {}));
    CHECK(
        section.answer.find("the strongest other library not measured, without CLBlast on CPUs") !=
        std::string::npos);
    CHECK(as_text(verdict_table(section)).find("CLBlast (for GPUs)") != std::string::npos);
}

TEST_CASE("a library that is made for CPUs is the peer there, also where CLBlast is faster") {
    Store store(":memory:");
    Device cpu = made::device("Some CPU");
    cpu.type = "cpu";
    const Run first = made::tune(store, cpu, 64, 2);
    made::tune(store, cpu, 128, 2);
    add_reference(store, first.id, "openblas", 64 * 300);  // CLBlast takes 64 * 200
    add_reference(store, first.id, "clblast_tuned", 64 * 150);
    const Evidence evidence = load_evidence(store, {});
    const auto all = verdicts(evidence);
    REQUIRE(all.size() == 1);
    CHECK(all[0].over_peer.names == std::map<std::string, std::size_t>{{"openblas", 1}});
    CHECK(all[0].over_peer.speedup.mean().ratio == Approx(300.0 / 103));
    CHECK(all[0].over_weak_peer.names == std::map<std::string, std::size_t>{{"clblast", 1}});

    // The other problem has no strong peer, which is reported.
    const Section section = verdict_section(evidence);
    const std::string table = as_text(verdict_table(section));
    CHECK(table.find("OpenBLAS") != std::string::npos);
    CHECK(table.find("2.91 ×") != std::string::npos);
    CHECK(table.find(", 1 of 2") != std::string::npos);
    CHECK(table.find("CLBlast") == std::string::npos);
    CHECK(section.answer.find("over the strongest other library (1 of 2 problems)") !=
          std::string::npos);
    const auto lacking = missing(evidence, all);
    CHECK(std::ranges::any_of(lacking, [](const Missing& one) {
        return one.what == "a library made for CPUs of 1 problem" &&
               one.command == "hone db import times.csv";
    }));
}

TEST_CASE("nothing to compare the best configs with is said in one sentence") {
    Store store(":memory:");
    const Run run = made::begin(store, made::device("GPU"), 64);
    store.add(made::trial(run, 1, 1, 100, 64));
    CHECK(verdict_section(load_evidence(store, {}))
              .answer.starts_with("Neither the kernels' defaults nor another library is measured"));
}

TEST_CASE("nothing tuned: the verdict says what to do") {
    Store store(":memory:");
    const Section section = verdict_section(load_evidence(store, {}));
    CHECK(section.answer == "Nothing has a time yet: `hone tune` measures the first.");
    CHECK(section.parts.empty());
}
