// SPDX-License-Identifier: MIT
// Texts of programs: what they say about work-groups, and the form in which they are tuned.
#include "tuner/trace/program_text.hpp"

#include <catch2/catch.hpp>

#include "tuner/trace/launch_name.hpp"

using namespace hone;

namespace {

std::optional<std::string> fixed(const std::string& text, const std::string& options = "") {
    return why_shape_is_fixed(tunable_text(text, parse_build_options(options)), "wanted");
}

std::string kernel_with(const std::string& body) {
    return "kernel void wanted(global float* y) { " + body + " }\n";
}

}  // namespace

TEST_CASE("a kernel that reads its work-group fixes its shape, and the word says why") {
    for (const char* word :
         {"get_local_id", "get_local_size", "get_group_id", "get_num_groups", "get_local_linear_id",
          "get_enqueued_local_size", "sub_group_reduce_add", "work_group_barrier", "barrier"})
        CHECK(fixed(kernel_with("y[0] = " + std::string(word) + "(0);")) == word);
    CHECK(fixed(kernel_with("local float tile[64];")) == "local");
    CHECK(fixed(kernel_with("__local float tile[64];")) == "__local");
    CHECK(fixed("__attribute__((reqd_work_group_size(8, 1, 1))) " + kernel_with("")) ==
          "reqd_work_group_size");
    CHECK(fixed("#include \"more.h\"\n" + kernel_with("")) == "#include");
    CHECK(fixed(kernel_with("asm(\"\");")) == "asm");
}

TEST_CASE("a kernel that reads where it is in the whole leaves its shape free") {
    CHECK_FALSE(fixed(kernel_with("y[get_global_id(0)] = get_global_size(0) + get_work_dim();")));
    CHECK_FALSE(fixed(kernel_with("float localized = 1, my_barrier = 2;")));
    CHECK_FALSE(fixed("// get_local_id\n/* barrier(\n*/" + kernel_with("")));
}

TEST_CASE("helpers and macros count, kernels beside it do not") {
    CHECK(fixed("float helper() { return get_local_id(0); }\n" + kernel_with("y[0] = helper();")) ==
          "get_local_id");
    CHECK(fixed("#define ITEM get_local_id(0)\n" + kernel_with("y[0] = ITEM;")) == "get_local_id");
    CHECK(fixed(kernel_with("y[0] = ITEM;"), "-DITEM=get_local_id(0)") == "get_local_id");
    const std::string other = "__kernel void other(global float* y) { if (1) { barrier(1); } }\n";
    CHECK_FALSE(fixed(other + kernel_with("y[0] = 1;") + other));
    CHECK(fixed("kernel void other() { barrier(1); \n" + kernel_with("")) == "barrier");
}

TEST_CASE("helpers count where the kernel reaches them, and no others") {
    const std::string groups = "float sum(local float* all) { barrier(1); return all[0]; }\n";
    CHECK_FALSE(fixed(groups + kernel_with("y[0] = 1;")));
    CHECK_FALSE(fixed(groups + "float twice(float x) { return 2 * x; }\n" +
                      kernel_with("y[0] = twice(1);")));
    CHECK(fixed(groups + "float mean(local float* all) { return sum(all) / 2; }\n" +
                kernel_with("y[0] = mean(0);")));
    CHECK(fixed(groups + "#define MEAN(all) \\\n    { sum(all); }\n" + kernel_with("y[0] = 1;")));
    // Of names that are pasted together nobody knows.
    CHECK(fixed(groups + "#define CALL(name) su##name\n" + kernel_with("y[0] = CALL(m)(0);")));
    CHECK_FALSE(fixed("__attribute__((reqd_work_group_size(8, 1, 1))) kernel void other() {}\n" +
                      kernel_with("y[0] = 1;")));
    CHECK_FALSE(fixed("constant float table[2] = {1, 2};\nstruct Pair { float a; };\n" + groups +
                      kernel_with("y[0] = table[1];")));
}

TEST_CASE("a brace or a comment in a string is neither") {
    CHECK_FALSE(fixed("kernel void other() { printf(\"} // %d\", 1); barrier(1); }\n" +
                      kernel_with("printf(\"/*\");")));
    CHECK(fixed(kernel_with("printf(\"//\"); barrier(1);")) == "barrier");
}

TEST_CASE("a text that includes files is known, whatever the directive looks like") {
    CHECK(includes_files("  #  include <more.h>\n"));
    CHECK_FALSE(includes_files("// #include <more.h>\nkernel void include() {}\n"));
}

TEST_CASE("build options are taken apart") {
    const BuildOptions options = parse_build_options(
        "-D N=3 -DM -w -cl-mad-enable -I \"/a b\" -DT=\"unsigned int\" -cl-fast-relaxed-math "
        "-cl-kernel-arg-info");
    using Defines = std::vector<std::pair<std::string, std::string>>;
    CHECK(options.defines == Defines{{"N", "3"}, {"M", "1"}, {"T", "unsigned int"}});
    CHECK(options.opencl == "-cl-fast-relaxed-math -cl-mad-enable");
    CHECK(options.includes() == "-I \"/a b\"");
    CHECK(options.other.empty());
    CHECK(parse_build_options("-Wall -x clc").other == "-Wall -x clc");
}

TEST_CASE("numbers that are defined once are parameters") {
    const std::string text =
        "#define BLOCK 16 // items\n#define TWICE 1\n#undef TWICE\n#define TWICE 2\n"
        "#define NAME float\n#define CALL(x) 3\n  #  define DEEP 8\n#define BOTH 5\n#define SUM 1 "
        "+ 2\n";
    const std::string tunable = tunable_text(text, parse_build_options("-DSTEP=4 -DBOTH=6"));
    std::vector<std::string> names;
    for (const DefinedNumber& each : defined_numbers(tunable))
        names.push_back(each.name + "=" + each.value);
    CHECK(names == std::vector<std::string>{"STEP=4", "BOTH=6", "BLOCK=16", "DEEP=8"});
    CHECK(tunable.find("#ifndef BLOCK\n#define BLOCK 16 // items\n#endif\n") != tunable.npos);
    CHECK(tunable.find("#ifndef TWICE") == tunable.npos);
}

TEST_CASE("another text, option, kernel or shape has another name") {
    LaunchShape shape;
    shape.global = {64, 1, 1};
    const std::string name = launch_name("text", "", "entry", shape);
    CHECK(name.starts_with("entry_"));
    CHECK(name == launch_name("text", "", "entry", shape));
    CHECK(name != launch_name("text ", "", "entry", shape));
    CHECK(name != launch_name("text", "-cl-mad-enable", "entry", shape));
    LaunchShape other = shape;
    other.local = {8, 0, 0};
    CHECK(name != launch_name("text", "", "entry", other));
    other = shape;
    other.offset = {8, 0, 0};
    CHECK(name != launch_name("text", "", "entry", other));
}
