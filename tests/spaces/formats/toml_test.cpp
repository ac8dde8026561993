// SPDX-License-Identifier: MIT
// hone's own format: a whole file as a Space, and the message of each wrong one, with its position.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>

#include "spaces/formats/read_space.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/space.hpp"
#include "tests/spaces/formats/wrong_file.hpp"

using namespace hone;

namespace {

constexpr const char* whole_file = R"(
routine    = "blur"
precisions = ["f32", "f16"]
requires   = "device.local_memory > 0"
source     = "kernels/blur.cl"

[problem]
width = 4096
edge  = "clamp"
exact = true

[parameters]
WG    = [64, 256, 16]
SCALE = [0.25, 1.5]
MODE  = ["plain", "fast"]
LOCAL = [false, true]

[constraints]
"rows are whole" = "width % WG == 0"
"fast is wide"   = 'MODE != "fast" || WG >= 64'

[resources]
local_memory = "LOCAL ? WG * sizeof_real : 0"
flops        = "2 * width"

[[launch]]
entry     = "blur"
local     = ["WG", 1]
global    = ["ceil_div(width, WG) * WG", 1]
arguments = ["in", "out"]
when      = "LOCAL"

[[launch]]
entry  = "finish"
local  = [1]
global = [1]

[[arguments]]
name  = "in"
type  = "real4"
count = "width"
low   = 0
high  = 1.5

[[arguments]]
name  = "out"
kind  = "buffer"
type  = "float"
fill  = "output"
count = 'width / 4'

[[arguments]]
name  = "factor"
kind  = "scalar"
type  = "int"
value = 3

[check]
reference = "plain_blur"
local     = [64]
global    = ["width"]
absolute  = 1e-6

[ladder]
"plain" = { WG = 16, SCALE = 1.5, LOCAL = false }
"fast"  = { MODE = "fast", WG = 64 }
"wide"  = { precisions = ["f16"], WG = 256 }

[starts]
"narrow rows" = { when = "width < 1024", precisions = ["f32"], WG = 16 }
"any rows"    = { MODE = "plain" }
)";

std::vector<std::string> texts(const std::vector<Expression>& expressions) {
    std::vector<std::string> texts;
    for (const Expression& each : expressions) texts.push_back(each.text());
    return texts;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("what is chosen, in the order in which it is written") {
    const Space space = read_space(whole_file, "some/blur.toml");
    CHECK(space.name == "blur");
    CHECK(space.routine == "blur");
    CHECK(space.source == "some/kernels/blur.cl");
    CHECK(space.precisions == Words{"f32", "f16"});
    CHECK(space.needs.value().text() == "device.local_memory > 0");

    REQUIRE(space.parameters.size() == 4);
    CHECK(space.parameters[0].name == "WG");
    CHECK(space.parameters[0].values == std::vector<Value>{Number(64), Number(256), Number(16)});
    CHECK(space.parameters[1].name == "SCALE");
    CHECK(space.parameters[1].values ==
          std::vector<Value>{Number::fraction(1, 4), Number::fraction(3, 2)});
    CHECK(space.parameters[2].values == std::vector<Value>{"plain", "fast"});
    CHECK(space.parameters[3].values == std::vector<Value>{Number(0), Number(1)});
    CHECK(space.index_of("MODE") == 2U);
    CHECK_FALSE(space.index_of("width"));

    REQUIRE(space.problem.size() == 3);
    CHECK(space.problem[0] == std::pair<std::string, Value>("width", Number(4096)));
    CHECK(space.problem[1] == std::pair<std::string, Value>("edge", "clamp"));
    CHECK(space.problem[2] == std::pair<std::string, Value>("exact", Number(1)));
}

TEST_CASE("what must hold and what it costs") {
    const Space space = read_space(whole_file, "blur.toml");
    REQUIRE(space.constraints.size() == 2);
    CHECK(space.constraints[0].reason == "rows are whole");
    CHECK(space.constraints[0].must_hold.text() == "width % WG == 0");
    CHECK(space.constraints[1].reason == "fast is wide");
    CHECK(space.resources.at("local_memory").text() == "LOCAL ? WG * sizeof_real : 0");
    CHECK(space.resources.at("flops").text() == "2 * width");
    // The column is that of the expression inside of its quotes.
    CHECK(space.constraints[0].must_hold.location().line == 19);
    CHECK(space.constraints[0].must_hold.location().column == 21);
}

TEST_CASE("how it is launched, with what, and how the result is judged") {
    const Space space = read_space(whole_file, "blur.toml");
    REQUIRE(space.launch.size() == 2);
    CHECK(space.launch[0].entry == "blur");
    CHECK(texts(space.launch[0].local) == Words{"WG", "1"});
    CHECK(texts(space.launch[0].global) == Words{"ceil_div(width, WG) * WG", "1"});
    CHECK(space.launch[0].arguments == Words{"in", "out"});
    CHECK(space.launch[0].when.value().text() == "LOCAL");
    CHECK(space.launch[1].entry == "finish");
    CHECK_FALSE(space.launch[1].when);

    REQUIRE(space.arguments.size() == 3);
    CHECK(space.arguments[0].kind == Argument::Kind::buffer);
    CHECK(space.arguments[0].fill == Argument::Fill::random);
    CHECK(space.arguments[0].type == "real4");
    CHECK(space.arguments[0].low.value().text() == "0");
    CHECK(space.arguments[0].high.value().number({}).real() == 1.5);
    CHECK(space.arguments[1].fill == Argument::Fill::output);
    CHECK(space.arguments[1].count.value().text() == "width / 4");
    CHECK(space.arguments[2].kind == Argument::Kind::scalar);
    CHECK(space.arguments[2].value.at(0).text() == "3");

    CHECK(space.check.value().reference == "plain_blur");
    CHECK(texts(space.check->launch.at(0).local) == Words{"64"});
    CHECK(space.check->absolute.value().number({}).real() == 1e-6);

    REQUIRE(space.ladder.size() == 3);
    CHECK(space.ladder[0].name == "plain");
    CHECK(space.ladder[0].values.at("SCALE") == Value(Number::fraction(3, 2)));
    CHECK(space.ladder[1].values.at("MODE") == Value("fast"));
    CHECK(space.ladder_for("f32").size() == 2);
    REQUIRE(space.ladder_for("f16").size() == 3);
    CHECK(space.ladder_for("f16").back().values.at("WG") == Value(Number(256)));

    REQUIRE(space.starts.size() == 2);
    CHECK(space.starts[0].name == "narrow rows");
    CHECK(space.starts[0].when.value().text() == "width < 1024");
    CHECK(space.starts[0].is_for("f32"));
    CHECK_FALSE(space.starts[0].is_for("f16"));
    CHECK(space.starts[0].values == std::map<std::string, Value>{{"WG", Number(16)}});
    CHECK_FALSE(space.starts[1].when);
    CHECK(space.starts[1].is_for("f16"));
}

TEST_CASE("what the driver chooses, and what is the default") {
    const std::string parameters = "[parameters]\nWG = [0, 64]\n";
    const std::string launch = "[[launch]]\nentry = 'k'\nglobal = [128]\n";
    const Space both = read_space(
        parameters + launch + "local = ['WG']\ndriver_local = 'WG == 0'\n[defaults]\nWG = 64\n",
        "own.toml");
    CHECK(both.launch[0].driver_local.value().text() == "WG == 0");
    CHECK(both.defaults.at("WG") == Value(Number(64)));
    const Space always = read_space(parameters + launch + "driver_local = true\n", "own.toml");
    CHECK(always.launch[0].local.empty());
    const auto mistakes = [&](const std::string& more) {
        return mistakes_in(parameters + launch + more, "own.toml");
    };
    CHECK(mistakes("") == "own.toml:3:1: 'local' has 0 dimensions and 'global' has 1");
    CHECK(mistakes("local = ['WG']\ndriver_local = 'GW == 0'") ==
          "own.toml:7:17: unknown name 'GW'; did you mean WG?");
    CHECK(mistakes("local = ['WG', 1]\ndriver_local = 'WG == 0'") ==
          "own.toml:3:1: 'local' has 2 dimensions and 'global' has 1");
    CHECK(mistakes("driver_local = true\n[defaults]\nWG = 32") ==
          "own.toml:8:6: 32 is not among the values of 'WG'");
}

TEST_CASE("what programs are built with in the place of a parameter") {
    const std::string parameters = "[parameters]\nWG = [1, 64]\nSPLIT = [1, 2, 4]\n[built_with]\n";
    const Space space = read_space(parameters + "SPLIT = 'min(SPLIT, 2)'\n", "own.toml");
    CHECK(space.built_with.at("SPLIT").text() == "min(SPLIT, 2)");
    const auto mistakes = [&](const std::string& more) {
        return mistakes_in(parameters + more, "own.toml");
    };
    CHECK(mistakes("SPLTI = 1") == "own.toml:5:1: unknown parameter 'SPLTI'; did you mean SPLIT?");
    CHECK(mistakes("SPLIT = 'min(WG, 2)'") == "own.toml:5:14: unknown name 'WG'");
}

TEST_CASE("what a file need not say") {
    const Space space = read_space("[parameters]\nA = [1]\n", "dir/own.toml");
    CHECK(space.routine == "own");
    CHECK(space.precisions == Words{"f32"});
    CHECK(space.source == "dir/own.cl");
    CHECK(space.launch.empty());
    CHECK_FALSE(space.needs);
    CHECK_FALSE(space.check);
}

TEST_CASE("what older texts called otherwise, and what is neutral") {
    const Space space = read_space(R"(
[parameters]
WG = [64]
MODE = ["plain", "fast"]
AHEAD = [0, 32]
[formerly]
names = ["stain", "smear"]
parameters = { WG = "GROUP" }
words = { MODE = { fast = "quick" } }
neutral = { AHEAD = 0, MODE = "plain" }
)",
                                   "blur.toml");
    CHECK(space.formerly.names == Words{"stain", "smear"});
    CHECK(space.formerly.parameters == std::map<std::string, std::string>{{"WG", "GROUP"}});
    CHECK(space.formerly.words.at("MODE") == std::map<std::string, std::string>{{"fast", "quick"}});
    CHECK(space.formerly.neutral ==
          std::map<std::string, Value>{{"AHEAD", Number(0)}, {"MODE", "plain"}});
}

TEST_CASE("each mistake is told with its place") {
    struct Wrong {
        const char* text;
        const char* message;
    };
    const auto wrong = GENERATE(values<Wrong>({
        {"", "own.toml: no parameters: a space needs at least one"},
        {"[parameters]\n", "own.toml: no parameters: a space needs at least one"},
        {"[parameters]\nA = [1]\nA = [2]",
         "own.toml:3:5: Error while parsing key-value pair: "
         "cannot redefine existing array 'A'"},
        {"paramters = 1\n[parameters]\nA = [1]",
         "own.toml:1:1: unknown key 'paramters'; did you mean parameters?"},
        {"[parameters]\nA = 3", "own.toml:2:5: 'A' needs a list of values, as in A = […]"},
        {"[parameters]\nA = []", "own.toml:2:1: 'A' has no values"},
        {"[parameters]\nA = [1, 2.0, 1.0]", "own.toml:2:1: 'A' has the value 1 twice"},
        {"[parameters]\nA = ['x', 'x']", "own.toml:2:1: 'A' has the value x twice"},
        {"[parameters]\nA = [1, [2]]", "own.toml:2:9: 'A' needs a number, a string, true or false"},
        {"[parameters]\nA = [inf]", "own.toml:2:6: 'A' needs a number, a string, true or false"},
        {"[parameters]\nA = ['a b']",
         "own.toml:2:1: 'A' has a value that cannot be a macro: "
         "it is empty or has spaces or quotes"},
        {"[parameters]\nA = [1]\n[formerly]\nparameters = { B = 'C' }",
         "own.toml:4:16: unknown parameter 'B'"},
        {"[parameters]\nA = [1]\nB = [1]\n[formerly]\nparameters = { A = 'B' }",
         "own.toml:5:20: 'B' is the name of a current parameter"},
        {"[parameters]\nA = ['x']\n[formerly]\nwords = { A = { y = 'x' } }",
         "own.toml:4:21: y is not among the values of 'A'"},
        {"[parameters]\nA = [1]\n[formerly]\nneutral = { A = 2 }",
         "own.toml:4:17: 2 is not among the values of 'A'"},
        {"[parameters]\nA = [1]\n[formerly]\nname = ['B']",
         "own.toml:4:1: unknown key 'name'; did you mean names?"},
        {"[parameters]\n'A B' = [1]",
         "own.toml:2:1: 'A B' cannot be the name of a parameter; "
         "use letters, digits and '_', and no keyword"},
        {"[parameters]\nand = [1]",
         "own.toml:2:1: 'and' cannot be the name of a parameter; "
         "use letters, digits and '_', and no keyword"},
        {"parameters = 4", "own.toml:1:14: 'parameters' needs a table, as in [parameters]"},
        {"[problem]\nA = 1\n[parameters]\nA = [1]",
         "own.toml:4:1: 'A' is both a parameter and an argument of the problem"},
        {"[problem]\nprecision = 1\n[parameters]\nA = [1]",
         "own.toml:2:1: 'precision' cannot be the name of an argument"},
        {"precisions = ['f31']\n[parameters]\nA = [1]",
         "own.toml:1:14: unknown precision 'f31'; did you mean f32?"},
        {"precisions = ['f32', 'f32']\n[parameters]\nA = [1]",
         "own.toml:1:14: 'f32' is given twice"},
        {"routine = 7\n[parameters]\nA = [1]",
         "own.toml:1:11: 'routine' needs a string, as in routine = \"…\""},
        {"requires = 'A > 1'\n[parameters]\nA = [1]", "own.toml:1:13: unknown name 'A'"},
        {"[parameters]\nWIDTH = [1]\n[constraints]\n'why' = 'WIDHT == 1'",
         "own.toml:4:10: unknown name 'WIDHT'; did you mean WIDTH?"},
        {"[parameters]\nA = [1]\n[constraints]\n'why' = 'A == 1 +'",
         "own.toml:4:18: the expression ends where a value is needed"},
        {"[parameters]\nA = [1]\n[constraints]\n'why' = '''\nA ==\n  )'''",
         "own.toml:6:3: ')' is not expected here"},
        {"[parameters]\nA = [1]\n[constraints]\n'why' = [1]",
         "own.toml:4:9: 'why' needs an expression, as in why = \"…\""},
        {"[parameters]\nA = [1]\n[constraints]\n'' = '1'",
         "own.toml:4:1: the key of a constraint is its reason and cannot be empty"},
        {"[parameters]\nA = [1]\n[resources]\nlocal_memry = 4",
         "own.toml:4:1: unknown resource 'local_memry'; did you mean local_memory?"},
        {"[parameters]\nA = [1]\n[launch]\nentry = 'k'",
         "own.toml:3:1: 'launch' needs tables, each as in [[launch]]"},
        {"[parameters]\nA = [1]\n[[launch]]\nlocal = [1]\nglobal = [1]",
         "own.toml:3:1: a launch needs an 'entry', the name of a kernel function"},
        {"[parameters]\nA = [1]\n[[launch]]\nentry = 'k'\nlocal = [1]\nglobal = [1, 1]",
         "own.toml:3:1: 'local' has 1 dimensions and 'global' has 2"},
        {"[parameters]\nA = [1]\n[[launch]]\nentry = 'k'\nlocal = [1,1,1,1]\nglobal = [1,1,1,1]",
         "own.toml:3:1: 'local' and 'global' need 1 to 3 expressions each"},
        {"[parameters]\nA = [1]\n[[launch]]\nentry = 'k'\nlocal = ['B']\nglobal = [1]\nwen = 1",
         "own.toml:5:11: unknown name 'B'\n"
         "own.toml:7:1: unknown key 'wen'; did you mean when?"},
        {"[parameters]\nAA = [1]\n[ladder]\n'plain' = { AB = 1, AA = 2 }",
         "own.toml:4:13: unknown parameter 'AB'; did you mean AA?\n"
         "own.toml:4:26: 2 is not among the values of 'AA'"},
        {"[parameters]\nAA = [1]\n[starts]\n'small' = { AB = 1, when = 'AA == 1', AA = 2 }",
         "own.toml:4:13: unknown parameter 'AB'; did you mean AA?\n"
         "own.toml:4:29: unknown name 'AA'\n"
         "own.toml:4:44: 2 is not among the values of 'AA'"},
        {"[parameters]\nA = [1]\n[[arguments]]\nname = 'x'\ntype = 'flaot'\nkind = 'bufer'\n"
         "count = 1",
         "own.toml:3:1: argument 'x' needs a 'type' of OpenCL C or \"real\", or a list of them "
         "for a struct; 'flaot' is none; did you mean float?\n"
         "own.toml:6:8: 'kind' cannot be 'bufer'; did you mean buffer?"},
        {"[parameters]\nA = [1]\n[problem]\nn = 1\n[[arguments]]\nname = 'x'\ntype = 'int'\ncount "
         "= 1\nfill = 'rnd'",
         "own.toml:9:8: 'fill' cannot be 'rnd'; it can be random, constant, index, output, "
         "scratch, "
         "file, prepared"},
        {"[parameters]\nkernel = [1]",
         "own.toml:2:1: 'kernel' cannot be the name of a parameter: it is a keyword of OpenCL C"},
        {"[parameters]\nA = [1]\n[[arguments]]\nname = 'x'\ntype = 'int'\nfill = 'constant'",
         "own.toml:3:1: argument 'x' needs a 'count' of elements\n"
         "own.toml:3:1: argument 'x' needs a 'value' to be filled with"},
        {"[parameters]\nA = [1]\n[check]\nexpected = 'y.raw'\nabsolute = inf",
         "own.toml:5:1: 'absolute' is inf: an error bound is a finite number"},
        {"[parameters]\nA = [1]\n[check]\nexpected = 'y.raw'\nrelative = nan",
         "own.toml:5:1: 'relative' is nan: an error bound is a finite number"},
        {"[parameters]\nA = [1]\n[check]\nexpected = 'y.raw'\nabsolute = -1e-6",
         "own.toml:5:1: 'absolute' is below zero"},
        {"[parameters]\nA = [1]\n[check]\nabsolute = 'x'",
         "own.toml:3:2: 'check' needs either a 'reference' entry, or [[check.launch]], or a file "
         "with 'expected' values\n"
         "own.toml:4:13: unknown name 'x'"},
        {"[parameters]\nA = [1]\n[loops]\nA = 2\n[[launch]]\nentry = 'k'\nlocal = [1]\n"
         "global = ['stap']\nloop = 'stap'",
         "own.toml:4:1: 'A' cannot be the name of a loop\n"
         "own.toml:5:1: 'stap' is not in [loops]"},
        {"[parameters]\nA = [1]\n[[launch]]\nentry = 'k'\nlocal = [1]\nglobal = [1]\n"
         "arguments = ['xs']\n[[arguments]]\nname = 'x'\ntype = 'int'\ncount = 1",
         "own.toml:3:1: the launch of 'k' names an unknown argument 'xs'; did you mean x?"},
        {"[parameters]\nA = [1]\n[[arguments]]\nname = 'x'\ntype = 'int'\ncount = 1\n"
         "fill = 'file'\n[[arguments]]\nname = 'y'\ntype = 'int'\ncount = 'A'\nfill = 'output'\n"
         "[[arguments]]\nname = 'z'\ntype = 'int'\ncount = 1\nfill = 'scratch'\ninout = true",
         "own.toml:3:1: argument 'x' needs both fill = \"file\" and the name of the 'file'\n"
         "own.toml:8:1: argument 'y' needs a 'count' without parameters, since it is a result\n"
         "own.toml:13:1: argument 'z' needs a 'fill' that it starts with where it is 'inout': "
         "random, constant, index, file or prepared"},
        {"[parameters]\nA = [1]\n[[arguments]]\nname = 'x'\nkind = 'image'\ntype = 'float3'\n"
         "count = 4\n[[arguments]]\nname = 'y'\nkind = 'image'\ntype = 'float'\n"
         "size = ['A', 'B']\nnormalized = true\n[[arguments]]\nname = 's'\nkind = 'sampler'\n"
         "filter = 'liner'",
         "own.toml:3:1: argument 'x' needs a 'size' of 1 to 3 dimensions, such as [\"w\", "
         "\"h\"]\n"
         "own.toml:3:1: argument 'x' needs a 'type' of pixels: float, half or integers of up to 32 "
         "bits, of 1, 2 or 4 channels\n"
         "own.toml:8:1: argument 'y' needs integers of 8 or 16 bits where it is 'normalized'\n"
         "own.toml:12:15: unknown name 'B'\n"
         "own.toml:17:10: 'filter' cannot be 'liner'; did you mean linear?"},
        {"[parameters]\nA = [1]\n[[launch]]\nentry = 'k'\nlocal = [1]\nglobal = [1]\n"
         "offset = [1, 1]",
         "own.toml:3:1: 'offset' has 2 dimensions and 'global' has 1"},
        {"routine = 'gemm'\n[parameters]\nA = [1]\n[check]\nexpected = 'y.raw'",
         "own.toml: hone checks 'gemm' itself: leave out [check], or name another 'routine'"},
        {"[parameters]\nA = [1",
         "own.toml:2:7: Error while parsing array: encountered end-of-file"},
    }));
    CHECK(mistakes_in(wrong.text, "own.toml") == wrong.message);
}

TEST_CASE("a file called as a routine of hone's is another routine, unless it says so") {
    constexpr const char* text = "[parameters]\nA = [1]\n";
    CHECK(read_space(text, "gemm.toml").routine == "own_gemm");
    CHECK(read_space("routine = 'gemm'\n" + std::string(text), "mine.toml").routine == "gemm");
    CHECK(read_space(text, "mine.toml").routine == "mine");
}

TEST_CASE("launches in a loop, several references, and structs are read as they are written") {
    const Space space = read_space(
        "[problem]\nn = 8\nSTEPS = 3\n"
        "[parameters]\nWG = [1]\n"
        "[loops]\nstep = 'STEPS'\n"
        "[[prepare]]\nentry = 'rows'\nlocal = [1]\nglobal = ['n']\narguments = ['x']\n"
        "[[launch]]\nentry = 'k'\nlocal = ['WG']\nglobal = ['n']\nloop = 'step'\n"
        "when = 'step % 2 == 0'\narguments = ['step', 'x']\n"
        "[[launch]]\nentry = 'k'\nlocal = ['WG']\nglobal = ['n']\n"
        "[[arguments]]\nname = 'x'\ntype = ['float3', 'int']\ncount = 'n'\nfill = 'prepared'\n"
        "[[arguments]]\nname = 'a'\nkind = 'scalar'\ntype = 'float2'\nvalue = [1, '2 * n']\n"
        "[[arguments]]\nname = 'y'\ntype = 'float'\ncount = 'n'\nfill = 'constant'\nvalue = 0\n"
        "inout = true\nabsolute = '1e-6 * n'\n"
        "[[check.launch]]\nentry = 'one'\nlocal = [1]\nglobal = ['n']\n"
        "[[check.launch]]\nentry = 'two'\nlocal = [1]\nglobal = [1]\narguments = ['y']\n",
        "own.toml");
    CHECK(space.loops.at(0).count.text() == "STEPS");
    CHECK(space.prepare.at(0).entry == "rows");
    CHECK(space.launch.at(0).loop == "step");
    CHECK(space.launch.at(1).arguments == Words{"x", "a", "y"});  // what is declared
    CHECK(space.arguments.at(0).members == Words{"float3", "int"});
    CHECK(texts(space.arguments.at(1).value) == Words{"1", "2 * n"});
    CHECK(space.arguments.at(2).inout);
    CHECK(space.check.value().launch.size() == 2);
    CHECK(space.check->launch[1].arguments == Words{"y"});
}

TEST_CASE("images, samplers, offsets and references of another file") {
    const Space space = read_space(
        "[problem]\nw = 8\nh = 4\n[parameters]\nWG = [1]\n"
        "[[launch]]\nentry = 'k'\nlocal = ['WG']\nglobal = ['w']\noffset = ['WG + 1']\n"
        "[[arguments]]\nname = 'x'\nkind = 'image'\ntype = 'uchar4'\nnormalized = true\n"
        "size = ['w + 1', 'h']\n"
        "[[arguments]]\nname = 's'\nkind = 'sampler'\naddressing = 'repeat'\nfilter = 'linear'\n"
        "normalized = true\n"
        "[check]\nreference = 'k'\nsource = 'plain.cl'\nparameters = { WG = 1, MODE = 'fast' }\n"
        "local = [1]\nglobal = [1]\n",
        "own.toml");
    CHECK(texts(space.launch.at(0).offset) == Words{"WG + 1"});
    CHECK(space.arguments.at(0).kind == Argument::Kind::image);
    CHECK(space.arguments[0].normalized);
    CHECK(texts(space.arguments[0].size) == Words{"w + 1", "h"});
    CHECK(space.arguments[0].count.value().whole(
              lookup_in(names_of(make_problem(space, {}, {})))) == 36);
    CHECK(space.arguments.at(1).addressing == Argument::Addressing::repeat);
    CHECK(space.arguments[1].filter == Argument::Filter::linear);
    CHECK(space.check.value().source == "plain.cl");
    CHECK(space.check->parameters.at("MODE") == Value("fast"));
    CHECK(space.check->parameters.at("WG") == Value(Number(1)));
}

TEST_CASE("a file tells every mistake it has, in its order") {
    CHECK(mistakes_in("rutine = 1\n"
                      "[parameters]\n"
                      "A = 1\n"
                      "B = [1, 1]\n"
                      "[constraints]\n"
                      "'x' = 'A < C'\n",
                      "own.toml") ==
          "own.toml:1:1: unknown key 'rutine'; did you mean routine?\n"
          "own.toml:3:5: 'A' needs a list of values, as in A = […]\n"
          "own.toml:4:1: 'B' has the value 1 twice\n"
          "own.toml:6:12: unknown name 'C'");
}

TEST_CASE("no file is too large to be refused") {
    CHECK(mistakes_in(std::string(5 << 20, ' '), "own.toml") ==
          "own.toml: longer than 4194304 bytes: not a space");
    std::string many = "[parameters]\n";
    for (int i = 0; i < 257; ++i) many += "P" + std::to_string(i) + " = [1]\n";
    CHECK(mistakes_in(many, "own.toml") == "own.toml:258:1: more than 256 parameters");
    std::string long_list = "[parameters]\nA = [0";
    for (int i = 1; i < 65536; ++i) long_list += "," + std::to_string(i);
    CHECK(mistakes_in(long_list + "]", "own.toml") ==
          "own.toml:2:1: 'A' has more than 65535 values");
    std::string deep = "[parameters]\nA = " + std::string(100000, '[');
    CHECK(mistakes_in(deep, "own.toml") != "nothing is wrong");
}

TEST_CASE("the file that the page shows is a space") {
    std::ifstream page(HONE_SOURCE_DIR "/spaces/README.md");
    const std::string text(std::istreambuf_iterator<char>(page), {});
    const std::string opening = "```toml\n";
    const std::size_t start = text.find(opening) + opening.size();
    const Space space =
        read_space(text.substr(start, text.find("```", start) - start), "saxpy.toml");
    CHECK(space.routine == "saxpy");
    CHECK(space.parameters.size() == 3);
    CHECK(space.arguments.size() == 4);
    CHECK(space.ladder.size() == 3);
    for (const std::string& name : known_device_names()) {
        INFO(name);
        CHECK(text.find("`" + name.substr(name.find('.') + 1) + "`") != text.npos);
    }
}

TEST_CASE("every shipped space can be read") {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(HONE_SOURCE_DIR "/spaces")) {
        if (entry.path().extension() != ".toml") continue;
        INFO(entry.path());
        const Space space = read_space(entry.path());
        CHECK(space.name == entry.path().stem());
        CHECK(std::filesystem::exists(space.source));
        ++count;
    }
    CHECK(count > 0);
}

TEST_CASE(
    "a constraint says whether only performance asks for it, or another config does the same") {
    const auto kinds = [](const std::string& constraint) {
        std::vector<Constraint::Kind> all;
        for (const Constraint& each :
             read_space("[parameters]\nWG = [1, 2]\n[constraints]\n" + constraint, "own.toml")
                 .constraints)
            all.push_back(each.kind);
        return all;
    };
    using Kind = Constraint::Kind;
    CHECK(kinds("small = 'WG <= 8'\nfast = { kind = 'performance', holds = 'WG > 1' }\n"
                "right = { holds = 'WG > 0' }\nlegal = { kind = 'legality', holds = 'WG > 0' }\n"
                "once = { kind = 'redundant', holds = 'WG > 1' }") ==
          std::vector{Kind::legality, Kind::performance, Kind::legality, Kind::legality,
                      Kind::redundant});
    CHECK_THROWS_AS(kinds("fast = { kind = 'beauty', holds = 'WG > 1' }"), Error);
    CHECK_THROWS_AS(kinds("fast = { kind = 'performance' }"), Error);
    CHECK_THROWS_AS(kinds("fast = { holds = 'WG > 1', why = 'so' }"), Error);
}

TEST_CASE("a text that begins with a table is TOML, one that begins with an object is T1") {
    CHECK_FALSE(is_json_space("\n[problem]\nn = 1\n"));
    CHECK_FALSE(is_json_space(""));
    CHECK(is_json_space(" \n{\"A\": {}}"));
}
