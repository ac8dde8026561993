// SPDX-License-Identifier: MIT
// Texts of a report that may be too long.
#include "reports/text/describe.hpp"

#include <catch2/catch.hpp>

using namespace hone;

TEST_CASE("a text is cut where it has more characters than there is room for") {
    CHECK(shortened("abc", 3) == "abc");
    CHECK(shortened("abcd", 3) == "ab…");
    CHECK(shortened("abé", 3) == "abé");
    CHECK(shortened("aéb", 3) == "aéb");
    CHECK(shortened("éééé", 3) == "éé…");
    CHECK(shortened("", 3).empty());
}
