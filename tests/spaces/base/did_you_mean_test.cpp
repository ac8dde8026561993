// SPDX-License-Identifier: MIT
// Which word a user meant, and when it is better to say nothing.
#include "spaces/base/did_you_mean.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace hone;

namespace {

const std::array<std::string, 5> known{"MWG", "NWG", "space", "devices", "--verbose"};

}  // namespace

TEST_CASE("one keystroke of any kind is forgiven") {
    CHECK(nearest("sapce", known) == "space");
    CHECK(nearest("spac", known) == "space");
    CHECK(nearest("spacee", known) == "space");
    CHECK(nearest("spece", known) == "space");
    CHECK(nearest("MGW", known) == "MWG");
    CHECK(nearest("mwg", known) == "MWG");
}

TEST_CASE("long words forgive more than short ones") {
    CHECK(nearest("--vebrsoe", known) == "--verbose");
    CHECK(nearest("dvcies", known) == "devices");
    CHECK(nearest("x", known).empty());
    CHECK(nearest("", known).empty());
    CHECK(nearest("MXY", known).empty());
    CHECK(nearest("something else", known).empty());
}

TEST_CASE("a beginning means the whole word") {
    CHECK(nearest("dev", known) == "devices");
    CHECK(nearest("--verb", known) == "--verbose");
    CHECK(nearest("de", known).empty());
}

TEST_CASE("the first of equally near words is meant") {
    const std::array<std::string, 2> both{"KWG", "VWG"};
    CHECK(nearest("XWG", both) == "KWG");
}

TEST_CASE("without known words nothing is meant") {
    CHECK(nearest("space", {}).empty());
}

TEST_CASE("a word of any length is answered at once") {
    CHECK(nearest(std::string(1 << 20, 'x'), known).empty());
}

TEST_CASE("the end of a message") {
    CHECK(did_you_mean("sapce", known) == ", did you mean 'space'?");
    CHECK(did_you_mean("x", known).empty());
}
