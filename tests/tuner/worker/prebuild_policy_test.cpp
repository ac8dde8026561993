// SPDX-License-Identifier: MIT
// When and on how many workers programs are built ahead, without a worker.
#include "tuner/worker/prebuild_policy.hpp"

#include <catch2/catch.hpp>

#include <numeric>

using namespace hone;

namespace {

BenchSetup setup_with(const std::string& type, std::size_t cores) {
    BenchSetup setup;
    setup.device.device.type = type;
    setup.device.placement.cores.resize(cores);
    std::iota(setup.device.placement.cores.begin(), setup.device.placement.cores.end(), 0);
    return setup;
}

BuildResult taking(double milliseconds) {
    return {.outcome = Outcome::ok, .message = "", .milliseconds = milliseconds, .built = {}};
}

}  // namespace

TEST_CASE("two cores are kept for a GPU, and none for a CPU", "[prebuild_policy]") {
    const auto workers = [](const std::string& type, std::size_t cores) {
        return PrebuildPolicy(setup_with(type, cores)).workers();
    };
    CHECK(workers("gpu", 1) == 1);
    CHECK(workers("gpu", 3) == 1);
    CHECK(workers("gpu", 8) == 6);
    CHECK(workers("gpu", 64) == 16);
    CHECK(workers("cpu", 1) == 0);
    CHECK(workers("cpu", 2) == 2);
    CHECK(workers("cpu", 64) == 16);
}

TEST_CASE("a program of its own is not built ahead", "[prebuild_policy]") {
    BenchSetup setup = setup_with("gpu", 8);
    setup.space.program.emplace();
    CHECK(PrebuildPolicy(setup).workers() == 0);
}

TEST_CASE("if loading costs as much as building, nothing is built ahead after eight programs",
          "[prebuild_policy]") {
    PrebuildPolicy policy(setup_with("gpu", 8));
    for (int i = 0; i < 7; ++i) policy.add(taking(100), taking(90));
    CHECK(policy.workers() == 6);
    policy.add(taking(100), taking(90));
    CHECK(policy.workers() == 0);
}

TEST_CASE("if loading is cheap, programs are built ahead for ever", "[prebuild_policy]") {
    PrebuildPolicy policy(setup_with("gpu", 8));
    CHECK(policy.usual_build().count() == 0);
    for (int i = 0; i < 100; ++i) policy.add(taking(i % 2 == 0 ? 100 : 300), taking(10));
    CHECK(policy.workers() == 6);
    CHECK(policy.usual_build().count() == Approx(200));
    policy.stop();
    CHECK(policy.workers() == 0);
}
