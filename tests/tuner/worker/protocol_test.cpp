// SPDX-License-Identifier: MIT
// Parent and worker exchange every struct without loss.
#include "tuner/worker/protocol.hpp"
#include "spaces/formats/read_space.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace hone;

namespace {

// There and back as text, as the channel sends it.
Message sent(const Message& message) {
    return Message::parse(message.dump());
}

}  // namespace

TEST_CASE("a problem arrives with its words, whole numbers and fractions") {
    const Problem problem{.routine = "gemm",
                          .precision = "f64",
                          .arguments = {{"M", Number(1LL << 40)},
                                        {"alpha", Number::fraction(-1, 3)},
                                        {"operation", std::string("max")}}};
    const Problem arrived = problem_from(sent(to_message(problem)));
    CHECK(arrived.routine == problem.routine);
    CHECK(arrived.precision == problem.precision);
    CHECK(arrived.arguments == problem.arguments);
}

TEST_CASE("what a build gave arrives") {
    const BuildResult result{.outcome = Outcome::build,
                             .message = "line 1\nline \"2\"",
                             .milliseconds = 12.5,
                             .built = {{.registers = 1,
                                        .spills = 2,
                                        .barriers = 3,
                                        .local_memory = 1LL << 31,
                                        .private_memory = 5,
                                        .max_work_group = 6,
                                        .preferred_multiple = 7},
                                       {.registers = 255}},
                             .at_fault = AtFault::device};
    const BuildResult arrived = build_result_from(sent(to_message(result)));
    CHECK(arrived.outcome == Outcome::build);
    CHECK(arrived.message == result.message);
    CHECK(arrived.milliseconds == 12.5);
    CHECK(arrived.at_fault == AtFault::device);
    REQUIRE(arrived.built.size() == 2);
    CHECK(arrived.built[1].registers == 255);
    CHECK(to_message(arrived) == to_message(result));
    CHECK(arrived.built[0].local_memory == 1LL << 31);
}

TEST_CASE("what a run gave arrives, and an error that is no number as zero") {
    RunResult result;
    result.outcome = Outcome::wrong;
    result.message = "C[3,17] is nan";
    result.samples = {1, 2'000'000'000'000};
    result.error = 2.5;
    result.wrong_elements = 9;
    result.location = "C[3,17]";
    result.nondeterministic = true;
    result.stop = Stop::dominated;
    result.device_lost = true;
    result.at_fault = AtFault::device;
    const RunResult arrived = run_result_from(sent(to_message(result)));
    CHECK(arrived.samples == result.samples);
    CHECK(arrived.stop == Stop::dominated);
    CHECK(arrived.nondeterministic);
    CHECK(arrived.device_lost);
    CHECK(arrived.at_fault == AtFault::device);
    CHECK(to_message(arrived) == to_message(result));
    for (const double error : {std::nan(""), std::numeric_limits<double>::infinity()}) {
        result.error = error;
        CHECK(run_result_from(sent(to_message(result))).error == 0);
    }
}

TEST_CASE("a plan arrives as far as it is built and launched") {
    Plan plan;
    plan.config = {3, 0};
    plan.values = {{"TILE", Number(16)}, {"WALK", std::string("PER_ITEM")}, {"BAND", Number(8)}};
    plan.built_with = {{"BAND", Number(1)}};
    plan.launches = {{.entry = "first",
                      .arguments = {"x", "n"},
                      .dimensions = 2,
                      .local = {8, 4, 1},
                      .global = {64, 16, 1},
                      .loop = "step",
                      .number = 7},
                     {.entry = "second",
                      .arguments = {},
                      .dimensions = 1,
                      .local = {1, 1, 1},
                      .global = {std::size_t{1} << 33, 1, 1},
                      .loop = {}}};
    plan.prepare = {plan.launches.back()};
    const Plan arrived = plan_from(sent(to_message(plan)));
    CHECK(arrived.config == plan.config);
    CHECK(arrived.values == plan.values);
    CHECK(arrived.defines() == "-DTILE=16 -DWALK=PER_ITEM -DBAND=1");
    REQUIRE(arrived.launches.size() == 2);
    CHECK(arrived.launches[0].arguments == plan.launches[0].arguments);
    CHECK(arrived.launches[0].dimensions == 2);
    CHECK(arrived.launches[0].local == plan.launches[0].local);
    CHECK(arrived.launches[0].loop == "step");
    CHECK(arrived.launches[0].number == 7);
    REQUIRE(arrived.prepare.size() == 1);
    CHECK(arrived.prepare[0].entry == "second");
    CHECK(arrived.launches[1].entry == "second");
    CHECK(arrived.launches[1].global == plan.launches[1].global);
}

TEST_CASE("sampling limits arrive") {
    const SamplingLimits limits{.min_samples = 1,
                                .max_samples = 2,
                                .min_ns = 3.5,
                                .max_ns = 4.5,
                                .target_spread = 0.1,
                                .no_improvement_samples = 6,
                                .incumbent_ns = 1e9 / 3,
                                .clearly_slower_factor = 8,
                                .clearly_slower_ns = 9.5};
    const SamplingLimits arrived = sampling_limits_from(sent(to_message(limits)));
    CHECK(arrived.incumbent_ns == limits.incumbent_ns);
    CHECK(to_message(arrived) == to_message(limits));
}

TEST_CASE("a setup arrives: the device is found again, the space read again", "[device]") {
    const auto devices = all_devices();
    REQUIRE_FALSE(devices.empty());
    const std::string text = "[parameters]\nWG = [1, 2]\n";
    const BenchSetup setup{.device = devices.back(),
                           .kernel = {"own", "own", "kernel void own() {}", text},
                           .space = read_space(text, "own.toml"),
                           .problem = {.routine = "own", .precision = "f32", .arguments = {}},
                           .seed = ~0ULL,
                           .cold = true,
                           .options = "-DX=1"};
    const BenchSetup arrived = setup_from(sent(to_message(setup)));
    CHECK(arrived.device.handle() == setup.device.handle());
    CHECK(arrived.space.parameters.at(0).values.size() == 2);
    CHECK(arrived.seed == ~0ULL);
    CHECK(to_message(arrived) == to_message(setup));
}
