// SPDX-License-Identifier: MIT
// The ranking of synthetic devices with known speeds.
#include "reports/sections/device_ranking.hpp"

#include <catch2/catch.hpp>

#include "tests/reports/cell.hpp"
#include "tests/reports/made.hpp"

using namespace hone;

namespace {

struct Times {
    const char* device;
    std::int64_t size, ns;
};

Evidence evidence_of(std::initializer_list<Times> all) {
    Store store(":memory:");
    for (const Times& one : all) {
        const Run run = made::begin(store, made::device(one.device), one.size);
        store.add(made::trial(run, 1, 1, one.ns, one.size));
    }
    return load_evidence(store, {});
}

}  // namespace

TEST_CASE("the fastest device is told over the problems that several devices have") {
    const Evidence evidence = evidence_of({{"A", 1, 1000},
                                           {"B", 1, 2000},
                                           {"C", 1, 9000},
                                           {"A", 2, 1000},
                                           {"B", 2, 8000},
                                           {"C", 2, 500},
                                           {"A", 3, 100},  // nobody else has it
                                           {"A", 4, 1000},
                                           {"B", 4, 1000 * 4}});
    const auto fastest = fastest_device(evidence);
    REQUIRE(fastest);
    CHECK(fastest->label == "A");
    CHECK(fastest->wins == 2);
    CHECK(fastest->problems == 3);
    CHECK(fastest->next == "C");  // the root of 9 and 1/2, over B the third root of 2, 8 and 4
    CHECK(fastest->over_next.ratio == Approx(std::sqrt(4.5)));

    const Table table = ranking_part(evidence).table;
    REQUIRE(table.rows.size() == 1);
    CHECK(made::cell(table, 0, "routine").shown() == "gemm f32");
    CHECK(made::cell(table, 0, "problems").exact() == "3");
    CHECK(made::cell(table, 0, "fastest").shown() == "A, 2 of 3");
    CHECK(made::cell(table, 0, "a").shown() == "100 %");
    CHECK(std::stod(made::cell(table, 0, "b").exact()) == Approx(1.0 / 4));
    CHECK(std::stod(made::cell(table, 0, "c").exact()) == Approx(1 / std::sqrt(4.5)));
}

TEST_CASE("what noise does not tell apart is no win") {
    const Evidence evidence = evidence_of({{"A", 1, 1000}, {"B", 1, 1020}, {"C", 1, 3000}});
    const auto fastest = fastest_device(evidence);
    REQUIRE(fastest);
    CHECK(fastest->wins == 0);
    CHECK(fastest->label == "A");
    const Table table = ranking_part(evidence).table;
    CHECK(made::cell(table, 0, "fastest").shown() == "no difference");
    CHECK(std::stod(made::cell(table, 0, "b").exact()) == Approx(1000.0 / 1020));
    CHECK(verdict_section(evidence).answer.starts_with(
        "No device is the fastest on any of 1 problems. "));
    CHECK(fastest_section(evidence).answer ==
          "No difference on any of the 1 problems that several devices have.");
}

TEST_CASE("devices without a common problem are not ranked") {
    const Evidence evidence = evidence_of({{"A", 1, 1000}, {"B", 2, 2000}});
    CHECK_FALSE(fastest_device(evidence));
    CHECK(ranking_part(evidence).table.rows.empty());
    CHECK(fastest_section(evidence).answer == "No problem was tuned on two devices.");
    const Section section = verdict_section(evidence);
    CHECK(section.answer.find("fastest device") == std::string::npos);
    CHECK(section.parts.front().title == "Each device and routine");
}

TEST_CASE("the verdict begins with the device to take") {
    const Evidence evidence = evidence_of({{"A", 1, 1000}, {"B", 1, 2000}});
    const Section section = verdict_section(evidence);
    CHECK(section.answer.starts_with("A is the fastest device on 1 of 1 problems, and 2.00 × "));
    CHECK(section.answer.find(" as fast as B. ") != std::string::npos);
    CHECK(section.parts.front().title == "Which device for each routine");
    CHECK(fastest_section(evidence).answer ==
          "A is faster on 1 of the 1 problems that several devices have.");
}
