// SPDX-License-Identifier: MIT
// The identity of a kernel: its texts, and the content of the files that its space names.
#include "tuner/catalog/kernel_text.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "spaces/formats/read_space.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using samples::Folder;

namespace {

void write(const std::filesystem::path& file, const std::string& text) {
    std::ofstream(file) << text;
}

const std::string space_text = R"(
precisions = ["f32"]
[problem]
n = 4
[parameters]
WG = [1, 2]
[[launch]]
entry = "twice"
local = ["WG"]
global = [4]
[[arguments]]
name = "x"
type = "float"
count = "n"
fill = "file"
file = "x.txt"
[[arguments]]
name = "y"
type = "float"
count = "n"
fill = "output"
[check]
expected = "y.txt"
)";

}  // namespace

TEST_CASE("a kernel is another one with other data or another expected result") {
    const Folder folder;
    write(folder / "twice.toml", space_text);
    write(folder / "twice.cl", "kernel void twice(global const float* x, global float* y) {}");
    write(folder / "x.txt", "1 2 3 4");
    write(folder / "y.txt", "2 4 6 8");
    const auto read = [&] { return kernel_of(read_space(folder / "twice.toml")); };
    const Kernel first = read();
    CHECK(id_of(read()) == id_of(first));
    CHECK(first.space.starts_with(space_text));

    write(folder / "y.txt", "2 4 6 9");
    const Kernel other_result = read();
    CHECK(id_of(other_result) != id_of(first));
    write(folder / "y.txt", "2 4 6 8");
    CHECK(id_of(read()) == id_of(first));
    write(folder / "x.txt", "1 2 3 5 ");
    CHECK(id_of(read()) != id_of(first));

    // As read back from a store, with and without the files.
    const Space stored = read_space(other_result.space, folder / "twice.toml");
    write(folder / "x.txt", "1 2 3 4");
    write(folder / "y.txt", "2 4 6 9 ");
    CHECK(kernel_of(stored).space != other_result.space);
    write(folder / "y.txt", "2 4 6 9");
    CHECK(kernel_of(stored).space == other_result.space);
    std::filesystem::remove(folder / "x.txt");
    CHECK(kernel_of(stored).space == other_result.space);
}

TEST_CASE("a kernel without files is as its texts are") {
    const Folder folder;
    const std::string text =
        "parameters = { WG = [1] }\nlaunch = [{ entry = \"one\", local = [\"WG\"], global = [1] "
        "}]\n"
        "arguments = [{ name = \"x\", type = \"float\", count = 1, fill = \"output\" }]\n";
    write(folder / "one.toml", text);
    write(folder / "one.cl", "kernel void one(global float* x) { x[0] = 1; }");
    CHECK(kernel_of(read_space(folder / "one.toml")).space == text);
}
