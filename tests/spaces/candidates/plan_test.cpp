// SPDX-License-Identifier: MIT
// Plans and problems: the launches of one candidate, and the errors found before.
#include "spaces/candidates/plan.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "spaces/formats/read_space.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/problem.hpp"

using namespace hone;

namespace {

Space scale() {
    return read_space(R"(
precisions = ["f32", "f64"]
[problem]
n = 1000
edge = "zero"
[parameters]
WG = [16, 64]
VW = [1, 4]
RATE = [0.25, -2]
MODE = ["plain", "fast"]
[resources]
local_memory = "WG * sizeof_real"
registers = "VW * 4 + 8"
flops = "n / 3"
bytes = "2 * n * sizeof_real"
[[launch]]
entry = "scale"
local = ["WG", 2]
global = ["ceil_div(n, WG * VW) * WG", 4]
arguments = ["n", "x"]
[[launch]]
entry = "fix"
local = ["WG"]
global = ["WG"]
when = 'MODE == "fast"'
)",
                      "scale.toml");
}

Names known(const Space& space) {
    return names_of(make_problem(space, "f64", {}));
}

// A space with one launch of this shape, for errors in it.
std::string refusal(const std::string& local, const std::string& global,
                    const std::string& more = "") {
    const Space space = read_space(
        "[problem]\nn = 10\n[parameters]\nA = [3]\n[[launch]]\n"
        "entry = 'k'\nlocal = ['" +
            local + "']\nglobal = ['" + global + "']\n" + more,
        "s.toml");
    try {
        make_plan(space, {0}, names_of(make_problem(space, {}, {})));
    } catch (const Error& error) {
        return std::string(error.what()) + " | " + error.hint();
    }
    return "a plan";
}

}  // namespace

TEST_CASE("a candidate in numbers") {
    const Space space = scale();
    const Plan plan = make_plan(space, {1, 1, 0, 0}, known(space));
    CHECK(plan.text() == "WG=64 VW=4 RATE=0.25 MODE=plain");
    CHECK(plan.defines() == "-DWG=64 -DVW=4 -DRATE=0.25 -DMODE=plain");
    CHECK(plan.config == Config{1, 1, 0, 0});
    CHECK(plan.local_memory == 512);
    CHECK(plan.registers == 24);
    CHECK(plan.flops == Approx(1000.0 / 3));
    CHECK(plan.bytes == 16000);

    REQUIRE(plan.launches.size() == 1);
    const Launch& launch = plan.launches[0];
    CHECK(launch.entry == "scale");
    CHECK(launch.arguments == std::vector<std::string>{"n", "x"});
    CHECK(launch.dimensions == 2);
    CHECK(launch.local == std::array<std::size_t, 3>{64, 2, 1});
    CHECK(launch.global == std::array<std::size_t, 3>{256, 4, 1});
    CHECK(launch.work_items() == 128);
    CHECK(launch.work_groups() == 8);
}

TEST_CASE("configs that differ in what is read at run time share a program") {
    const Space space = read_space(R"(
[problem]
K = 64
[parameters]
WG = [16, 64]
SLICES = [1, 2, 4]
BAND = [1, 8]
[built_with]
SLICES = 'min(SLICES, 2)'
BAND = 1
[[launch]]
entry = "k"
local = ["WG"]
global = ["WG * SLICES"]
)",
                                   "own.toml");
    const Names known = names_of(make_problem(space, {}, {}));
    const Plan two = make_plan(space, {0, 1, 0}, known);
    const Plan four = make_plan(space, {0, 2, 1}, known);
    CHECK(two.defines() == "-DWG=16 -DSLICES=2 -DBAND=1");
    CHECK(four.defines() == two.defines());
    CHECK(four.program() == two.program());
    CHECK(four.text() == "WG=16 SLICES=4 BAND=8");
    CHECK(four.launches[0].global[0] == 64);
    CHECK(make_plan(space, {0, 0, 0}, known).defines() == "-DWG=16 -DSLICES=1 -DBAND=1");
    CHECK(make_plan(space, {1, 1, 0}, known).program() != two.program());
}

TEST_CASE("another shape of the work-group is another program to drivers that compile for it") {
    const Space space = read_space(
        "[parameters]\nWG = [16, 64]\n[built_with]\nWG = 1\n"
        "[[launch]]\nentry = 'k'\nlocal = ['WG']\nglobal = [64]\n",
        "own.toml");
    const Names known = names_of(make_problem(space, {}, {}));
    const Plan small = make_plan(space, {0}, known);
    const Plan large = make_plan(space, {1}, known);
    CHECK(small.defines() == large.defines());
    CHECK(small.program() != large.program());
}

TEST_CASE("a launch happens only where its condition holds") {
    const Space space = scale();
    const Plan plan = make_plan(space, {0, 0, 1, 1}, known(space));
    REQUIRE(plan.launches.size() == 2);
    CHECK(plan.launches[1].entry == "fix");
    CHECK(plan.main == 0);
    CHECK(plan.defines() == "-DWG=16 -DVW=1 -DRATE=-2 -DMODE=fast");
}

TEST_CASE("the main launch is the one that says so, or has the most work-items") {
    const auto main_of = [](const std::string& of_first, const std::string& of_second) {
        const std::string launch = "[[launch]]\nentry = 'k'\nlocal = ['1']\n";
        const Space space = read_space(
            "[parameters]\nA = [3]\n" + launch + of_first + launch + of_second, "s.toml");
        return make_plan(space, {0}, {}).main;
    };
    CHECK(main_of("global = ['A']\n", "global = ['2 * A']\n") == 1);
    CHECK(main_of("global = ['A']\nmain = true\n", "global = ['2 * A']\n") == 0);
    CHECK(main_of("global = ['A']\nmain = true\nwhen = 'A > 3'\n", "global = ['A']\n") == 0);
    CHECK_THROWS_WITH(main_of("global = ['A']\nmain = 1\n", "global = ['A']\n"),
                      Catch::Contains("'main' needs true or false"));
}

TEST_CASE("a plan that no device could launch is refused, with the expression") {
    CHECK(refusal("A", "n") ==
          "s.toml:8:12: 'n' gives 10, which is not a multiple of the local size 3 ('A') | the "
          "config: A=3");
    CHECK(refusal("A / 2", "n") ==
          "s.toml:7:11: 'A / 2' gives 3/2, which is not a whole number | the config: A=3");
    CHECK(refusal("A - 3", "n") ==
          "s.toml:7:11: 'A - 3' gives 0, which is not a size | the config: A=3");
    CHECK(refusal("1", "n % (A - 3)") ==
          "s.toml:8:12: 'n % (A - 3)' gives division by zero | the config: A=3");
    CHECK(refusal("1", "1", "when = 'log2(A)'") ==
          "s.toml:9:9: 'log2(A)' gives log2 of a number that is not a power of two | the config: "
          "A=3");
    CHECK(refusal("1", "1", "[resources]\nlocal_memory = 'A / 2'") ==
          "s.toml:10:17: 'A / 2' gives 3/2, which is not a whole number | the config: A=3");
    CHECK(refusal("1", "1", "[resources]\nflops = 'A / 0'") ==
          "s.toml:10:10: 'A / 0' gives division by zero | the config: A=3");
}

TEST_CASE("a work-group that the driver chooses has no size") {
    const auto plan_of = [](const std::string& local, std::uint16_t choice) {
        const Space space = read_space(
            "[parameters]\nWG = [0, 4]\n[[launch]]\nentry = 'k'\n" + local + "global = [16, 6]\n",
            "s.toml");
        return make_plan(space, {choice}, {}).launches.front();
    };
    const std::string either = "local = ['WG', 2]\ndriver_local = 'WG == 0'\n";
    const Launch chosen = plan_of(either, 0);
    CHECK(chosen.driver_chooses());
    CHECK(chosen.dimensions == 2);
    CHECK(chosen.local == std::array<std::size_t, 3>{});
    CHECK(chosen.global == std::array<std::size_t, 3>{16, 6, 1});
    CHECK(chosen.work_items() == 0);
    CHECK(chosen.work_groups() == 0);
    CHECK(chosen.all_work_items() == 96);
    const Launch said = plan_of(either, 1);
    CHECK_FALSE(said.driver_chooses());
    CHECK(said.work_groups() == 12);
    // A size of 0 that is not declared as the driver's is an error.
    CHECK_THROWS_WITH(plan_of("local = ['WG', 2]\n", 0),
                      Catch::Contains("gives 0, which is not a size"));
    CHECK_THROWS_WITH(plan_of("local = ['WG', 2]\ndriver_local = 'WG > 3'\n", 0),
                      Catch::Contains("gives 0, which is not a size"));
    CHECK(plan_of("driver_local = true\n", 0).driver_chooses());
    CHECK_THROWS_WITH(plan_of("driver_local = 'WG == 0'\n", 1),
                      Catch::Contains("'WG == 0' does not hold, and the launch has no 'local'"));
}

TEST_CASE("a problem is the space's own, with what is said instead") {
    const Space space = scale();
    const Problem usual = make_problem(space, {}, {});
    CHECK(usual.routine == "scale");
    CHECK(usual.precision == "f32");
    CHECK(usual.arguments == Names{{"n", Number(1000)}, {"edge", "zero"}});
    const Problem own = make_problem(space, "f64", {{"n", Number(7)}});
    CHECK(own.arguments.at("n") == Value(Number(7)));
    const Names names = names_of(own);
    CHECK(names.at("precision") == Value("f64"));
    CHECK(names.at("sizeof_real") == Value(Number(8)));
    CHECK(names.at("edge") == Value("zero"));
}

TEST_CASE("a problem that the space does not have is refused") {
    const Space space = scale();
    CHECK_THROWS_WITH(make_problem(space, "f16", {}), "'scale' has no precision f16");
    CHECK_THROWS_WITH(make_problem(space, "fp32", {}),
                      "unknown precision 'fp32'; did you mean f32?");
    CHECK_THROWS_WITH(make_problem(space, "double", {}), "unknown precision 'double'");
    CHECK_THROWS_WITH(make_problem(space, {}, {{"egde", "zero"}}),
                      "the problem has no argument 'egde'; did you mean edge?");
    CHECK_THROWS_WITH(make_problem(space, {}, {{"n", "many"}}),
                      "the problem's 'n' is a number, not 'many'");
    CHECK_THROWS_WITH(make_problem(space, {}, {{"edge", Number(1)}}),
                      "the problem's 'edge' is a string, not '1'");
}

TEST_CASE("bytes of one element") {
    CHECK(sizeof_real("f64") == 8);
    CHECK(sizeof_real("f32") == 4);
    CHECK(sizeof_real("i32") == 4);
    CHECK(sizeof_real("bf16") == 2);
    CHECK(sizeof_real("tf32x3") == 4);
    CHECK_THROWS_WITH(sizeof_real("f31"), "unknown precision 'f31'");
    CHECK(known_precisions().size() == 7);
}

TEST_CASE("precisions are related if their elements have as many bytes") {
    CHECK(are_related("f16", "bf16"));
    CHECK(are_related("i32", "tf32x3"));
    CHECK(are_related("f64", "f64"));
    CHECK_FALSE(are_related("f32", "f64"));
    CHECK_FALSE(are_related("f16", "f32"));
    CHECK_FALSE(are_related("none", "f32"));
    CHECK_FALSE(are_related("none", "unknown"));
    CHECK(are_related("none", "none"));
}

TEST_CASE("names of parameters and types") {
    CHECK(is_name("WG_1"));
    CHECK(is_name("_x"));
    CHECK_FALSE(is_name("1x"));
    CHECK_FALSE(is_name("a.b"));
    CHECK_FALSE(is_name("or"));
    CHECK_FALSE(is_name(""));
    CHECK(is_element_type("float16"));
    CHECK(is_element_type("real"));
    CHECK_FALSE(is_element_type("float5"));
    CHECK_FALSE(is_element_type("bool"));
    CHECK_FALSE(is_element_type(""));
}

TEST_CASE("a launch begins at its offset, which is not below zero") {
    const Space space = read_space(
        "[parameters]\nWG = [4, 8]\n[[launch]]\nentry = 'k'\nlocal = ['WG', 1]\n"
        "global = ['WG', 1]\noffset = ['WG - 6', 2]\n",
        "offset.toml");
    CHECK(make_plan(space, Config{1}, {}).launches.at(0).offset ==
          std::array<std::size_t, 3>{2, 2, 0});
    CHECK_THROWS_WITH(make_plan(space, Config{0}, {}),
                      Catch::Contains("gives -2, which is below 0"));
}

TEST_CASE("launches of a loop follow one another as often as it counts") {
    const Space space = read_space(
        "[problem]\nSTEPS = 3\n[parameters]\nWG = [4]\n[loops]\nstep = 'STEPS'\n"
        "[[launch]]\nentry = 'first'\nlocal = [1]\nglobal = [1]\n"
        "[[launch]]\nentry = 'even'\nlocal = ['WG']\nglobal = ['WG * (step + 1)']\nloop = 'step'\n"
        "when = 'step % 2 == 0'\n"
        "[[launch]]\nentry = 'each'\nlocal = [1]\nglobal = [1]\nloop = 'step'\nmain = true\n",
        "loop.toml");
    const auto order = [&](int steps) {
        const Problem problem = make_problem(space, {}, {{"STEPS", Number(steps)}});
        const Plan plan = make_plan(space, Config{0}, names_of(problem));
        std::string text;
        for (const Launch& launch : plan.launches)
            text += fmt::format("{} {} {}, ", launch.entry, launch.number, launch.global[0]);
        return text;
    };
    CHECK(order(0) == "first 0 1, ");
    CHECK(order(3) == "first 0 1, even 0 4, each 0 1, each 1 1, even 2 12, each 2 1, ");
    CHECK_THROWS_WITH(order(10'000), Catch::Contains("more than 4096 launches"));
}
