// SPDX-License-Identifier: MIT
// The files that a program includes become a part of its text.
#include "tuner/trace/included_text.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/folder.hpp"

using namespace hone;

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

}  // namespace

TEST_CASE("an included file takes the line's place") {
    const test::Folder folder;
    write(folder / "a" / "one.h", "int one;\n#include \"two.h\"\n");
    write(folder / "a" / "two.h", "int two;\n");
    write(folder / "b" / "two.h", "int other;\n");
    const std::string joined = with_included_files("  # include \"one.h\" // all\nint last;\n",
                                                   {folder / "b", folder / "a"});
    CHECK(joined == "#line 1\nint one;\n#line 1\nint two;\n#line 3\n#line 2\nint last;\n");
    CHECK(with_included_files("#include <two.h>\n", {folder / "b", folder / "a"}) ==
          "#line 1\nint other;\n#line 2\n");
}

TEST_CASE("what is not found, is named by a macro, or is in a comment stays") {
    const test::Folder folder;
    write(folder / "one.h", "int one;\n");
    for (const char* text : {"#include \"none.h\"\n", "#include NAME(one.h)\n",
                             "// #include <one.h>", "/* \n#include \"one.h\"\n*/\n", "#include\n",
                             "#include \"one.h\n", "kernel void include() {}"})
        CHECK(with_included_files(text, {folder / "."}) == text);
    CHECK(with_included_files("/* a */ char* s = \"/*\";\n#include <one.h>\n", {folder / "."})
              .find("int one;") != std::string::npos);
}

TEST_CASE("a file that asks to be included once is, and one that includes itself ends nothing") {
    const test::Folder folder;
    write(folder / "once.h", "#pragma once\nint once;\n");
    write(folder / "self.h", "#include \"self.h\"\n");
    const std::string twice = "#include \"once.h\"\n#include \"./once.h\"\n";
    const std::string joined = with_included_files(twice, {folder / "."});
    CHECK(joined.find("int once") == joined.rfind("int once"));
    CHECK(with_included_files("#include \"self.h\"\n", {folder / "."}) == "#include \"self.h\"\n");
}
