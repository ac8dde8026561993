// SPDX-License-Identifier: MIT
// The declarations for a user's own kernel beyond inputs and outputs, each with a kernel that
// violates it.
#include <fstream>

#include "tests/folder.hpp"
#include "tests/kernels/bench.hpp"

using namespace hone;
using namespace hone::test;

namespace {

/// A space and its kernel, built with this definition of FAULT.
class Declared {
  public:
    Declared(const std::string& space, std::string source) : source_(std::move(source)) {
        std::ofstream(folder_ / "own.toml") << space;
        std::ofstream(folder_ / "own.cl") << "#define FAULT 0\n" << source_;
    }
    void add_file(const char* name, const std::string& content) const {
        std::ofstream(folder_ / name) << content;
    }

    Comparison run(const std::string& fault) const {
        const Space space = read_space(folder_ / "own.toml");
        const Problem problem = make_problem(space, "", {});
        const auto workload = make_workload(space, problem, test_context());
        const WorkloadContext there = test_context();
        const Plan plan = make_plan(space, Config(space.parameters.size(), 0), names(problem));
        const Compiled built =
            compile(there.context, there.device, "#define FAULT " + fault + "\n" + source_,
                    workload->defines() + " " + plan.defines());
        INFO(built.log);
        REQUIRE(built.ok());
        workload->prepare(plan);
        workload->make_reference();
        const Comparison harm = workload->prepare(plan, built.program);
        if (!harm.passed) return harm;
        const Launcher launcher(built.program, plan.launches, workload->bindings());
        for (int again = 0; again < 2; ++again) {  // restored before the second run
            workload->reset();
            if (again > 0) workload->restore();
            launcher.enqueue(there.queue);
            const Comparison found = workload->check();
            if (!found.passed) return found;
        }
        return {};
    }

  private:
    Folder folder_;
    std::string source_;
};

const std::string head = "[problem]\nn = 100\n[parameters]\nWG = [4]\n";
const std::string launch =
    "[[launch]]\nentry = 'own'\nlocal = ['WG']\nglobal = ['ceil_div(n, WG) * WG']\n";
const std::string how_many =
    "[[arguments]]\nname = 'n'\nkind = 'scalar'\ntype = 'int'\nvalue = 'n'\n";
const std::string reference = "[check]\nreference = 'plain'\nlocal = [1]\nglobal = ['n']\n";
/// A launch makes x, from which y follows.
const std::string prepared_input =
    head + launch + how_many +
    "[[prepare]]\nentry = 'make'\nlocal = [1]\nglobal = ['n']\narguments = ['x']\n"
    "[[arguments]]\nname = 'x'\ntype = 'int'\ncount = 'n'\nfill = 'prepared'\n"
    "[[arguments]]\nname = 'y'\ntype = 'int'\ncount = 'n'\nfill = 'output'\n" +
    reference;

}  // namespace

TEST_CASE("a buffer that is read and written starts as it is filled, before each run", "[device]") {
    const Declared add(
        head + launch + how_many +
            "[[arguments]]\nname = 'y'\ntype = 'int'\ncount = 'n'\nfill = 'index'\n"
            "inout = true\n" +
            reference,
        "kernel void own(int n, global int* y) {\n"
        "    const int i = get_global_id(0);\n"
        "    if (i < n) y[i] = FAULT == 1 ? 2 * i : y[i] + i + (FAULT == 2 && i == 9);\n"
        "}\n"
        "kernel void plain(int n, global int* y) { y[get_global_id(0)] *= 2; }\n");
    CHECK(add.run("0").text() == "right");
    CHECK(add.run("1").text() == "right");  // it need not be read
    CHECK(add.run("2").location == "y[9]");
}

TEST_CASE("inputs that launches prepare are inputs", "[device]") {
    const Declared prepared(
        prepared_input,
        "kernel void make(global int* x) { x[get_global_id(0) + (FAULT == 3 ? 1 : 0)] = 7 * "
        "get_global_id(0) + (FAULT == 1); }\n"
        "kernel void own(int n, global int* x, global int* y) {\n"
        "    const int i = get_global_id(0);\n"
        "    if (i < n) y[i] = x[i];\n"
        "    if (FAULT == 2 && i == 5) x[i] = 0;\n"
        "}\n"
        "kernel void plain(int n, global int* x, global int* y) { y[get_global_id(0)] = "
        "x[get_global_id(0)]; }\n");
    CHECK(prepared.run("0").text() == "right");
    CHECK_FALSE(prepared.run("1").passed);
    CHECK_THAT(prepared.run("2").text(), Catch::Contains("an input was overwritten"));
    CHECK_THAT(prepared.run("3").text(), Catch::Contains("a write outside of the buffer"));
}

TEST_CASE("a preparation that gives another result each time is not blamed on configs",
          "[device]") {
    const Declared prepared(
        prepared_input,
        "kernel void make(global int* x) {\n"
        "    const int i = get_global_id(0);\n"
        "    x[i] = i == 5 ? x[i] + 1 : i;\n"
        "}\n"
        "kernel void own(int n, global int* x, global int* y) {\n"
        "    if (get_global_id(0) < n) y[get_global_id(0)] = x[get_global_id(0)];\n"
        "}\n"
        "kernel void plain(int n, global int* x, global int* y) { y[get_global_id(0)] = "
        "x[get_global_id(0)]; }\n");
    CHECK_THROWS_WITH(prepared.run("0"),
                      Catch::Contains("[[prepare]] gives another x[5] each time"));
}

TEST_CASE("launches of a loop take its number, and so do those of the reference", "[device]") {
    const Declared looped(
        head +
            "[loops]\nstep = 'n / 20'\n"
            "[[launch]]\nentry = 'own'\nlocal = ['WG']\nglobal = ['ceil_div(n, WG) * WG']\n"
            "loop = 'step'\narguments = ['n', 'step', 'y']\n" +
            how_many +
            "[[arguments]]\nname = 'y'\ntype = 'int'\ncount = 'n'\nfill = 'constant'\nvalue = 1\n"
            "inout = true\n"
            "[check]\n[[check.launch]]\nentry = 'once'\nlocal = [1]\nglobal = ['n']\n"
            "arguments = ['y']\n"
            "[[check.launch]]\nentry = 'twice'\nlocal = [1]\nglobal = ['n']\narguments = ['y']\n",
        "kernel void own(int n, int step, global int* y) {\n"
        "    if (get_global_id(0) < n) y[get_global_id(0)] += step + (FAULT && step == 3);\n"
        "}\n"
        "kernel void once(global int* y) { y[get_global_id(0)] += 1 + 2; }\n"
        "kernel void twice(global int* y) { y[get_global_id(0)] += 3 + 4; }\n");
    CHECK(looped.run("0").text() == "right");
    CHECK_FALSE(looped.run("1").passed);
}

TEST_CASE("structs, vectors and files are handed as they are declared", "[device]") {
    const Declared shapes(
        head + launch + how_many +
            "[[arguments]]\nname = 'a'\nkind = 'scalar'\ntype = 'float2'\nvalue = [2, '3 * 1']\n"
            "[[arguments]]\nname = 'w'\nkind = 'scalar'\ntype = ['char', 'float']\nvalue = [1, 5]\n"
            "[[arguments]]\nname = 'x'\ntype = 'float'\ncount = 3\nfill = 'file'\nfile = 'x.csv'\n"
            "[[arguments]]\nname = 'p'\ntype = ['char', 'float4']\ncount = 'n'\nlow = 1\nhigh = 9\n"
            "inout = true\nabsolute = '1 / n'\n" +
            reference,
        "typedef struct { char c; float f; } W;\n"
        "typedef struct { char c; float4 f; } P;\n"
        "kernel void own(int n, float2 a, W w, global float* x, global P* p) {\n"
        "    const int i = get_global_id(0);\n"
        "    if (i < n) p[i].f += (float4)(a.x, a.y, w.f, x[2]);\n"
        "    if (i < n) p[i].c += w.c + (FAULT == 1 && i == 8);\n"
        "    if (i < n) p[i].f.y += FAULT == 2 ? 0.02f : 0.005f;\n"
        "}\n"
        "kernel void plain(int n, float2 a, W w, global float* x, global P* p) {\n"
        "    global P* own = p + get_global_id(0);\n"
        "    own->f += (float4)(2, 3, 5, 30);\n"
        "    own->c += 1;\n"
        "}\n");
    shapes.add_file("x.csv", "10, 20, 30\n");
    CHECK(shapes.run("0").text() == "right");
    CHECK(shapes.run("1").location == "member 1 of p[8]");
    CHECK_THAT(shapes.run("2").location, Catch::Contains("member 2 of p["));
    shapes.add_file("x.csv", "10, 20\n");
    CHECK_THROWS_WITH(shapes.run("0"), Catch::Contains("x.csv has 2 values; 'x' needs 3"));
}
