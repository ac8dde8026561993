// SPDX-License-Identifier: MIT
// A space's resource estimates compared with the driver's report on the built kernel. Local memory
// must be equal except for the driver's additions. Registers must be equal within a fifth, or
// exceed the available ones if some spilled to memory. A line for each of 30 sampled configs, then
// the number of matches.
//   resources DEVICE KERNEL PRECISION [NAME=VALUE,…]
#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "kernels/workload/workload.hpp"
#include "spaces/formats/read_space.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/measure/bench_setup.hpp"
#include "tuner/measure/builder.hpp"

using namespace hone;

namespace {

constexpr std::size_t sampled = 30;
constexpr std::int64_t alignment = 1024;  // the most that a driver adds to align an array
constexpr double close = 0.2;

struct Agreement {
    int local = 0, registers = 0, told = 0, built = 0;

    void see(const Plan& plan, const KernelBuildInfo& main) {
        ++built;
        const auto added = main.local_memory - plan.local_memory;
        local += added >= 0 && added <= alignment;
        if (main.registers == 0) return;
        ++told;
        const auto said = static_cast<double>(plan.registers);
        const auto actual = static_cast<double>(main.registers);
        registers += main.spills > 0 ? said >= actual : std::fabs(said - actual) <= close * actual;
    }
};

}  // namespace

int main(int count, char** words) try {
    const std::vector<std::string> given(words + 1, words + count);
    const auto devices = all_devices();
    if (given.size() < 3 || std::stoul(given[0]) >= devices.size()) {
        std::fprintf(stderr, "usage: resources DEVICE KERNEL PRECISION [NAME=VALUE,...]\n");
        return 2;
    }
    const LocalDevice device = devices[std::stoul(given[0])];
    const Space space = read_space(find_space(given[1]));
    const Problem problem = make_problem(
        space, given[2], given.size() > 3 ? cli::read_names(given[3], "the size") : Names{});
    const Names known = known_names(device.device, problem);

    const cl::Context context(device.handle);
    const cl::CommandQueue queue(context, device.handle, CL_QUEUE_PROFILING_ENABLE);
    const auto workload = make_workload(
        space, problem, {context, device.handle, queue, device_names(device.device), 1, 1});
    BenchSetup setup;
    setup.device = device;
    setup.kernel = kernel_of(space);
    setup.space = space;
    setup.problem = problem;
    const Builder builder(setup, context);

    Agreement agreement;
    for (const Config& config : Candidates(space, known).sample(sampled, 1)) {
        const Plan plan = make_plan(space, config, known);
        Compiled program;
        const BuildResult result = builder.build(plan, program);
        if (result.outcome != Outcome::ok) {
            fmt::print("not built: {}\n", plan.text());
            continue;
        }
        const KernelBuildInfo& main = result.built[plan.main];
        agreement.see(plan, main);
        fmt::print("local {:>7} of {:>7}   registers {:>3} of {:>3}   spills {:>4}   {}\n",
                   plan.local_memory, main.local_memory, plan.registers, main.registers,
                   main.spills, plan.text());
    }
    fmt::print("{} of {} agree in local memory, {} of {} in registers\n", agreement.local,
               agreement.built, agreement.registers, agreement.told);
    return agreement.local == agreement.built ? 0 : 1;
} catch (const Error& error) {
    std::fprintf(stderr, "resources: %s\n", error.what());
    return static_cast<int>(error.exit());
}
