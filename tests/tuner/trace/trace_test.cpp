// SPDX-License-Identifier: MIT
// The launches of a program, written and read again; and files that a program may write instead.
#include "tuner/trace/trace.hpp"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/db/samples.hpp"

using namespace hone;
using samples::Folder;

namespace {

TracedLaunch launch() {
    TracedLaunch launch;
    launch.entry = "scale";
    launch.program = "c0ffee";
    launch.shape = {2, {}, {64, 64, 1}, {8, 8, 1}};
    launch.count = launch.timed = 3;
    launch.timed_ns = 600;
    launch.arguments.push_back({.kind = TracedArgument::Kind::value, .bytes = "\x01\xff"});
    launch.arguments.push_back({.kind = TracedArgument::Kind::buffer,
                                .size = 4,
                                .before = "0123456789abcdef",
                                .after = "fedcba9876543210"});
    return launch;
}

/// The layer's file for it.
nlohmann::json written() {
    const Folder folder;
    write_trace(folder / "", {launch()});
    std::ifstream file(std::filesystem::directory_iterator(folder / "")->path());
    return nlohmann::json::parse(file);
}

void read(const std::string& text) {
    const Folder folder;
    std::ofstream(folder / "launches-1.json") << text;
    (void)read_traces(folder / "");
}

}  // namespace

TEST_CASE("a process that launched nothing leaves a trace, and none leaves none") {
    const Folder folder;
    CHECK_FALSE(has_trace(folder / ""));
    write_trace(folder / "", {});
    CHECK(has_trace(folder / ""));
    CHECK(read_traces(folder / "").empty());
}

TEST_CASE("launches are read as they were written, those of two processes together") {
    const Folder folder;
    write_trace(folder / "", {launch()});
    std::ofstream(folder / "launches-1.json") << written();
    const auto all = read_traces(folder / "");
    REQUIRE(all.size() == 1);
    CHECK(all[0].count == 6);
    CHECK(all[0].total_ns() == 1200);
    CHECK(all[0].shape == launch().shape);
    CHECK(all[0].arguments.at(0).bytes == "\x01\xff");
    CHECK(all[0].arguments.at(1).after == "fedcba9876543210");
}

TEST_CASE("a trace that the layer did not write is malformed") {
    CHECK_NOTHROW(read(written().dump()));
    const auto changed = [](const char* pointer, const nlohmann::json& value) {
        nlohmann::json json = written();
        json[nlohmann::json::json_pointer(pointer)] = value;
        return json.dump();
    };
    const std::vector<std::string> lies{
        "",
        "{}",
        "[1]",
        std::string(100'000, '['),
        changed("/0/shape/dimensions", 4),
        changed("/0/shape/dimensions", 0),
        changed("/0/shape/dimensions", 1'000'000),
        changed("/0/program", "../../../etc/passwd"),
        changed("/0/arguments/1/before", "/dev/zero"),
        changed("/0/arguments/1/after", ".."),
        changed("/0/arguments/0/bytes", "no digits"),
        changed("/0/count", "many"),
        changed("/0/shape/global", {1}),
    };
    for (const std::string& lie : lies) {
        INFO(lie.substr(0, 500));
        CHECK_THROWS_AS(read(lie), std::runtime_error);
    }
    const Folder folder;
    std::filesystem::create_symlink("/dev/zero", folder / "launches-1.json");
    CHECK_THROWS_AS(read_traces(folder / ""), std::runtime_error);
}
