// SPDX-License-Identifier: MIT
// Figures on the command line: exact parsing, and rejections with an example.
#include "tuner/cli/options/quantities.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "spaces/base/error.hpp"

using namespace hone;
using namespace hone::cli;
using namespace std::chrono_literals;

namespace {

template <class Read>
std::string refusal(Read read) {
    try {
        read();
    } catch (const Error& error) {
        CHECK(error.exit() == Exit::usage);
        return std::string(error.what()) + "; " + error.hint();
    }
    return "accepted";
}

}  // namespace

TEST_CASE("durations") {
    CHECK(read_duration("90s", "--time-limit") == 90s);
    CHECK(read_duration("10m", "--time-limit") == 10min);
    CHECK(read_duration("10min", "--time-limit") == 10min);
    CHECK(read_duration("1.5h", "--time-limit") == 90min);
    CHECK(read_duration("250ms", "--time-limit") == 250ms);
    CHECK(read_duration("0s", "--time-limit") == 0s);
}

TEST_CASE("what is no duration is refused with an example") {
    for (const auto* text :
         {"", "90", "s", "90x", "-1s", "1h30m", "1e300h", "9999999h", " 1s", "1 s"})
        CHECK(refusal([&] { read_duration(text, "--time-limit"); }) ==
              "--time-limit: '" + std::string(text) +
                  "' is not a duration; write it as 90s, 10m or 1h");
}

TEST_CASE("counts") {
    CHECK(read_count("0", "--max") == 0);
    CHECK(read_count("1048576", "--max") == 1048576);
    CHECK(read_count("1e6", "--max") == 1'000'000);
    CHECK(read_count("16Ki", "--max") == 16384);
    CHECK(read_count("1.5Mi", "--max") == 1572864);
    CHECK(read_count("64M", "--max") == 64'000'000);
    CHECK(read_count("9223372036854775807", "--max") == INT64_MAX);
}

TEST_CASE("what is no count is refused with an example") {
    for (const auto* text :
         {"", "ten", "1.5", "-1", "16KiB", "9223372036854775808", "9e18k", "0x10", "1,000"})
        CHECK(refusal([&] { read_count(text, "--max"); }) ==
              "--max: '" + std::string(text) +
                  "' is not a count; write it as 1000, 1e6, 16Ki or 1Mi");
}

TEST_CASE("shares") {
    CHECK(read_share("5%", "--within") == Approx(0.05));
    CHECK(read_share("0.05", "--within") == Approx(0.05));
    CHECK(read_share("100%", "--within") == 1);
    CHECK(read_share("0", "--within") == 0);
}

TEST_CASE("what is no share is refused with an example") {
    for (const auto* text : {"", "%", "101%", "-1%", "5", "five"})
        CHECK(refusal([&] { read_share(text, "--within"); }) ==
              "--within: '" + std::string(text) +
                  "' is not a share from 0 to 1; write it as 5% or 0.05");
}

TEST_CASE("names with numbers and words") {
    CHECK(read_names("n=1Mi,operation=dot,alpha=0.5,shift=-3", "--size") ==
          Names{{"n", 1048576},
                {"operation", "dot"},
                {"alpha", Number::fraction(1, 2)},
                {"shift", -3}});
}

TEST_CASE("what is no list of names is refused at the wrong pair") {
    const auto of = [](const std::string& text) {
        return refusal([&] { read_names(text, "--size"); });
    };
    const std::string hint =
        "' is not NAME=VALUE; write it as M=512,N=512,K=512 or n=1048576,operation=dot";
    CHECK(of("") == "--size: '" + hint);
    CHECK(of("1024") == "--size: '1024" + hint);
    CHECK(of("n=1,") == "--size: '" + hint);
    CHECK(of("n=1,m=") == "--size: 'm=" + hint);
    CHECK(of("n=1,m=16KiB") == "--size: 'm=16KiB" + hint);
    CHECK(of("=4") == "--size: '=4" + hint);
    CHECK(of("n=1,n=2") == "--size: 'n' is given twice; ");
}
