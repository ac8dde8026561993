// SPDX-License-Identifier: MIT
// Each rule on both sides of its threshold, on an H200, a GPU of unknown make, and a CPU.
#include "tuner/pruning/rules.hpp"

#include <set>

#include <catch2/catch.hpp>

#include "tests/tuner/h200.hpp"

using namespace hone;
using Decision = RuleVerdict::Decision;
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
            .global = {local[0] * groups, local[1], local[2]},
            .loop = {}};
}

Plan plan(std::array<std::size_t, 3> local = {256, 1, 1}, std::size_t groups = 1056) {
    Plan plan;
    plan.launches = {launch(local, groups)};
    plan.local_memory = 16384;
    plan.registers = 64;
    return plan;
}

/// The input of a rule, which owns the objects that a RuleInput refers to.
struct OwnedInput {
    Device device = h200();
    Plan plan = ::plan();
    Hints hints = {};
    std::vector<KernelBuildInfo> built = {};
    MeasuredPeaks peaks = {};
    double best_ns = 0;
    Requirement requirement = {};

    RuleInput input() const {
        return {device, plan, architecture_of(device), requirement, hints, built, peaks, best_ns};
    }
    RuleVerdict verdict(std::string_view name) const {
        for (const auto& rule : rules())
            if (rule.name == name) return apply_rules(rule, input());
        FAIL("no rule is called " << name);
        return {};
    }
    Decision decision(std::string_view name) const { return verdict(name).decision; }
    bool silent(std::string_view name) const {
        const auto found = verdict(name);
        CHECK(found.decision == Decision::legal);
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
    OwnedInput owned;
    CHECK(apply_rules(owned.input(), RuleStage::before_build).decision == Decision::legal);
    CHECK(apply_rules(owned.input(), RuleStage::before_build).rule.empty());
    for (const Rule& rule : rules()) {
        const RuleVerdict verdict = apply_rules(rule, owned.input());
        INFO(verdict.rule);
        CHECK(verdict.decision == Decision::legal);
        CHECK(!verdict.reason.empty());
    }
}

TEST_CASE("requires") {
    OwnedInput owned;
    CHECK(owned.silent("requires"));
    owned.requirement = {"device.fp64", true};
    CHECK(owned.decision("requires") == Decision::legal);
    owned.requirement.holds = false;
    CHECK(owned.decision("requires") == Decision::rejected);
    CHECK(owned.verdict("requires").reason == "requires device.fp64");
}

TEST_CASE("work_group") {
    OwnedInput owned;
    owned.plan = plan({32, 32, 1});
    CHECK(owned.decision("work_group") == Decision::legal);
    owned.plan.launches.push_back(launch({33, 32, 1}, 1, "final"));
    CHECK(owned.decision("work_group") == Decision::rejected);
    CHECK(owned.verdict("work_group").reason ==
          "final: a work-group of 1,056 work-items; the device allows 1,024");
}

TEST_CASE("work_items") {
    OwnedInput owned;
    owned.plan = plan({1, 1, 64});
    CHECK(owned.decision("work_items") == Decision::legal);
    owned.plan = plan({1, 1, 65});
    CHECK(owned.decision("work_items") == Decision::rejected);
    CHECK(owned.verdict("work_items").reason ==
          "gemm: 65 work-items along z; the device allows 64");
    owned.device.max_items = {};  // the driver does not report them
    CHECK(owned.silent("work_items"));
}

TEST_CASE("divisibility") {
    OwnedInput owned;
    owned.plan.launches[0].global[1] = 3;
    CHECK(owned.decision("divisibility") == Decision::legal);
    owned.plan.launches[0].local[1] = 2;
    CHECK(owned.decision("divisibility") == Decision::rejected);
    CHECK(owned.verdict("divisibility").reason ==
          "gemm: 3 work-items along y are not a multiple of 2");
}

TEST_CASE("local_memory: past the query where arrays in a kernel may be larger") {
    OwnedInput owned;
    owned.plan.local_memory = 227 * 1024 - 4;
    CHECK(owned.decision("local_memory") == Decision::legal);
    owned.plan.local_memory = 227 * 1024;  // the driver needs four bytes more
    CHECK(owned.decision("local_memory") == Decision::rejected);
    CHECK(owned.verdict("local_memory").reason ==
          "needs 232,448 bytes of local memory; the device has 232,448");
}

TEST_CASE("local_memory: by the query where nothing else is known") {
    OwnedInput owned;
    owned.device = unknown_gpu();
    owned.plan.local_memory = 49152;
    CHECK(owned.decision("local_memory") == Decision::legal);
    owned.plan.local_memory = 65536;
    CHECK(owned.decision("local_memory") == Decision::rejected);
    CHECK(owned.verdict("local_memory").reason ==
          "needs 65,536 bytes of local memory; the device has 49,152");
    owned.device.local_memory = 0;
    CHECK(owned.decision("local_memory") == Decision::rejected);
    CHECK(owned.verdict("local_memory").reason ==
          "needs 65,536 bytes of local memory; the driver reports none");
    owned.plan.local_memory = 0;
    CHECK(owned.decision("local_memory") == Decision::legal);
}

TEST_CASE("local_memory: rounded up to what is allocated at a time") {
    OwnedInput owned;
    owned.device.architecture = "gfx900";
    owned.device.local_memory = 65000;
    owned.plan.local_memory = 64512;
    CHECK(owned.decision("local_memory") == Decision::legal);
    owned.plan.local_memory = 64513;
    CHECK(owned.decision("local_memory") == Decision::rejected);
}

TEST_CASE("Rules after the build are silent before it") {
    const OwnedInput owned;
    for (const auto* name : {"built_work_group", "built_local_memory", "private_memory",
                             "built_registers", "built_occupancy", "spills"})
        CHECK(owned.silent(name));
    CHECK(apply_rules(owned.input(), RuleStage::after_build).decision == Decision::legal);
}

TEST_CASE("built_work_group") {
    OwnedInput owned;
    owned.built = {{.max_work_group = 256}};
    CHECK(owned.decision("built_work_group") == Decision::legal);
    owned.built[0].max_work_group = 255;
    CHECK(owned.decision("built_work_group") == Decision::rejected);
    CHECK(owned.verdict("built_work_group").reason ==
          "gemm: a work-group of 256 work-items; the built kernel allows 255");
    owned.built[0].max_work_group = 0;
    CHECK(owned.silent("built_work_group"));
}

TEST_CASE("built_local_memory") {
    OwnedInput owned;
    owned.built = {{.local_memory = 227 * 1024}};
    CHECK(owned.decision("built_local_memory") == Decision::legal);
    ++owned.built[0].local_memory;
    CHECK(owned.decision("built_local_memory") == Decision::rejected);
}

TEST_CASE("private_memory") {
    OwnedInput owned;
    owned.built = {{.private_memory = 512 * 1024}};
    CHECK(owned.decision("private_memory") == Decision::legal);
    ++owned.built[0].private_memory;
    CHECK(owned.decision("private_memory") == Decision::rejected);
    owned.device = unknown_gpu();
    CHECK(owned.silent("private_memory"));
}

TEST_CASE("built_registers: one work-group must fit into the unit") {
    OwnedInput owned;
    owned.plan = plan({1024, 1, 1});
    owned.built = {{.registers = 64}};
    CHECK(owned.decision("built_registers") == Decision::legal);
    owned.built[0].registers = 65;
    CHECK(owned.decision("built_registers") == Decision::rejected);
    owned.built[0].registers = 0;
    CHECK(owned.silent("built_registers"));
}

TEST_CASE("built_registers: by the driver's figure where the architecture is unknown") {
    OwnedInput owned;
    owned.device = unknown_gpu();
    owned.built = {{.registers = 100}};
    CHECK(owned.silent("built_registers"));
    owned.device.registers = 25600;
    CHECK(owned.decision("built_registers") == Decision::legal);
    owned.device.registers = 25599;
    CHECK(owned.decision("built_registers") == Decision::rejected);
}

TEST_CASE("registers: the estimate against what there is") {
    OwnedInput owned;
    owned.plan.registers = 255;
    CHECK(owned.decision("registers") == Decision::legal);
    owned.plan.registers = 256;
    CHECK(owned.decision("registers") == Decision::deferred);
    owned.plan.launches = {launch({1024, 1, 1}, 132)};
    owned.plan.registers = 65;
    CHECK(owned.verdict("registers").reason ==
          "about 65 registers per work-item; the device has 64");
    // A ninth warp takes the space of twelve: each quarter of the unit has its own registers.
    owned.plan.launches = {launch({288, 1, 1}, 132)};
    owned.plan.registers = 169;
    CHECK(owned.verdict("registers").reason ==
          "about 169 registers per work-item; the device has 168");
    owned.plan.registers = 0;
    CHECK(owned.silent("registers"));
}

TEST_CASE("occupancy") {
    OwnedInput owned;
    owned.plan.registers = 129;  // 8 of 64 warps
    CHECK(owned.decision("occupancy") == Decision::legal);
    CHECK(owned.verdict("occupancy").reason ==
          "8 of 64 warps (12.5 %), limited by registers; at least 10 % are wanted");
    owned.plan = plan({128, 1, 1});
    owned.plan.local_memory = 100 * 1024;  // 2 groups of 4 warps
    CHECK(owned.decision("occupancy") == Decision::legal);
    owned.plan.local_memory = 120 * 1024;  // 1 group
    CHECK(owned.decision("occupancy") == Decision::deferred);
}

TEST_CASE("built_occupancy judges by what was built") {
    OwnedInput owned;
    owned.plan = plan({128, 1, 1});
    owned.built = {{.registers = 168, .local_memory = 16640}};
    CHECK(owned.verdict("built_occupancy").reason ==
          "12 of 64 warps (18.8 %), limited by registers; at least 10 % are wanted");
    owned.built[0].local_memory = 120 * 1024;
    CHECK(owned.decision("built_occupancy") == Decision::deferred);
    CHECK(owned.decision("occupancy") == Decision::deferred);
    CHECK(apply_rules(owned.input(), RuleStage::after_build).rule == "built_occupancy");
}

TEST_CASE("arithmetic_latency: 16 warps, fewer with instructions that do not wait") {
    OwnedInput owned;
    CHECK(owned.silent("arithmetic_latency"));
    owned.hints.independent = 1;
    owned.plan.registers = 128;  // 16 warps
    CHECK(owned.decision("arithmetic_latency") == Decision::legal);
    owned.plan.registers = 129;  // 8 warps
    CHECK(owned.decision("arithmetic_latency") == Decision::deferred);
    CHECK(owned.verdict("arithmetic_latency").reason ==
          "8 warps of at least 16 needed to hide the latency of arithmetic");
    owned.hints.independent = 2;
    CHECK(owned.decision("arithmetic_latency") == Decision::legal);
}

TEST_CASE("memory_latency") {
    OwnedInput owned;
    CHECK(owned.silent("memory_latency"));
    owned.plan.registers = 64;                 // 32 warps
    owned.hints.instructions_per_access = 75;  // 600 cycles / 75, on 4 schedulers: 32 warps
    CHECK(owned.decision("memory_latency") == Decision::legal);
    owned.hints.instructions_per_access = 74;
    CHECK(owned.decision("memory_latency") == Decision::deferred);
    owned.hints.independent = 4;
    CHECK(owned.decision("memory_latency") == Decision::legal);
}

TEST_CASE("busy_units: on every device, CPUs too") {
    OwnedInput owned;
    owned.plan = plan({256, 1, 1}, 80);
    CHECK(owned.decision("busy_units") == Decision::legal);
    owned.plan = plan({256, 1, 1}, 79);
    CHECK(owned.decision("busy_units") == Decision::deferred);
    CHECK(owned.verdict("busy_units").reason == "79 work-groups for 132 compute units");
    owned.device = cpu();
    CHECK(owned.decision("busy_units") == Decision::legal);
    owned.plan = plan({1, 1, 1}, 2);
    CHECK(owned.decision("busy_units") == Decision::deferred);
    owned.device.compute_units = 0;
    CHECK(owned.silent("busy_units"));
}

TEST_CASE("full_waves: a second wave that is nearly empty") {
    OwnedInput owned;  // 4 groups on each of 132 units
    owned.plan = plan({256, 1, 1}, 528);
    CHECK(owned.decision("full_waves") == Decision::legal);
    owned.plan = plan({256, 1, 1}, 529);
    CHECK(owned.decision("full_waves") == Decision::deferred);
    CHECK(owned.verdict("full_waves").reason ==
          "529 work-groups in 528 slots: 2 waves, 50.1 % filled");
    owned.plan = plan({256, 1, 1}, 634);
    CHECK(owned.decision("full_waves") == Decision::legal);
    owned.plan = plan({256, 1, 1}, 132);  // one wave is as full as possible
    CHECK(owned.decision("full_waves") == Decision::legal);
}

TEST_CASE("No rule about work-groups applies to those that the driver chooses") {
    OwnedInput owned;
    owned.plan.launches.front().local = {};
    for (const std::string_view rule :
         {"work_group", "work_items", "divisibility", "registers", "occupancy", "memory_latency",
          "busy_units", "full_waves"}) {
        INFO(rule);
        CHECK(owned.silent(rule));
    }
    CHECK_FALSE(owned.silent("local_memory"));
    owned.built.assign(owned.plan.launches.size(), {.registers = 255, .max_work_group = 64});
    for (const std::string_view rule : {"built_work_group", "built_registers", "built_occupancy"}) {
        INFO(rule);
        CHECK(owned.silent(rule));
    }
}

TEST_CASE("Soft rules judge the launch that does most of the work") {
    OwnedInput owned;
    owned.plan.launches.push_back(launch({256, 1, 1}, 1, "final"));
    CHECK(apply_rules(owned.input(), RuleStage::before_build).decision == Decision::legal);
}

TEST_CASE("roofline") {
    OwnedInput owned;
    owned.plan.flops = 2e9;
    owned.plan.bytes = 1e6;
    CHECK(owned.silent("roofline"));
    owned.peaks = {2e4, 1e3};  // 100 microseconds for the arithmetic, 1 for the memory
    CHECK(owned.silent("roofline"));
    owned.best_ns = 1e5;
    CHECK(owned.decision("roofline") == Decision::legal);
    owned.best_ns = 9.9e4;
    CHECK(owned.decision("roofline") == Decision::deferred);
    CHECK(owned.verdict("roofline").reason ==
          "at least 100000 ns for its arithmetic; the best took 99000 ns");
    owned.plan.bytes = 1e9;
    CHECK(owned.verdict("roofline").reason ==
          "at least 1000000 ns for its memory traffic; the best took 99000 ns");
}

TEST_CASE("spills") {
    OwnedInput owned;
    owned.built = {{.spills = 64}};
    CHECK(owned.decision("spills") == Decision::legal);
    owned.built[0].spills = 65;
    CHECK(owned.decision("spills") == Decision::deferred);
}

TEST_CASE("coalescing: half of what is moved must be used") {
    OwnedInput owned;
    CHECK(owned.silent("coalescing"));
    owned.hints.access_bytes = 4;
    owned.hints.access_stride = 4;
    CHECK(owned.decision("coalescing") == Decision::legal);
    CHECK(owned.verdict("coalescing").reason ==
          "a warp uses 128 of 128 transferred bytes: 4 at a stride of 4");
    owned.hints.access_stride = 8;
    CHECK(owned.decision("coalescing") == Decision::legal);
    owned.hints.access_stride = 12;
    CHECK(owned.decision("coalescing") == Decision::deferred);
    owned.hints.access_stride = 4096;
    CHECK(owned.verdict("coalescing").reason ==
          "a warp uses 128 of 1,024 transferred bytes: 4 at a stride of 4096");
    owned.hints.access_bytes = 16;  // half of each transaction
    CHECK(owned.decision("coalescing") == Decision::legal);
    owned.hints.access_bytes = 4;
    owned.hints.access_stride = 0;  // all read the same word
    CHECK(owned.decision("coalescing") == Decision::legal);
}

TEST_CASE("alignment: from the start of a transaction") {
    OwnedInput owned;
    CHECK(owned.silent("alignment"));
    owned.hints.access_bytes = 4;
    owned.hints.access_alignment = 32;
    CHECK(owned.decision("alignment") == Decision::legal);
    owned.hints.access_alignment = 4;
    CHECK(owned.decision("alignment") == Decision::deferred);
    CHECK(owned.verdict("alignment").reason == "aligned to 4 bytes; a transaction needs 32");
}

TEST_CASE("bank_conflicts") {
    OwnedInput owned;
    CHECK(owned.silent("bank_conflicts"));
    for (const std::int64_t stride : {0, 1, 2, 3, 33, 34}) {
        owned.hints.bank_stride = stride;
        CHECK(owned.decision("bank_conflicts") == Decision::legal);
    }
    for (const std::int64_t stride : {4, 8, 32, 36}) {
        owned.hints.bank_stride = stride;
        CHECK(owned.decision("bank_conflicts") == Decision::deferred);
    }
    CHECK(owned.verdict("bank_conflicts").reason ==
          "4 work-items share one of 32 banks, at a stride of 36 words");
}

TEST_CASE("Rules on what resides side by side do not apply to a CPU, and say so") {
    OwnedInput owned;
    owned.device = cpu();
    owned.hints = {4, 4096, 4, 32, 1, 1};
    owned.plan = plan({1, 1, 1}, 64);
    for (const auto* name : {"registers", "occupancy", "arithmetic_latency", "memory_latency",
                             "full_waves", "coalescing", "alignment", "bank_conflicts"}) {
        CHECK(owned.silent(name));
        CHECK(owned.verdict(name).reason ==
              "does not apply: a core of cpu runs one work-group at a time");
    }
    owned.device = unknown_gpu();
    CHECK(owned.verdict("occupancy").reason ==
          "does not apply: the device's architecture is unknown");
}

TEST_CASE("Of several verdicts the worst stands") {
    OwnedInput owned;
    owned.plan = plan({2048, 1, 1}, 1);
    owned.plan.registers = 1000;
    const auto verdict = apply_rules(owned.input(), RuleStage::before_build);
    CHECK(verdict.decision == Decision::rejected);
    CHECK(verdict.rule == "work_group");
    owned.plan = plan({256, 1, 1}, 1);
    CHECK(apply_rules(owned.input(), RuleStage::before_build).rule == "busy_units");
    owned.plan.launches.clear();
    const auto nothing = apply_rules(owned.input(), RuleStage::before_build);
    CHECK(nothing.decision == Decision::rejected);
    CHECK(nothing.reason == "no launch's `when` holds");
    CHECK(text(Decision::deferred) == "deferred");
}

TEST_CASE("what a kernel needs is asked of the problem and the device") {
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
