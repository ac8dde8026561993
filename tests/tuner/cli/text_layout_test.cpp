// SPDX-License-Identifier: MIT
// Text for a terminal and for troff: line breaks, and escapes of troff's commands.
#include "tuner/cli/text_layout.hpp"

#include <catch2/catch.hpp>

using namespace hone::cli;
using Lines = std::vector<std::string>;
using Parts = std::vector<std::string_view>;

TEST_CASE("a text is split at each separator") {
    CHECK(split("a,b,,c", ',') == Parts{"a", "b", "", "c"});
    CHECK(split("", ',') == Parts{""});
    CHECK(split(",", ',') == Parts{"", ""});
}

TEST_CASE("a paragraph breaks before the word that does not fit") {
    CHECK(lines("one two three", 7) == Lines{"one two", "three"});
    CHECK(lines("one two three", 6) == Lines{"one", "two", "three"});
    CHECK(lines("one two three", 99) == Lines{"one two three"});
    CHECK(lines("µµµ µµµ", 7) == Lines{"µµµ µµµ"});
    CHECK(lines("unbreakable x", 3) == Lines{"unbreakable", "x"});
    CHECK(lines("", 10) == Lines{""});
}

TEST_CASE("examples are never broken") {
    const std::string example = "  hone " + std::string(100, 'x') + " y";
    CHECK(wrapped("See:\n\n" + example + "\n") == "See:\n\n" + example + "\n");
}

TEST_CASE("a paragraph may have several lines where it is written") {
    const std::string written = "One\nparagraph.\n\n  an example\n  and another\n\nThe\nlast.\n";
    CHECK(wrapped(written) == "One paragraph.\n\n  an example\n  and another\n\nThe last.\n");
    CHECK(as_troff("One\nparagraph.\n") == "One paragraph.\n.PP\n");
}

TEST_CASE("prose ends in one new line") {
    CHECK(wrapped("a") == "a\n");
    CHECK(wrapped("a\n\n") == "a\n");
}

TEST_CASE("troff gets text, and no commands from it") {
    CHECK(troff_text("--seed N") == "\\-\\-seed N");
    CHECK(troff_text(".so /etc/passwd") == "\\&.so /etc/passwd");
    CHECK(troff_text("'quoted'") == "\\&'quoted'");
    CHECK(troff_text("a\\b") == "a\\eb");
}

TEST_CASE("troff keeps the lines of an example") {
    CHECK(as_troff("Text.\n\n  hone man\n  hone help\n\nMore.") ==
          "Text.\n.PP\n.PP\n.RS 4\n.nf\nhone man\nhone help\n.fi\n.RE\n.PP\nMore.\n");
}
