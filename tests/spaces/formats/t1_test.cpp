// SPDX-License-Identifier: MIT
// T1 as other tuners write it, the supported part, and the round trip.
#include <catch2/catch.hpp>

#include "spaces/candidates/candidates.hpp"
#include "spaces/formats/python_list.hpp"
#include "spaces/formats/read_space.hpp"
#include "spaces/formats/t1_write.hpp"
#include "spaces/language/expression_to_python.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"
#include "tests/spaces/formats/wrong_file.hpp"

using namespace hone;

namespace {

constexpr const char* reduce = R"({
  "General": {"FormatVersion": 1, "TimeUnit": "Microseconds"},
  "ConfigurationSpace": {
    "TuningParameters": [
      {"Name": "WGS", "Type": "int", "Values": "[64, 128, 256]"},
      {"Name": "VW", "Type": "int", "Values": "[2**i for i in range(3)]"},
      {"Name": "MODE", "Type": "string", "Values": "['tree', 'atomic']"},
      {"Name": "SHARE", "Type": "float", "Values": "[0.5, 1/4]"}],
    "Conditions": [
      {"Parameters": ["WGS", "VW"], "Expression": "WGS * VW <= 512"},
      {"Parameters": ["WGS"], "Expression": "32 <= WGS < 256 or MODE == 'tree'"}]},
  "KernelSpecification": {
    "Language": "OpenCL", "KernelName": "reduce", "KernelFile": "reduce.cl",
    "GlobalSize": {"X": "1048576 // VW"}, "LocalSize": {"X": "WGS"},
    "Arguments": [
      {"Name": "n", "Type": "int32", "MemoryType": "Scalar", "FillType": "Constant", "FillValue": 1048576},
      {"Name": "x", "Type": "float4", "MemoryType": "Vector", "Size": 262144, "FillType": "Random",
       "FillValue": 2.0, "AccessType": "ReadOnly"},
      {"Name": "counter", "Type": "uint32", "MemoryType": "Vector", "Size": "VW * 2",
       "FillType": "Constant", "FillValue": 7, "AccessType": "ReadWrite"},
      {"Name": "scratch", "Type": "float", "MemoryType": "Local", "Size": "WGS"},
      {"Name": "y", "Type": "float", "MemoryType": "Vector", "Size": 1, "AccessType": "WriteOnly"}],
    "ReferenceArguments": [
      {"Name": "r", "TargetName": "y", "FillType": "BinaryRaw", "DataSource": "y.raw",
       "ValidationMethod": "SideBySideRelativeComparison", "ValidationThreshold": 0.001}]},
  "Search": {"Name": "Random"}, "Budget": [{"Type": "ConfigurationCount", "BudgetValue": 100}]
})";

void check_equal(const std::vector<Expression>& a, const std::vector<Expression>& b) {
    REQUIRE(a.size() == b.size());
    for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i].text() == b[i].text());
}

void check_equal(const std::optional<Expression>& a, const std::optional<Expression>& b) {
    REQUIRE(a.has_value() == b.has_value());
    if (a) CHECK(a->text() == b->text());
}

void check_equal(const Argument& a, const Argument& b) {
    CHECK(a.name == b.name);
    CHECK(a.kind == b.kind);
    CHECK(a.fill == b.fill);
    CHECK(a.type == b.type);
    check_equal(a.low, b.low);
    check_equal(a.high, b.high);
    CHECK(a.file == b.file);
    CHECK(a.inout == b.inout);
    check_equal(a.count, b.count);
    check_equal(a.value, b.value);
}

void check_equal(const Space& a, const Space& b) {
    CHECK(a.routine == b.routine);
    CHECK(a.source == b.source);
    CHECK(a.precisions == b.precisions);
    REQUIRE(a.parameters.size() == b.parameters.size());
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
        CHECK(a.parameters[i].name == b.parameters[i].name);
        CHECK(a.parameters[i].values == b.parameters[i].values);
    }
    REQUIRE(a.constraints.size() == b.constraints.size());
    for (std::size_t i = 0; i < a.constraints.size(); ++i) {
        CHECK(a.constraints[i].reason == b.constraints[i].reason);
        CHECK(a.constraints[i].must_hold.text() == b.constraints[i].must_hold.text());
    }
    REQUIRE(a.launch.size() == b.launch.size());
    for (std::size_t i = 0; i < a.launch.size(); ++i) {
        CHECK(a.launch[i].entry == b.launch[i].entry);
        CHECK(a.launch[i].arguments == b.launch[i].arguments);
        check_equal(a.launch[i].local, b.launch[i].local);
        check_equal(a.launch[i].global, b.launch[i].global);
    }
    REQUIRE(a.arguments.size() == b.arguments.size());
    for (std::size_t i = 0; i < a.arguments.size(); ++i) {
        check_equal(a.arguments[i], b.arguments[i]);
    }
    REQUIRE(a.check.has_value() == b.check.has_value());
    if (!a.check) return;
    CHECK(a.check->expected == b.check->expected);
    check_equal(a.check->absolute, b.check->absolute);
    check_equal(a.check->relative, b.check->relative);
    REQUIRE(a.check->launch.size() == b.check->launch.size());
    for (std::size_t i = 0; i < a.check->launch.size(); ++i) {
        CHECK(a.check->launch[i].entry == b.check->launch[i].entry);
        check_equal(a.check->launch[i].local, b.check->launch[i].local);
        check_equal(a.check->launch[i].global, b.check->launch[i].global);
    }
}

// A T1 with this kernel specification, for tests of its reader.
Space with_kernel(const std::string& members) {
    return read_space(R"({"ConfigurationSpace": {"TuningParameters": [
        {"Name": "A", "Type": "int", "Values": "[1, 2]"}]},
      "KernelSpecification": {"Language": "OpenCL", "KernelName": "k", "KernelFile": "k.cl", )" +
                          members + "}}",
                      "t1.json");
}

std::string global_of(const std::string& members) {
    return with_kernel(members).launch.at(0).global.at(0).text();
}

std::string list(std::string_view text) {
    Mistakes mistakes;
    std::string all;
    for (const Value& value : readers::read_python_list(text, {"", 1, 1}, mistakes)) {
        all += (all.empty() ? "" : " ") + hone::text(value);
    }
    for (const Mistake& mistake : mistakes)
        all += std::to_string(mistake.location.column) + ": " + mistake.reason;
    return all;
}

}  // namespace

TEST_CASE("a T1 file as a space") {
    const Space space = read_space(reduce, "dir/reduce.json");
    CHECK(space.routine == "reduce");
    CHECK(space.source == "dir/reduce.cl");
    REQUIRE(space.parameters.size() == 4);
    CHECK(space.parameters[1].values == std::vector<Value>{Number(1), Number(2), Number(4)});
    CHECK(space.parameters[2].values == std::vector<Value>{"tree", "atomic"});
    CHECK(space.parameters[3].values ==
          std::vector<Value>{Number::fraction(1, 2), Number::fraction(1, 4)});
    CHECK(space.constraints.at(0).reason == "WGS * VW <= 512");
    CHECK(space.launch.at(0).global.at(0).text() == "1048576 // VW");
    CHECK(space.launch[0].arguments ==
          std::vector<std::string>{"n", "x", "counter", "scratch", "y"});
    CHECK(space.arguments.at(1).type == "float4");
    CHECK(space.arguments[1].high.value().number({}).real() == 2.0);
    CHECK(space.arguments[2].fill == Argument::Fill::constant);
    CHECK(space.arguments[2].type == "uint");
    CHECK(space.arguments[3].kind == Argument::Kind::local);
    CHECK(space.arguments[4].fill == Argument::Fill::output);
    CHECK(space.check.value().expected == "y.raw");
    CHECK(space.check->relative.value().number({}).real() == 0.001);
    CHECK(text(Candidates(space).count().value()) == "28");
}

TEST_CASE("T1 to a space to T1 to a space gives the same space") {
    const Space once = read_space(reduce, "reduce.json");
    check_equal(once, read_space(write_t1(once), "reduce.json"));
}

TEST_CASE("a reference, files and what is read and written survive T1") {
    const Space once = read_space(
        "[parameters]\nWG = [64, 128]\n"
        "[[launch]]\nentry = 'k'\nlocal = ['WG']\nglobal = ['WG']\n"
        "[[arguments]]\nname = 'x'\ntype = 'float'\ncount = 8\nfill = 'file'\nfile = 'x.raw'\n"
        "[[arguments]]\nname = 'i'\ntype = 'int'\ncount = 8\nfill = 'index'\n"
        "[[arguments]]\nname = 'z'\ntype = 'int'\ncount = 8\nlow = 0\nhigh = 3\n"
        "[[arguments]]\nname = 'y'\ntype = 'float'\ncount = 8\nfill = 'output'\n"
        "[[arguments]]\nname = 'v'\ntype = 'float'\ncount = 8\nlow = 0\nhigh = 1\ninout = true\n"
        "[check]\nreference = 'plain'\nlocal = [8]\nglobal = [8]\nrelative = 0.5\n",
        "k.toml");
    const Space again = read_space(write_t1(once), "k.json");
    check_equal(once, again);
    CHECK(again.check.value().reference == "plain");
}

TEST_CASE("what the compiler is told of a problem survives T1: its variants and its precision") {
    const std::string text =
        "variants = ['SIDE']\nprecisions = ['f64']\n[problem]\nn = 64\nSIDE = 8\n"
        "[parameters]\nWG = [64]\n"
        "[[launch]]\nentry = 'k'\nlocal = ['WG']\nglobal = ['n']\n"
        "[[arguments]]\nname = 'y'\ntype = 'real'\ncount = 'n'\nfill = 'output'\n"
        "[check]\nreference = 'plain'\nlocal = [8]\nglobal = ['n']\n";
    const Space once = read_space(text, "k.toml");
    const Space again = read_space(write_t1(once), "k.json");
    REQUIRE(again.index_of("SIDE"));
    CHECK(again.parameters.at(*again.index_of("SIDE")).values == std::vector<Value>{Number(8)});
    CHECK(again.check.value().parameters.at("SIDE") == Value(Number(8)));
    CHECK(again.precisions == std::vector<std::string>{"f64"});
    CHECK(write_t1(again) == write_t1(once));

    std::string wrong = write_t1(once);
    wrong.replace(wrong.find("\"f64\""), 5, "\"f46\"");
    CHECK_THROWS_WITH(read_space(wrong, "k.json"), Catch::Contains("unknown precision 'f46'"));
    std::string word = text;
    word.replace(word.find("n = 64"), 6, "n = 64\nOP = 'sum'");
    CHECK_THROWS_WITH(write_t1(read_space(word, "k.toml")),
                      "T1 cannot express 'OP', a word of the problem");
}

TEST_CASE("a buffer of T1 that is compared and starts with values is read and written") {
    std::string text = reduce;
    const std::string only = "\"Size\": 1, \"AccessType\": \"WriteOnly\"";
    text.replace(text.find(only), only.size(),
                 "\"Size\": 1, \"FillType\": \"Random\", \"FillValue\": 1, \"AccessType\": "
                 "\"ReadWrite\"");
    CHECK(read_space(text, "reduce.json").arguments.at(4).inout);
}

TEST_CASE("an axis that T1 leaves out before another one has the size 1") {
    const auto texts = [](const std::vector<Expression>& sizes) {
        std::vector<std::string> all;
        for (const Expression& size : sizes) all.push_back(size.text());
        return all;
    };
    using Texts = std::vector<std::string>;
    const Space column = with_kernel(R"("GlobalSize": {"Y": "100"}, "LocalSize": {"Y": "A"})");
    CHECK(texts(column.launch.at(0).local) == Texts{"1", "A"});
    CHECK(texts(column.launch.at(0).global) == Texts{"1", "100"});
    const Space deep = with_kernel(R"("GlobalSize": {"X": 8, "Z": 4}, "LocalSize": {"X": "A"})");
    CHECK(texts(deep.launch.at(0).global) == Texts{"8", "1", "4"});
    CHECK(texts(deep.launch.at(0).local) == Texts{"A", "1", "1"});
}

TEST_CASE("a published space is the same as T1") {
    const Space json = read_space(HONE_SOURCE_DIR "/tests/spaces/known/gemm.json");
    const Space t1 = read_space(write_t1(json), "gemm.json");
    CHECK(t1.parameters.size() == 17);
    CHECK(t1.launch.empty());
    CHECK(Candidates(t1).count() == Candidates(json).count());
}

TEST_CASE("T1 gets Python, and figures in the place of names it does not have") {
    const Space space = read_space(
        "precisions = ['f64']\n"
        "[problem]\nn = 1000\n"
        "[parameters]\nWG = [64, 128]\nFAST = [0, 1]\n"
        "[constraints]\n"
        "'a' = 'FAST ? WG > 64 : !FAST && n >= WG'\n"
        "'b' = 'WG <= device.max_work_group'\n"
        "[[launch]]\nentry = 'k'\nlocal = ['WG']\n"
        "global = ['ceil_div(n, WG) * WG']\n"
        "[[arguments]]\nname = 'x'\ntype = 'real'\ncount = 'n'\n",
        "own.toml");
    const Space without_device = read_space(write_t1(space), "own.json");
    REQUIRE(without_device.constraints.size() == 1);
    CHECK(without_device.launch.at(0).global.at(0).text() == "-(-1000 // WG) * WG");
    CHECK(without_device.arguments.at(0).type == "double");
    CHECK(without_device.arguments[0].count.value().text() == "1000");

    Names known = names_of(make_problem(space, {}, {{"n", Number(70)}}));
    known["device.max_work_group"] = Number(64);
    const Space with_device = read_space(write_t1(space, known), "own.json");
    REQUIRE(with_device.constraints.size() == 2);
    CHECK(with_device.constraints[0].reason == "64 < WG if FAST else not FAST and WG <= 70");
    CHECK(with_device.constraints[1].reason == "WG <= 64");
    CHECK(with_device.launch.at(0).global.at(0).text() == "-(-70 // WG) * WG");
}

TEST_CASE("expressions in Python keep their meaning") {
    const auto in_python = [](std::string_view text) {
        return python(Expression::parse(text),
                      {{"n", Number(7)}, {"half", Number::fraction(1, 2)}});
    };
    CHECK(in_python("a == 1 and not b < 2 <= c") == "a == 1 and not b < 2 <= c");
    CHECK(in_python("!a == b && c") == "(not a) == b and c");
    CHECK(in_python("a - (b - n)") == "a - (b - 7)");
    CHECK(in_python("a / half") == "a / (1/2)");
    CHECK(in_python("ceil_div(a + 1, b)") == "-(-(a + 1) // b)");
    CHECK(in_python("a > 1 ? b : c ? d : e") == "b if 1 < a else (d if c else e)");
    CHECK(in_python("-(a + n) * 2") == "-(a + 7) * 2");
    CHECK(in_python("is_pow2(a) || max(a, n, b)") ==
          "(bin(a).count('1') == 1) or max(max(a, 7), b)");
}

TEST_CASE("lists of Python, without Python") {
    CHECK(list("[1, 2, 4]") == "1 2 4");
    CHECK(list("[ ]").empty());
    CHECK(list("[-1, 2.5, True, 'x', \"y\",]") == "-1 5/2 1 x y");
    CHECK(list("range(3)") == "0 1 2");
    CHECK(list("range(8, 2, -3)") == "8 5");
    CHECK(list("list(range(1, 4))") == "1 2 3");
    CHECK(list("[2**i for i in range(4)]") == "1 2 4 8");
    CHECK(list("[i*(i-1)//2 for i in range(1, 8, 2)]") == "0 3 10 21");
    CHECK(list("[1//(i-1) for i in [3, 2]]") == "0 1");
    CHECK(list("[1, 2] + [32*i for i in range(1, 4)] + range(5,6)") == "1 2 32 64 96 5");
    CHECK(list("[-2**2, 2**-1, 2**3**2]") == "-4 1/2 512");
    CHECK(list("[7 % 3, -7 % 3, 1 / 3]") == "1 2 1/3");
}

TEST_CASE("what is more than a list of values is refused") {
    CHECK(list("__import__('os')") ==
          "1: expected a Python list, such as [1, 2, 4], range(1, 9) or "
          "[2**i for i in range(4)]");
    CHECK(list("[f(1)]") == "3: calling 'f' is not supported");
    CHECK(list("[a, 1]") == "1: unknown name 'a'");
    CHECK(list("[j*i for i in range(2)]") == "2: unknown name 'j'");
    CHECK(list("[i for i in range(i)]") == "19: unknown name 'i'");
    CHECK(list("[i for i in range(9) if i > 2]") ==
          "22: only [… for name in range(…)] is supported: no condition, no second 'for'");
    CHECK(list("[1, 2") == "6: the list is not closed");
    CHECK(list("[1, 2] x") == "8: 'x' is not expected here");
    CHECK(list("[2**64]") == "2: a number that needs more than 64 bits");
    CHECK(list("[1/0]") == "2: division by zero");
    CHECK(list("range(0, 5, 0)") == "6: the step of a range cannot be 0");
    CHECK(list("range(10**12)") == "6: more than 65535 values");
    CHECK(list("[" + std::string(1000, '(') + "1]") == "66: nested too deeply");
}

TEST_CASE("sizes of a launch, whatever T1 counts in") {
    CHECK(global_of(R"("GlobalSize": {"X": "100"}, "LocalSize": {"X": "A"})") == "100");
    CHECK(global_of(
              R"("GlobalSize": {"X": "4"}, "LocalSize": {"X": "A"}, "GlobalSizeType": "CUDA")") ==
          "(4) * (A)");
    CHECK(global_of(R"("ProblemSize": [4096], "LocalSize": {"X": "A"})") ==
          "ceil_div(4096, A) * (A)");
    CHECK(global_of(R"("ProblemSize": [4096], "GlobalSize": {"X": "1"}, "LocalSize": {"X": "A"},
                       "GridDivX": ["A", "2"])") == "ceil_div(4096, (A) * (2)) * (A)");
    const Space two = with_kernel(R"("GlobalSize": {"X": 8, "Y": 4}, "LocalSize": {"X": 2})");
    CHECK(two.launch.at(0).local.size() == 2);
    CHECK(two.launch[0].local[1].text() == "1");
    CHECK(two.launch[0].global[1].text() == "4");
}

TEST_CASE("a kernel in another language leaves a space to be counted") {
    const Space space = read_space(R"({"ConfigurationSpace": {"TuningParameters": [
        {"Name": "A", "Type": "int", "Values": "[1, 2]"}]},
      "KernelSpecification": {"Language": "CUDA", "KernelName": "k", "KernelFile": "k.cu"}})",
                                   "cuda.json");
    CHECK(space.launch.empty());
    CHECK(text(Candidates(space).count().value()) == "2");
}

TEST_CASE("what T1 says and we cannot keep is told") {
    struct Wrong {
        const char* kernel;
        const char* message;
    };
    constexpr const char* before =
        "{\"ConfigurationSpace\": {\"TuningParameters\": [{\"Name\": \"A\", \"Values\": "
        "\"[1]\"}]}, "
        "\"KernelSpecification\":\n{\"Language\": \"OpenCL\", \"KernelName\": \"k\", "
        "\"KernelFile\": \"f\", \"GlobalSize\": {\"X\": \"A\"}, \"LocalSize\": {\"X\": \"A\"},\n";
    const auto wrong = GENERATE(values<Wrong>({
        {"\"CompilerOptions\": [\"-O3\"]}}", "t1.json:3:2: CompilerOptions are not supported"},
        {"\"Arguments\": [{\"Name\": \"x\", \"Type\": \"quad\", \"MemoryType\": \"Scalar\", "
         "\"FillValue\": 1}]}}",
         "t1.json:3:25: Type 'quad' of argument 'x' is missing or not supported"},
        {"\"Arguments\": [{\"Name\": \"x\", \"Type\": \"int32\", \"MemoryType\": \"Symbol\", "
         "\"Size\": 1}]}}",
         "t1.json:3:25: MemoryType 'Symbol' of argument 'x' is missing or not supported"},
        {"\"Arguments\": [{\"Name\": \"x\", \"Type\": \"int32\", \"MemoryType\": \"Vector\", "
         "\"Size\": 1, \"FillType\": \"Script\"}]}}",
         "t1.json:3:25: FillType 'Script' of argument 'x' is not supported; use Constant, "
         "Random, BinaryRaw, or a Generator of \"i\""},
        {"\"ReferenceArguments\": [{\"FillType\": \"Script\"}]}}",
         "t1.json:3:2: only one of ReferenceArguments is supported, with a BinaryRaw file"},
        {"\"Arguments\": 3}}", "t1.json:3:2: 'Arguments' needs a list of at most 256 entries"},
    }));
    CHECK(mistakes_in(std::string(before) + wrong.kernel, "t1.json") == wrong.message);
}

TEST_CASE("mistakes in T1's space have their place") {
    CHECK(mistakes_in("{\"ConfigurationSpace\": {\"TuningParameters\": [\n"
                      "{\"Name\": \"WG\", \"Values\": \"[1, \"},\n"
                      "{\"Values\": \"[1]\"}],\n"
                      "\"Conditions\": [{\"Expression\": \"WG ** 2 < 3\"},\n"
                      "{\"Expression\": \"WH < 3\"}, {}]}}",
                      "t1.json") ==
          "t1.json: 'Name' is missing or not a string\n"
          "t1.json: 'Expression' is missing or not a string\n"
          "t1.json:2:31: the list ends where a value is needed\n"
          "t1.json:4:35: '**' is not supported; write the product or the number\n"
          "t1.json:5:17: unknown name 'WH'; did you mean WG?");
}

TEST_CASE("T1 can describe only one launch and knows no device") {
    Space space =
        with_kernel(R"("GlobalSize": {"X": "device.compute_units * A"}, "LocalSize": {"X": "A"})");
    CHECK_THROWS_WITH(write_t1(space), "T1 cannot express 'device.compute_units * A'");
    Space drivers = space;
    drivers.launch.front().driver_local = Expression::parse("A == 1");
    CHECK_THROWS_WITH(write_t1(drivers), "T1 cannot express the 'driver_local' of 't1'");
    space.launch.push_back(space.launch.front());
    CHECK_THROWS_WITH(write_t1(space), "'t1' launches 2 kernels, but T1 can describe only one");
}
