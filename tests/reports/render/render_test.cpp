// SPDX-License-Identifier: MIT
// The formats of a report: Markdown and CSV exactly, JSON and the page by their properties.
#include "reports/render/render.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <sstream>

#include "db/model/sha256.hpp"
#include "tests/folder.hpp"
#include "tests/reports/made.hpp"

using namespace hone;

namespace {

std::string file(const std::string& name) {
    std::ifstream in(HONE_SOURCE_DIR "/" + name, std::ios::binary);
    std::ostringstream content;
    content << in.rdbuf();
    return content.str();
}

const ReportFormat& shape(std::string_view name) {
    return *std::ranges::find(report_formats(), name, &ReportFormat::name);
}

Document filled() {
    Store store(":memory:");
    made::fill(store);
    return make_document(load_evidence(store, {}), "");
}

// Digits past the ninth depend on the machine, not on the report.
std::string rounded(const std::string& text) {
    static const std::regex digits(R"((\.\d{9})\d+)");
    return std::regex_replace(text, digits, "$1");
}

// Compares with the stored file; a different result is written next to it for inspection.
void matches(const std::string& kept, const std::string& came) {
    if (rounded(file(kept)) != rounded(came))
        std::ofstream(HONE_TEST_DIR "/" + kept.substr(kept.rfind('/') + 1)) << came;
    INFO("what came is in " HONE_TEST_DIR);
    CHECK(rounded(file(kept)) == rounded(came));
}

std::size_t count(const std::string& text, const std::string& part) {
    std::size_t times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++times;
    return times;
}

}  // namespace

TEST_CASE("Markdown and CSV are as they were") {
    const Document document = filled();
    matches("tests/reports/golden/report.md", shape("markdown").render(document));
    std::string tables;
    for (const NamedTable& table : csv_tables(document))
        tables += table.name + "\r\n" + table.csv + "\r\n";
    matches("tests/reports/golden/report.csv", tables);
}

TEST_CASE("a report is known by who would write over it, and others are not") {
    const test::Folder folder;
    const Document document = filled();
    for (const ReportFormat& format : report_formats()) {
        INFO(format.name);
        const std::string content = format.render(document);
        const OutputFormat own = output_format(format, content);
        std::ofstream(folder / "own") << content;
        CHECK(has_format(folder / "own", own));
        for (const char* text :
             {"<!doctype html><title>Tuning report</title>", "# Tuning report\n\nmine\n",
              "Tuning report\n", "{\n  \"title\": \"Tuning report\"\n}", "kernel,device\r\n"}) {
            std::ofstream(folder / "other") << text;
            CHECK_FALSE(has_format(folder / "other", own));
        }
    }
    CHECK_FALSE(has_format(folder / "own", output_format(shape("csv"), "")));
}

TEST_CASE("JSON has every table's rows with exact numbers") {
    const auto all = nlohmann::json::parse(shape("json").render(filled()));
    REQUIRE(all["sections"].size() == 8);
    CHECK(all["sections"][1]["name"] == "fastest");
    CHECK(all["sections"][1]["tables"][0]["rows"][0]["time_ns"] == 64 * 103);
}

TEST_CASE("the page is one file that loads nothing") {
    const std::string page = as_page(filled());
    CHECK(page.starts_with("<!doctype html>"));
    CHECK(page.find("<!--") == std::string::npos);
    for (const char* outside : {"src=\"", "<link", "@import", "fetch(\"http"})
        CHECK(page.find(outside) == std::string::npos);
    CHECK(count(page, "<h2>") == 8);
    CHECK(page.size() < 3'000'000);
}

TEST_CASE("no name can break out of the page") {
    Store store(":memory:");
    const std::string hostile = "</script><script>alert(1)</script><!-- \"'& \xf0\x9f\x98\x80 " +
                                std::string("\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d ") +
                                std::string(200, 'x') + "\xff";
    Device device = made::device(hostile, hostile);
    made::tune(store, device, 64, 2);
    const std::string page = as_page(make_document(load_evidence(store, {}), ""));
    const std::string plain = as_page(make_document(load_evidence(store, {"nothing", {}}), ""));
    CHECK(count(page, "</script>") == count(plain, "</script>"));
    CHECK(count(page, "<script") == count(plain, "<script"));
    CHECK(count(page, "<!--") == 0);
    CHECK(page.find("&lt;/script&gt;") != std::string::npos);
    for (const ReportFormat& each : report_formats())
        CHECK_FALSE(each.render(make_document(load_evidence(store, {}), "")).empty());
}

TEST_CASE("what is vendored is what was published") {
    const std::string readme = file("reports/render/vendor/README.md");
    for (const char* name : {"d3.min.js", "plot.umd.min.js"}) {
        INFO(name);
        CHECK(readme.find(sha256(file(std::string("reports/render/vendor/") + name))) !=
              std::string::npos);
    }
    CHECK_FALSE(file("reports/render/vendor/LICENSE.d3").empty());
    CHECK_FALSE(file("reports/render/vendor/LICENSE.plot").empty());
}
