// SPDX-License-Identifier: MIT
// Each rule on both sides of its threshold, on an H200, a GPU of unknown make, and a CPU.
#include "tuner/pruning/rules.hpp"

#include <set>

#include <catch2/catch.hpp>

#include "tests/tuner/h200.hpp"

using namespace hone;
using Ruling = Verdict::Ruling;
using RuleStage = Rule::Stage;

namespace {

Device unknown_gpu() {
    Device device = h200();
    device.architecture = "";
    device.registers = 0;
    return device;
}

Device cpu() {
    Device device = h200();
    device.type = "cpu";
    device.architecture = "cpu";
    device.compute_units = 4;
    device.registers = 0;
    return device;
}

Launch launch(std::array<std::size_t, 3> local, std::size_t groups, std::string entry = "gemm") {
    return {.entry = std::move(entry),
            .arguments = {},
            .dimensions = 3,
            .local = local,
            .global = {local[0] * groups, local[1], local[2]}};
}

Plan plan(std::array<std::size_t, 3> local = {256, 1, 1}, std::size_t groups = 1056) {
    Plan plan;
    plan.launches = {launch(local, groups)};
    plan.local_memory = 16384;
    plan.registers = 64;
    return plan;
}

/// All that a test asks with; it owns what a Question only looks at.
struct Asked {
    Device device = h200();
    Plan plan = ::plan();
    Hints hints = {};
    std::vector<Built> built = {};
    Roof roof = {};
    double best_ns = 0;
    Requirement requirement = {};

    Question question() const {
        return {device, plan, architecture_of(device), requirement, hints, built, roof, best_ns};
    }
    Verdict verdict(std::string_view name) const {
        for (const auto& rule : rules())
            if (rule.name == name) return judge(rule, question());
        FAIL("no rule is called " << name);
        return {};
    }
    Ruling ruling(std::string_view name) const { return verdict(name).ruling; }
    bool silent(std::string_view name) const {
        const auto found = verdict(name);
        CHECK(found.ruling == Ruling::legal);
        CHECK(!found.reason.empty());
        return !found.applies;
    }
};

}  // namespace

TEST_CASE("Every rule has a name of its own, hard ones first, and says what it judges") {
    std::set<std::string_view> names;
    bool soft_seen = false;
    for (const auto& rule : rules()) {
        CHECK(names.insert(rule.name).second);
        CHECK(!rule.meaning.empty());
        soft_seen = soft_seen || rule.strength == Rule::Strength::soft;
        CHECK(soft_seen == (rule.strength == Rule::Strength::soft));
    }
}

TEST_CASE("An ordinary choice is legal, and each rule says so with figures") {
    Asked asked;
    CHECK(judge(asked.question(), RuleStage::before_build).ruling == Ruling::legal);
    CHECK(judge(asked.question(), RuleStage::before_build).rule.empty());
    const auto each = judge_each(asked.question());
    CHECK(each.size() == rules().size());
    for (const auto& verdict : each) {
        INFO(verdict.rule);
        CHECK(verdict.ruling == Ruling::legal);
        CHECK(!verdict.reason.empty());
    }
}

TEST_CASE("requires") {
    Asked asked;
    CHECK(asked.silent("requires"));
    asked.requirement = {"device.fp64", true};
    CHECK(asked.ruling("requires") == Ruling::legal);
    asked.requirement.holds = false;
    CHECK(asked.ruling("requires") == Ruling::rejected);
    CHECK(asked.verdict("requires").reason == "requires device.fp64");
}

TEST_CASE("work_group") {
    Asked asked;
    asked.plan = plan({32, 32, 1});
    CHECK(asked.ruling("work_group") == Ruling::legal);
    asked.plan.launches.push_back(launch({33, 32, 1}, 1, "final"));
    CHECK(asked.ruling("work_group") == Ruling::rejected);
    CHECK(asked.verdict("work_group").reason ==
          "final: a work-group of 1,056 work-items; the device takes 1,024");
}

TEST_CASE("work_items") {
    Asked asked;
    asked.plan = plan({1, 1, 64});
    CHECK(asked.ruling("work_items") == Ruling::legal);
    asked.plan = plan({1, 1, 65});
    CHECK(asked.ruling("work_items") == Ruling::rejected);
    CHECK(asked.verdict("work_items").reason == "gemm: 65 work-items along z; the device takes 64");
}

TEST_CASE("divisibility") {
    Asked asked;
    asked.plan.launches[0].global[1] = 3;
    CHECK(asked.ruling("divisibility") == Ruling::legal);
    asked.plan.launches[0].local[1] = 2;
    CHECK(asked.ruling("divisibility") == Ruling::rejected);
    CHECK(asked.verdict("divisibility").reason ==
          "gemm: 3 work-items along y are no multiple of 2");
}

TEST_CASE("local_memory: past the query where arrays in a kernel may be larger") {
    Asked asked;
    asked.plan.local_memory = 227 * 1024 - 4;
    CHECK(asked.ruling("local_memory") == Ruling::legal);
    asked.plan.local_memory = 227 * 1024;  // the driver needs four bytes more
    CHECK(asked.ruling("local_memory") == Ruling::rejected);
    CHECK(asked.verdict("local_memory").reason ==
          "needs 232,448 bytes of local memory; the device gives 232,448");
}

TEST_CASE("local_memory: by the query where nothing else is known") {
    Asked asked;
    asked.device = unknown_gpu();
    asked.plan.local_memory = 49152;
    CHECK(asked.ruling("local_memory") == Ruling::legal);
    asked.plan.local_memory = 65536;
    CHECK(asked.ruling("local_memory") == Ruling::rejected);
    CHECK(asked.verdict("local_memory").reason ==
          "needs 65,536 bytes of local memory; the device gives 49,152");
    asked.device.local_memory = 0;
    CHECK(asked.silent("local_memory"));
}

TEST_CASE("local_memory: rounded up to what is allocated at a time") {
    Asked asked;
    asked.device.architecture = "gfx900";
    asked.device.local_memory = 65000;
    asked.plan.local_memory = 64512;
    CHECK(asked.ruling("local_memory") == Ruling::legal);
    asked.plan.local_memory = 64513;
    CHECK(asked.ruling("local_memory") == Ruling::rejected);
}

TEST_CASE("Rules after the build are silent before it") {
    const Asked asked;
    for (const auto* name : {"built_work_group", "built_local_memory", "private_memory",
                             "built_registers", "built_occupancy", "spills"})
        CHECK(asked.silent(name));
    CHECK(judge(asked.question(), RuleStage::after_build).ruling == Ruling::legal);
}

TEST_CASE("built_work_group") {
    Asked asked;
    asked.built = {{.max_work_group = 256}};
    CHECK(asked.ruling("built_work_group") == Ruling::legal);
    asked.built[0].max_work_group = 255;
    CHECK(asked.ruling("built_work_group") == Ruling::rejected);
    CHECK(asked.verdict("built_work_group").reason ==
          "gemm: a work-group of 256 work-items; the built kernel takes 255");
    asked.built[0].max_work_group = 0;
    CHECK(asked.silent("built_work_group"));
}

TEST_CASE("built_local_memory") {
    Asked asked;
    asked.built = {{.local_memory = 227 * 1024}};
    CHECK(asked.ruling("built_local_memory") == Ruling::legal);
    ++asked.built[0].local_memory;
    CHECK(asked.ruling("built_local_memory") == Ruling::rejected);
}

TEST_CASE("private_memory") {
    Asked asked;
    asked.built = {{.private_memory = 512 * 1024}};
    CHECK(asked.ruling("private_memory") == Ruling::legal);
    ++asked.built[0].private_memory;
    CHECK(asked.ruling("private_memory") == Ruling::rejected);
    asked.device = unknown_gpu();
    CHECK(asked.silent("private_memory"));
}

TEST_CASE("built_registers: one work-group must fit into the unit") {
    Asked asked;
    asked.plan = plan({1024, 1, 1});
    asked.built = {{.registers = 64}};
    CHECK(asked.ruling("built_registers") == Ruling::legal);
    asked.built[0].registers = 65;
    CHECK(asked.ruling("built_registers") == Ruling::rejected);
    asked.built[0].registers = 0;
    CHECK(asked.silent("built_registers"));
}

TEST_CASE("built_registers: by the driver's figure where the architecture is unknown") {
    Asked asked;
    asked.device = unknown_gpu();
    asked.built = {{.registers = 100}};
    CHECK(asked.silent("built_registers"));
    asked.device.registers = 25600;
    CHECK(asked.ruling("built_registers") == Ruling::legal);
    asked.device.registers = 25599;
    CHECK(asked.ruling("built_registers") == Ruling::rejected);
}

TEST_CASE("registers: the estimate against what there is") {
    Asked asked;
    asked.plan.registers = 255;
    CHECK(asked.ruling("registers") == Ruling::legal);
    asked.plan.registers = 256;
    CHECK(asked.ruling("registers") == Ruling::put_off);
    asked.plan.launches = {launch({1024, 1, 1}, 132)};
    asked.plan.registers = 65;
    CHECK(asked.verdict("registers").reason == "about 65 registers a work-item; there are 64");
    // A ninth warp takes the room of twelve: each quarter of the unit has registers of its own.
    asked.plan.launches = {launch({288, 1, 1}, 132)};
    asked.plan.registers = 169;
    CHECK(asked.verdict("registers").reason == "about 169 registers a work-item; there are 168");
    asked.plan.registers = 0;
    CHECK(asked.silent("registers"));
}

TEST_CASE("occupancy") {
    Asked asked;
    asked.plan.registers = 129;  // 8 of 64 warps
    CHECK(asked.ruling("occupancy") == Ruling::legal);
    CHECK(asked.verdict("occupancy").reason ==
          "8 of 64 warps (12.5 %), limited by registers; at least 10 % are wanted");
    asked.plan = plan({128, 1, 1});
    asked.plan.local_memory = 100 * 1024;  // 2 groups of 4 warps
    CHECK(asked.ruling("occupancy") == Ruling::legal);
    asked.plan.local_memory = 120 * 1024;  // 1 group
    CHECK(asked.ruling("occupancy") == Ruling::put_off);
}

TEST_CASE("built_occupancy judges by what was built") {
    Asked asked;
    asked.plan = plan({128, 1, 1});
    asked.built = {{.registers = 168, .local_memory = 16640}};
    CHECK(asked.verdict("built_occupancy").reason ==
          "12 of 64 warps (18.8 %), limited by registers; at least 10 % are wanted");
    asked.built[0].local_memory = 120 * 1024;
    CHECK(asked.ruling("built_occupancy") == Ruling::put_off);
    CHECK(asked.ruling("occupancy") == Ruling::put_off);
    CHECK(judge(asked.question(), RuleStage::after_build).rule == "built_occupancy");
}

TEST_CASE("arithmetic_latency: 16 warps, fewer with instructions that do not wait") {
    Asked asked;
    CHECK(asked.silent("arithmetic_latency"));
    asked.hints.independent = 1;
    asked.plan.registers = 128;  // 16 warps
    CHECK(asked.ruling("arithmetic_latency") == Ruling::legal);
    asked.plan.registers = 129;  // 8 warps
    CHECK(asked.ruling("arithmetic_latency") == Ruling::put_off);
    CHECK(asked.verdict("arithmetic_latency").reason ==
          "8 warps of at least 16 that hide the latency of arithmetic");
    asked.hints.independent = 2;
    CHECK(asked.ruling("arithmetic_latency") == Ruling::legal);
}

TEST_CASE("memory_latency") {
    Asked asked;
    CHECK(asked.silent("memory_latency"));
    asked.plan.registers = 64;                 // 32 warps
    asked.hints.instructions_per_access = 75;  // 600 cycles / 75, on 4 schedulers: 32 warps
    CHECK(asked.ruling("memory_latency") == Ruling::legal);
    asked.hints.instructions_per_access = 74;
    CHECK(asked.ruling("memory_latency") == Ruling::put_off);
    asked.hints.independent = 4;
    CHECK(asked.ruling("memory_latency") == Ruling::legal);
}

TEST_CASE("busy_units: on every device, CPUs too") {
    Asked asked;
    asked.plan = plan({256, 1, 1}, 80);
    CHECK(asked.ruling("busy_units") == Ruling::legal);
    asked.plan = plan({256, 1, 1}, 79);
    CHECK(asked.ruling("busy_units") == Ruling::put_off);
    CHECK(asked.verdict("busy_units").reason == "79 work-groups for 132 compute units");
    asked.device = cpu();
    CHECK(asked.ruling("busy_units") == Ruling::legal);
    asked.plan = plan({1, 1, 1}, 2);
    CHECK(asked.ruling("busy_units") == Ruling::put_off);
    asked.device.compute_units = 0;
    CHECK(asked.silent("busy_units"));
}

TEST_CASE("full_waves: a second wave that is nearly empty") {
    Asked asked;  // 4 groups on each of 132 units
    asked.plan = plan({256, 1, 1}, 528);
    CHECK(asked.ruling("full_waves") == Ruling::legal);
    asked.plan = plan({256, 1, 1}, 529);
    CHECK(asked.ruling("full_waves") == Ruling::put_off);
    CHECK(asked.verdict("full_waves").reason ==
          "529 work-groups on 528 places: 2 waves, 50.1 % filled");
    asked.plan = plan({256, 1, 1}, 634);
    CHECK(asked.ruling("full_waves") == Ruling::legal);
    asked.plan = plan({256, 1, 1}, 132);  // one wave is as full as it can be
    CHECK(asked.ruling("full_waves") == Ruling::legal);
}

TEST_CASE("Soft rules judge the launch that does most of the work") {
    Asked asked;
    asked.plan.launches.push_back(launch({256, 1, 1}, 1, "final"));
    CHECK(judge(asked.question(), RuleStage::before_build).ruling == Ruling::legal);
}

TEST_CASE("roofline") {
    Asked asked;
    asked.plan.flops = 2e9;
    asked.plan.bytes = 1e6;
    CHECK(asked.silent("roofline"));
    asked.roof = {2e4, 1e3};  // 100 microseconds for the arithmetic, 1 for the memory
    CHECK(asked.silent("roofline"));
    asked.best_ns = 1e5;
    CHECK(asked.ruling("roofline") == Ruling::legal);
    asked.best_ns = 9.9e4;
    CHECK(asked.ruling("roofline") == Ruling::put_off);
    CHECK(asked.verdict("roofline").reason ==
          "at least 100000 ns for its arithmetic; the best took 99000 ns");
    asked.plan.bytes = 1e9;
    CHECK(asked.verdict("roofline").reason ==
          "at least 1000000 ns for its memory traffic; the best took 99000 ns");
}

TEST_CASE("spills") {
    Asked asked;
    asked.built = {{.spills = 64}};
    CHECK(asked.ruling("spills") == Ruling::legal);
    asked.built[0].spills = 65;
    CHECK(asked.ruling("spills") == Ruling::put_off);
}

TEST_CASE("coalescing: half of what is moved must be used") {
    Asked asked;
    CHECK(asked.silent("coalescing"));
    asked.hints.access_bytes = 4;
    asked.hints.access_stride = 4;
    CHECK(asked.ruling("coalescing") == Ruling::legal);
    CHECK(asked.verdict("coalescing").reason ==
          "a warp uses 128 of 128 bytes that are moved, 4 every 4 bytes");
    asked.hints.access_stride = 8;
    CHECK(asked.ruling("coalescing") == Ruling::legal);
    asked.hints.access_stride = 12;
    CHECK(asked.ruling("coalescing") == Ruling::put_off);
    asked.hints.access_stride = 4096;
    CHECK(asked.verdict("coalescing").reason ==
          "a warp uses 128 of 1,024 bytes that are moved, 4 every 4096 bytes");
    asked.hints.access_bytes = 16;  // half of each transaction
    CHECK(asked.ruling("coalescing") == Ruling::legal);
    asked.hints.access_bytes = 4;
    asked.hints.access_stride = 0;  // all read the same word
    CHECK(asked.ruling("coalescing") == Ruling::legal);
}

TEST_CASE("alignment: from the start of a transaction") {
    Asked asked;
    CHECK(asked.silent("alignment"));
    asked.hints.access_bytes = 4;
    asked.hints.access_alignment = 32;
    CHECK(asked.ruling("alignment") == Ruling::legal);
    asked.hints.access_alignment = 4;
    CHECK(asked.ruling("alignment") == Ruling::put_off);
    CHECK(asked.verdict("alignment").reason == "aligned to 4 bytes; a transaction takes 32");
}

TEST_CASE("bank_conflicts") {
    Asked asked;
    CHECK(asked.silent("bank_conflicts"));
    for (const std::int64_t fine : {0, 1, 2, 3, 33, 34}) {
        asked.hints.bank_stride = fine;
        CHECK(asked.ruling("bank_conflicts") == Ruling::legal);
    }
    for (const std::int64_t slow : {4, 8, 32, 36}) {
        asked.hints.bank_stride = slow;
        CHECK(asked.ruling("bank_conflicts") == Ruling::put_off);
    }
    CHECK(asked.verdict("bank_conflicts").reason ==
          "4 work-items at one of 32 banks, 36 words apart");
}

TEST_CASE("Rules on what resides side by side do not apply to a CPU, and say so") {
    Asked asked;
    asked.device = cpu();
    asked.hints = {4, 4096, 4, 32, 1, 1};
    asked.plan = plan({1, 1, 1}, 64);
    for (const auto* name : {"registers", "occupancy", "arithmetic_latency", "memory_latency",
                             "full_waves", "coalescing", "alignment", "bank_conflicts"}) {
        CHECK(asked.silent(name));
        CHECK(asked.verdict(name).reason ==
              "does not apply: on a cpu each core runs one work-group after another");
    }
    asked.device = unknown_gpu();
    CHECK(asked.verdict("occupancy").reason ==
          "does not apply: the device's architecture is unknown");
}

TEST_CASE("Of several verdicts the worst stands") {
    Asked asked;
    asked.plan = plan({2048, 1, 1}, 1);
    asked.plan.registers = 1000;
    const auto verdict = judge(asked.question(), RuleStage::before_build);
    CHECK(verdict.ruling == Ruling::rejected);
    CHECK(verdict.rule == "work_group");
    asked.plan = plan({256, 1, 1}, 1);
    CHECK(judge(asked.question(), RuleStage::before_build).rule == "busy_units");
    asked.plan.launches.clear();
    CHECK(judge(asked.question(), RuleStage::before_build).ruling == Ruling::legal);
    CHECK(text(Ruling::put_off) == "deferred");
}

TEST_CASE("A requirement is asked of the problem and the device") {
    Space space;
    CHECK(requirement_of(space, {}).text.empty());
    space.needs = Expression::parse("device.local_memory > n");
    const Names small{{"device.local_memory", Number(8)}, {"n", Number(9)}};
    CHECK(!requirement_of(space, small).holds);
    const Names large{{"device.local_memory", Number(10)}, {"n", Number(9)}};
    CHECK(requirement_of(space, large).holds);
    CHECK(requirement_of(space, large).text == "device.local_memory > n");
}

TEST_CASE("Hints are read from [resources], and only those that are there") {
    Space space;
    space.resources.emplace("bank_stride", Expression::parse("KWG + PAD"));
    space.resources.emplace("independent", Expression::parse("MWI * n"));
    Plan plan;
    plan.values = {{"KWG", Number(16)}, {"PAD", Number(1)}, {"MWI", Number(4)}};
    const auto hints = read_hints(space, plan, {{"n", Number(2)}});
    CHECK(hints.bank_stride == 17);
    CHECK(hints.independent == 8);
    CHECK(!hints.access_bytes);
    CHECK(!hints.access_stride);
}
