// SPDX-License-Identifier: MIT
// The busiest compute unit determines the time: it runs ceil(groups / units) work-groups, or a
// large one. With more groups, more of them run concurrently, and a last partial round costs less.
#include "db/prediction/launch_model.hpp"

#include <algorithm>
#include <cmath>

namespace hone::prediction {
namespace {

/// The work of one work-group, including its share of the wasted work.
double work_per_group(const LaunchGeometry& launch) {
    return launch.work * std::exp2(launch.tile_waste) / std::max(1.0, launch.groups);
}

double units_of(const LaunchGeometry& launch) {
    return static_cast<double>(std::max<std::int64_t>(1, launch.compute_units));
}

double groups_per_unit(const LaunchGeometry& launch) {
    return std::max(1.0, launch.groups) / units_of(launch);
}

double rounds(const LaunchGeometry& launch) {
    return std::ceil(groups_per_unit(launch));
}

/// The effective number of rounds: a partial last round counts less if there are many rounds.
double felt_rounds(const LaunchGeometry& launch) {
    const double even = groups_per_unit(launch);
    if (even <= 1) return 1;
    return even + (rounds(launch) - even) / std::sqrt(even);
}

/// The time for what a kernel writes for itself and reads again: packed panels on a CPU, sums of
/// slices on a GPU. All compute units do their parts at the same time.
double copying(const LaunchGeometry& launch) {
    constexpr double bytes_per_ns = 15;  // of a compute unit
    return launch.copied / (bytes_per_ns * units_of(launch));
}

}  // namespace

void DevicePeaks::add(const LaunchGeometry& launch, double ns) {
    constexpr double share = 0.5;  // of the shortest time; assumed to be the launch overhead
    work_per_ns = std::max(work_per_ns, launch.work / ns);
    bytes_per_ns = std::max(bytes_per_ns, launch.bytes / ns);
    launch_ns = launch_ns == 0 ? share * ns : std::min(launch_ns, share * ns);
}

double log2_time_at_peak(const LaunchGeometry& launch, const DevicePeaks& peaks) {
    const double of_busiest =
        std::max(felt_rounds(launch), launch.busiest) * work_per_group(launch);
    const double computing = of_busiest * units_of(launch) / peaks.work_per_ns;
    const double moving = peaks.bytes_per_ns > 0 ? launch.bytes / peaks.bytes_per_ns : 0;
    constexpr double not_overlapped = 0.4;  // of the time for moving data
    return std::log2(peaks.launch_ns + computing + copying(launch) + not_overlapped * moving);
}

std::array<double, launch_features> features_of(const LaunchGeometry& launch) {
    const double even = groups_per_unit(launch);
    constexpr double many = 16;  // groups per unit; more make no difference
    constexpr double sharp = 2;  // weight of these two features: the distance counts double
    constexpr double sharpest = 8;
    return {sharp * std::log2(work_per_group(launch)), std::log2(std::min(many, even)),
            std::log2(std::max(1.0, rounds(launch) / even)), sharp * launch.tile_waste,
            sharpest * std::log2(std::max(1.0, launch.passes))};
}

}  // namespace hone::prediction
