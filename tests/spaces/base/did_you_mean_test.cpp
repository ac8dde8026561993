// SPDX-License-Identifier: MIT
// Suggestions for a mistyped word, and when there is none.
#include "spaces/base/did_you_mean.hpp"

#include <array>
#include <catch2/catch.hpp>

using namespace hone;

namespace {

const std::array<std::string, 5> known{"MWG", "NWG", "space", "devices", "--verbose"};

}  // namespace

TEST_CASE("one keystroke of any kind is forgiven") {
    CHECK(nearest_word("sapce", known) == "space");
    CHECK(nearest_word("spac", known) == "space");
    CHECK(nearest_word("spacee", known) == "space");
    CHECK(nearest_word("spece", known) == "space");
    CHECK(nearest_word("MGW", known) == "MWG");
    CHECK(nearest_word("mwg", known) == "MWG");
}

TEST_CASE("long words forgive more than short ones") {
    CHECK(nearest_word("--vebrsoe", known) == "--verbose");
    CHECK(nearest_word("dvcies", known) == "devices");
    CHECK(nearest_word("x", known).empty());
    CHECK(nearest_word("", known).empty());
    CHECK(nearest_word("MXY", known).empty());
    CHECK(nearest_word("something else", known).empty());
}

TEST_CASE("a beginning means the whole word") {
    CHECK(nearest_word("dev", known) == "devices");
    CHECK(nearest_word("--verb", known) == "--verbose");
    CHECK(nearest_word("de", known).empty());
}

TEST_CASE("a beginning is preferred to a word that is a letter away") {
    const std::array<std::string, 3> options{"--shard", "--sharing-of-a-device", "--share-of"};
    CHECK(nearest_word("--share", options) == "--share-of");
    CHECK(nearest_word("--sharf", options) == "--shard");
}

TEST_CASE("the first of equally near words is meant") {
    const std::array<std::string, 2> both{"KWG", "VWG"};
    CHECK(nearest_word("XWG", both) == "KWG");
}

TEST_CASE("without known words nothing is meant") {
    CHECK(nearest_word("space", {}).empty());
}

TEST_CASE("a word of a million letters is near to none") {
    CHECK(nearest_word(std::string(1 << 20, 'x'), known).empty());
}

TEST_CASE("the end of a message") {
    CHECK(did_you_mean("sapce", known) == "; did you mean space?");
    CHECK(did_you_mean("x", known).empty());
}
