// SPDX-License-Identifier: MIT
// A kernel and its includes are one text, whose lines keep their origin.
#include "kernels/source/kernel_source.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "spaces/base/error.hpp"

using namespace hone;
namespace fs = std::filesystem;

namespace {

fs::path write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
    return file;
}

const fs::path folder = fs::path(HONE_TEST_DIR) / "source";

}  // namespace

TEST_CASE("what a kernel includes from beside it takes the line's place") {
    write(folder / "parts" / "one.cl", "int one;\n");
    const auto file =
        write(folder / "a.cl", "int before;\n#include \"parts/one.cl\"\nint after;\n");
    CHECK(kernel_source(file) ==
          "int before;\n#line 1 \"one.cl\"\nint one;\n#line 3 \"a.cl\"\nint after;\n");
}

TEST_CASE("an include is one wherever its blanks are, and none in a comment") {
    write(folder / "part.cl", "int part;\n");
    const std::string expanded = "#line 1 \"part.cl\"\nint part;\n#line 2 \"blanks.cl\"\n";
    for (const std::string line :
         {"#include \"part.cl\"", "  #include \"part.cl\"", "#  include \"part.cl\"",
          "\t#include\"part.cl\"", "#include \"part.cl\"  // \"part\""}) {
        INFO(line);
        CHECK(kernel_source(write(folder / "blanks.cl", line + "\n")) == expanded);
    }
    const std::string text = "/* as in\n#include \"part.cl\"\n*/ int a;\n";
    CHECK(kernel_source(write(folder / "comment.cl", text)) == text);
}

TEST_CASE("a part includes others relative to itself, in any folder of the kernel's") {
    write(folder / "parts" / "common" / "two.cl", "int two;\n");
    write(folder / "parts" / "more" / "three.cl", "#include \"../common/two.cl\"\nint three;\n");
    const auto file = write(folder / "c.cl", "#include \"parts/more/three.cl\"\n");
    CHECK(kernel_source(file) ==
          "#line 1 \"three.cl\"\n#line 1 \"two.cl\"\nint two;\n#line 2 \"three.cl\"\nint three;\n"
          "#line 2 \"c.cl\"\n");
    write(folder / "kernel" / "parts" / "out.cl", "#include \"../../parts/common/two.cl\"\n");
    const auto outside = write(folder / "kernel" / "d.cl", "#include \"parts/out.cl\"\n");
    CHECK_THROWS_WITH(kernel_source(outside), Catch::Contains("outside of the kernel's folder"));
}

TEST_CASE("what lies elsewhere is the compiler's to find, and a plain text stays as it is") {
    const std::string text =
        "#include <opencl-c.h>\n#include \"elsewhere.h\"\n// #include\nint a;\n";
    CHECK(kernel_source(write(folder / "b.cl", text)) == text);
}

TEST_CASE("a kernel that includes itself, and one that does not exist, are named") {
    const auto file = write(folder / "round.cl", "#include \"round.cl\"\n");
    CHECK_THROWS_WITH(kernel_source(file), Catch::Contains("round.cl includes itself"));
    CHECK_THROWS_WITH(kernel_source(folder / "none.cl"), Catch::Contains("none.cl"));
}

TEST_CASE("SPIR-V is no text of a kernel") {
    for (const std::string start : {"\x03\x02\x23\x07", "\x07\x23\x02\x03"})
        CHECK_THROWS_WITH(kernel_source(write(folder / "k.spv", start + "more")),
                          Catch::Contains("k.spv is SPIR-V, which hone does not read"));
}

TEST_CASE("parts that include each other many times end soon") {
    const std::string eight = [] {
        std::string lines;
        for (int i = 0; i < 8; ++i) lines += "#include \"NEXT\"\n";
        return lines;
    }();
    for (int part = 0; part < 15; ++part) {
        std::string text = eight;
        const std::string next = "many" + std::to_string(part + 1) + ".cl";
        for (auto at = text.find("NEXT"); at != text.npos; at = text.find("NEXT"))
            text.replace(at, 4, next);
        write(folder / ("many" + std::to_string(part) + ".cl"), text);
    }
    write(folder / "many15.cl", "int end;\n");
    CHECK_THROWS_WITH(kernel_source(folder / "many0.cl"), Catch::Contains("more than 1000 files"));
}

TEST_CASE("all parts together have a length") {
    write(folder / "long.cl", "//" + std::string(3 << 20, 'x') + "\n");
    std::string text;
    for (int i = 0; i < 5; ++i) text += "#include \"long.cl\"\n";
    const auto file = write(folder / "five.cl", text);
    CHECK(kernel_source(file).size() > 15U << 20U);
    write(file, text + "#include \"long.cl\"\n");
    CHECK_THROWS_WITH(kernel_source(file), Catch::Contains("five.cl is too large for a kernel"));
}

TEST_CASE("a part that is no regular file is not read") {
    const auto file = folder / "zero.cl";
    fs::create_directories(folder);
    fs::remove(file);
    fs::create_symlink("/dev/zero", file);
    CHECK_THROWS_WITH(kernel_source(file), Catch::Contains("zero.cl is a device"));
    const std::string text = "#include \"zero.cl\"\n";
    CHECK(kernel_source(write(folder / "e.cl", text)) == text);
}
