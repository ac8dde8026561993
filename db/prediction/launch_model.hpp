// SPDX-License-Identifier: MIT
// A time estimate from the geometry of a launch, without any measurement: rounds of work-groups
// over the compute units, work in tiles that extend over the edges, and bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hone::prediction {

/// One launch of a config on a problem, as numbers.
struct LaunchGeometry {
    double work = 1;    // flops, or another measure of work
    double bytes = 0;   // to be moved; 0: unknown
    double copied = 0;  // bytes that the kernel writes for itself and reads again
    double groups = 1;  // work-groups of the main launch
    std::int64_t compute_units = 1;
    double tile_waste = 0;  // log2 of the work in whole tiles over the work
    double busiest = 1;     // work of the largest work-group / mean work
    double passes = 1;      // how often results are read and written again

    bool operator==(const LaunchGeometry&) const = default;
};

/// The best rates that a kernel reached on a device.
struct DevicePeaks {
    double work_per_ns = 0, bytes_per_ns = 0;
    double launch_ns = 0;  // time of even the smallest problem

    /// Takes one measurement into account.
    void add(const LaunchGeometry& launch, double ns);
};

/// log2 of the nanoseconds that the launch would take at the peaks.
double log2_time_at_peak(const LaunchGeometry& launch, const DevicePeaks& peaks);

/// The features on which the distance from the peaks depends: log2 of the work of a work-group, of
/// the work-groups per compute unit, of the idle share of the last round, the tile waste, and log2
/// of the passes. Each is scaled by its importance.
constexpr std::size_t launch_features = 5;
std::array<double, launch_features> features_of(const LaunchGeometry& launch);

}  // namespace hone::prediction
