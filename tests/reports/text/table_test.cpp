// SPDX-License-Identifier: MIT
// One table in four formats: aligned for readers, exact for programs.
#include "reports/text/table.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

using namespace hone;

namespace {

Table times() {
    return {.columns = {{"kernel"},
                        {"median", Align::right, "ns"},
                        {"compute rate", Align::right, "flop/s"}},
            .rows = {{"gemm_tile", {"12.3 µs", 12300.5}, {"43.9 TFLOP/s", 43'900'000'000'000}},
                     {"plain", {"1.00 ms", 1'000'000}, {}}}};
}

}  // namespace

TEST_CASE("text stands in line though some letters are two bytes long") {
    CHECK(as_text(times()) ==
          "kernel      median  compute rate\n"
          "gemm_tile  12.3 µs  43.9 TFLOP/s\n"
          "plain      1.00 ms             –\n");
}

TEST_CASE("no line of text ends in blanks") {
    const Table table{{{"a"}, {"b"}}, {{"long word", ""}, {"", "x"}}};
    CHECK(as_text(table) == "a          b\nlong word\n           x\n");
}

TEST_CASE("Markdown keeps the alignment and escapes what would end a cell") {
    const Table table{{{"a|b"}, {"n", Align::right}}, {{"x|y\nz", {"1", 1}}}};
    CHECK(as_markdown(table) == "| a\\|b | n |\n| --- | ---: |\n| x\\|y z | 1 |\n");
}

TEST_CASE("Markdown shows what stands there, and no image, link, code or emphasis") {
    const Table table{{{"a"}}, {{"<b> *x* `y` [z](w) ~~v~~"}}};
    CHECK(as_markdown(table) ==
          "| a |\n| --- |\n| \\<b> \\*x\\* \\`y\\` \\[z](w) \\~\\~v\\~\\~ |\n");
}

TEST_CASE("a column for programs is in CSV and JSON alone") {
    const Table table{
        {{"a"}, {.title = "low", .align = Align::right, .unit = {}, .exact_only = true}},
        {{"x", {"", 1.5}}, {"y", Cell{}}}};
    CHECK(as_text(table) == "a\nx\ny\n");
    CHECK(as_markdown(table) == "| a |\n| --- |\n| x |\n| y |\n");
    CHECK(as_csv(table) == "a,low\r\nx,1.5\r\ny,\r\n");
    CHECK(nlohmann::json::parse(as_json(table))[0]["low"] == 1.5);
}

TEST_CASE("nothing can say why, and stays nothing to programs") {
    const Table table{{{"a"}}, {{Cell::nothing("not measured")}}};
    CHECK(as_text(table) == "a\nnot measured\n");
    CHECK(as_csv(table) == "a\r\n\r\n");
    CHECK(nlohmann::json::parse(as_json(table))[0]["a"].is_null());
}

TEST_CASE("CSV has exact numbers, the units in the names, and CRLF") {
    CHECK(as_csv(times()) ==
          "kernel,median_ns,compute_rate_flop_per_s\r\n"
          "gemm_tile,12300.5,43900000000000\r\n"
          "plain,1000000,\r\n");
}

TEST_CASE("CSV quotes what needs it") {
    const Table table{{{"text"}}, {{"a,b"}, {"say \"x\""}, {"two\nlines"}, {"plain"}}};
    CHECK(as_csv(table) == "text\r\n\"a,b\"\r\n\"say \"\"x\"\"\"\r\n\"two\nlines\"\r\nplain\r\n");
}

TEST_CASE("JSON can be read back, with numbers as numbers") {
    const auto read = nlohmann::json::parse(as_json(times()));
    REQUIRE(read.size() == 2);
    CHECK(read[0]["kernel"] == "gemm_tile");
    CHECK(read[0]["median_ns"] == 12300.5);
    CHECK(read[0]["compute_rate_flop_per_s"] == 43'900'000'000'000);
    CHECK(read[1]["compute_rate_flop_per_s"].is_null());
}

TEST_CASE("JSON takes any word, even one that is no UTF-8") {
    const Table table{{{"name"}}, {{"a \"b\"\t\\"}, {std::string("\xff\xfe GPU")}}};
    const auto read = nlohmann::json::parse(as_json(table));
    CHECK(read[0]["name"] == "a \"b\"\t\\");
    CHECK(read[1]["name"].get<std::string>().ends_with(" GPU"));
}

TEST_CASE("a table without rows") {
    const Table table{{{"name"}, {"n", Align::right}}};
    CHECK(as_text(table) == "name  n\n");
    CHECK(as_csv(table) == "name,n\r\n");
    CHECK(as_json(table) == "[]\n");
}

TEST_CASE("a number that JSON does not know is nothing") {
    const Table table{{{"x"}}, {{{"–", std::numeric_limits<double>::infinity()}}}};
    CHECK(nlohmann::json::parse(as_json(table))[0]["x"].is_null());
}

TEST_CASE("a number longer than any type keeps its digits") {
    const Table table{{{"count"}},
                      {{Cell::digits("340282366920938463463374607431768211455", "3.4e38")}}};
    CHECK(as_text(table) == "count\n3.4e38\n");
    CHECK(as_csv(table) == "count\r\n340282366920938463463374607431768211455\r\n");
}
