// SPDX-License-Identifier: MIT
// Shared by the tests of kernels: a device, a shipped space, and one checked run of one config.
#pragma once

#include <fmt/format.h>

#include <CL/opencl.hpp>
#include <catch2/catch.hpp>
#include <filesystem>
#include <memory>
#include <string>

#include "kernels/launch/ptx_rewrite.hpp"
#include "kernels/source/kernel_source.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/candidates/candidates.hpp"
#include "spaces/formats/read_space.hpp"

namespace hone::test {

/// The first device, with its names for expressions. The reported type can be chosen.
inline WorkloadContext test_context(std::uint64_t seed = 1) {
    static const cl::Device device = cl::Device::getDefault();
    static const cl::Context context(device);
    static const cl::CommandQueue queue(context, device, CL_QUEUE_PROFILING_ENABLE);
    Names known;
    known["device.compute_units"] = Number(device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>());
    known["device.type"] = std::string("cpu");
    known["device.fp64"] = Number(1);
    known["device.compute_capability"] = Number(0);
    return {context, device, queue, known, seed, 1};
}

inline Space shipped(const std::string& kernel) {
    return read_space(std::filesystem::path(HONE_SOURCE_DIR) / "spaces" / (kernel + ".toml"));
}

inline std::string source(const std::string& kernel) {
    return kernel_source(std::filesystem::path(HONE_SOURCE_DIR) / "kernels" / (kernel + ".cl"));
}

inline Names names(const Problem& problem) {
    Names all = names_of(problem);
    const Names device = test_context().known;
    all.insert(device.begin(), device.end());
    return all;
}

/// The config with these values, and the first value of each other parameter.
inline Config choice(const Space& space, const std::map<std::string, Value>& values) {
    Config config;
    for (const Parameter& parameter : space.parameters) {
        const auto wanted = values.find(parameter.name);
        const auto& known = parameter.values;
        const auto place = wanted == values.end()
                               ? known.begin()
                               : std::find(known.begin(), known.end(), wanted->second);
        REQUIRE(place != known.end());
        config.push_back(static_cast<std::uint16_t>(place - known.begin()));
    }
    return config;
}

/// Builds, runs twice and checks, with the shipped text or another one. The program is rewritten
/// for `target` if there is one.
inline Comparison run(Workload& workload, const Plan& plan, const std::string& text,
                      const WorkloadContext& there = test_context(),
                      const std::string& target = {}) {
    Compiled built =
        compile(there.context, there.device, text, workload.defines() + " " + plan.defines());
    if (built.ok() && !target.empty())
        built = rewrite(built, there.context, there.device, target, "");
    INFO(plan.text() << "\n" << built.log);
    REQUIRE(built.ok());
    workload.prepare(plan);
    const Launcher launcher(built.program, plan.launches, workload.bindings());
    workload.reset();
    launcher.enqueue(there.queue);
    const Comparison checked = workload.check();
    if (!checked.passed) return checked;
    workload.reset();
    launcher.enqueue(there.queue);
    return workload.check_repeat();
}

/// The check of one config of a shipped kernel on one problem.
inline Comparison run(const std::string& kernel, const Space& space, const Problem& problem,
                      const Config& config, std::uint64_t seed = 1) {
    const auto workload = make_workload(space, problem, test_context(seed));
    return run(*workload, make_plan(space, config, names(problem)), source(kernel));
}

}  // namespace hone::test
