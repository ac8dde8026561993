// SPDX-License-Identifier: MIT
// A kernel and what it includes are one text, whose lines tell where they came from.
#include "kernels/launch/kernel_source.hpp"

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
