// SPDX-License-Identifier: MIT
// Counts cores, and compares the times of builds.
#include "tuner/worker/prebuild_policy.hpp"

#include <algorithm>

namespace hone {
namespace {

// With a GPU, all cores but two: for the process that runs kernels and the one that searches. With
// a CPU, all cores, since it builds only while no kernel runs; on a single core this gains nothing.
std::size_t workers_for(const BenchSetup& setup) {
    constexpr std::size_t most = 16;
    if (setup.space.program) return 0;
    const std::size_t cores = setup.device.placement.cores_per_device();
    if (setup.device.device.type != "cpu")
        return std::min(most, std::max<std::size_t>(cores, 3) - 2);
    return cores < 2 ? 0 : std::min(most, cores);
}

}  // namespace

PrebuildPolicy::PrebuildPolicy(const BenchSetup& setup) : workers_(workers_for(setup)) {}

void PrebuildPolicy::add(const BuildResult& ahead, const BuildResult& here) {
    constexpr std::size_t enough = 8;
    constexpr double worth = 0.5;
    ++used_;
    ahead_ms_ += ahead.milliseconds;
    reload_ms_ += here.milliseconds;
    if (used_ >= enough && reload_ms_ > worth * ahead_ms_) stop();
}

std::chrono::duration<double, std::milli> PrebuildPolicy::usual_build() const {
    if (used_ == 0) return {};
    return std::chrono::duration<double, std::milli>(ahead_ms_ / static_cast<double>(used_));
}

}  // namespace hone
