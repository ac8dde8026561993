// SPDX-License-Identifier: MIT
// The shipped spaces, as seen by a GPU with every feature: resource expressions must give whole
// numbers for each of them, also for kernels that no device here can run.
#include <catch2/catch.hpp>

#include "spaces/candidates/plan.hpp"
#include "spaces/formats/read_space.hpp"
#include "tests/tuner/h200.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_selection.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/measure/bench_setup.hpp"

using namespace hone;

TEST_CASE("every shipped space has plans in each of its precisions") {
    constexpr std::size_t sampled = 200;
    LocalDevice device;
    device.device = h200();
    device.device.extensions = "cl_nv_compiler_options";
    device.device.fp64 = device.device.half = device.device.local_is_dedicated = true;
    REQUIRE_FALSE(shipped_spaces().empty());
    for (const std::string& name : shipped_spaces()) {
        const Space space = read_space(find_space(name));
        for (const std::string& precision : space.precisions) {
            INFO(name << " in " << precision);
            const Problem problem = make_problem(space, precision, {});
            const Names known = known_names(device.device, problem);
            const Candidates candidates(space, known);
            const auto configs = candidates.sample(sampled, 1);
            CHECK(!configs.empty());
            for (const Config& config : configs) {
                const Plan plan = make_plan(space, config, known);
                CHECK(!plan.launches.empty());
            }
        }
    }
}
