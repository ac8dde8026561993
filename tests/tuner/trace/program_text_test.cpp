// SPDX-License-Identifier: MIT
// Program texts: their statements about work-groups, and their tunable form.
#include "tuner/trace/program_text.hpp"

#include <catch2/catch.hpp>

#include "tuner/trace/launch_name.hpp"

using namespace hone;

namespace {

std::optional<std::string> fixed(const std::string& text, const std::string& options = "") {
    const BuildOptions parsed = parse_build_options(options);
    return why_shape_is_fixed(tunable_text(text, parsed), "wanted", parsed);
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
    // Pasted names are unknown.
    CHECK(fixed(groups + "#define CALL(name) su##name\n" + kernel_with("y[0] = CALL(m)(0);")));
    CHECK_FALSE(fixed("__attribute__((reqd_work_group_size(8, 1, 1))) kernel void other() {}\n" +
                      kernel_with("y[0] = 1;")));
    CHECK_FALSE(fixed("constant float table[2] = {1, 2};\nstruct Pair { float a; };\n" + groups +
                      kernel_with("y[0] = table[1];")));
}

TEST_CASE("a kernel that computes get_global_id itself leaves its shape free") {
    for (const char* sum :
         {"get_group_id(0) * get_local_size(0) + get_local_id(0)",
          "get_local_size(0)*get_group_id(0)+get_local_id(0)",
          "get_local_id(1) + get_local_size(1) * get_group_id(1)",
          "get_local_id(2u) + (get_group_id(2) * get_local_size(2U))",
          "(int)get_group_id(0) * (int)get_local_size(0) + (unsigned int)get_local_id(0)",
          "(size_t)((get_group_id(0)) * get_local_size(0)) + (get_local_id(0))",
          "(uint)(get_group_id(0) /* of */ * get_local_size(0)\n + get_local_id(0))",
          "get_group_id(0) * get_local_size(0) + get_local_id(0) + 1",
          "3 * (get_group_id(0) * get_local_size(0) + get_local_id(0))"})
        CHECK_FALSE(fixed(kernel_with("int i = " + std::string(sum) + "; y[i] = 1;")));
    CHECK_FALSE(fixed(kernel_with(
        "y[get_group_id(0) * get_local_size(0) + get_local_id(0)] = 1; "
        "y[(get_group_id(1) * get_local_size(1) + get_local_id(1)) * get_global_size(0)] = 2;")));
    CHECK_FALSE(fixed("size_t at(float* y, size_t i) { return i; }\n" +
                      kernel_with("y[at(y, get_local_id(0) + get_group_id(0) * "
                                  "get_local_size(0))] = 1;")));
}

TEST_CASE("a text that looks as if it computed get_global_id fixes its shape") {
    for (const char* sum :
         {"get_group_id(0) * get_local_size(0) + get_local_id(1)",
          "get_group_id(1) * get_local_size(0) + get_local_id(0)",
          "get_group_id(0) * get_local_size(0) + get_local_id(3)",
          "get_group_id(0) * get_local_size(0) + get_local_id(d)",
          "get_group_id(0) * 64 + get_local_id(0)",
          "get_group_id(0) * get_local_size(0) - get_local_id(0)",
          "get_group_id(0) + get_local_size(0) + get_local_id(0)",
          "get_group_id(0) * (get_local_size(0) + get_local_id(0))",
          "2 * get_group_id(0) * get_local_size(0) + get_local_id(0)",
          "get_group_id(0) * get_local_size(0) * 2 + get_local_id(0)",
          "get_group_id(0) * get_local_size(0) + get_local_id(0) * 2",
          "get_group_id(0) * get_local_size(0) + get_local_id(0) % 7",
          "7 - get_group_id(0) * get_local_size(0) + get_local_id(0)",
          "0.5f + get_group_id(0) * get_local_size(0) + get_local_id(0)",
          "-get_group_id(0) * get_local_size(0) + get_local_id(0)",
          "(float)get_group_id(0) * get_local_size(0) + get_local_id(0)",
          "get_group_id(0) * get_local_size(0) + (uchar)get_local_id(0)",
          "get_group_id(0) * (short)get_local_size(0) + get_local_id(0)",
          "get_group_id(0) * get_num_groups(0) + get_local_id(0)",
          "mad24(get_group_id(0), get_local_size(0), get_local_id(0))",
          "get_group_id(0) * get_local_size(0)\n#if 1\n + get_local_id(0)\n#endif\n"})
        CHECK(fixed(kernel_with("int i = " + std::string(sum) + "; y[i] = 1;")));
    const std::string idiom = "get_group_id(0) * get_local_size(0) + get_local_id(0)";
    // A second use, and code that is not analyzed.
    CHECK(fixed(kernel_with("y[" + idiom + "] = get_local_id(0);")) == "get_local_id");
    CHECK(fixed(kernel_with("y[" + idiom + "] = get_group_id(1);")) == "get_group_id");
    CHECK(fixed(kernel_with("local float t[8]; y[" + idiom + "] = 1;")) == "local");
    CHECK(fixed(kernel_with("y[0] = HERE;"), "-DHERE=" + idiom));
    CHECK(fixed("#define HERE (" + idiom + ")\n" + kernel_with("y[HERE] = 1;")));
    CHECK(fixed("#define HERE \\\n  " + idiom + "\n" + kernel_with("y[HERE] = 1;")));
    CHECK(fixed("#define get_local_id(d) 0\n" + kernel_with("y[" + idiom + "] = 1;")));
    // A macro takes its argument apart.
    CHECK(fixed("#define TWICE(x) x * 2\n" + kernel_with("y[TWICE(" + idiom + ")] = 1;")));
    CHECK(fixed("#define TWICE(x, z) x * 2\n" + kernel_with("y[TWICE(1, " + idiom + ")] = 1;")));
    CHECK(fixed("#define TWICE(x) x * 2\n" +
                kernel_with("y[TWICE((get_group_id(0) * get_local_size(0)) + get_local_id(0))] = "
                            "1;")));
    CHECK(fixed("#define TEXT(x) #x\n" + kernel_with("TEXT((0, " + idiom + "));")));
}

TEST_CASE("where the last group may be smaller nobody computes get_global_id by its size") {
    const std::string text =
        kernel_with("y[get_group_id(0) * get_local_size(0) + get_local_id(0)] = 1;");
    CHECK_FALSE(fixed(text, "-cl-std=CL1.2 -cl-mad-enable"));
    CHECK(fixed(text, "-cl-std=CL2.0"));
    CHECK(fixed(text, "-cl-std=CL3.0"));
    CHECK(fixed(text, "-cl-std=CLC++"));
    CHECK_FALSE(fixed(text, "-cl-std=CL2.0 -cl-uniform-work-group-size"));
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
