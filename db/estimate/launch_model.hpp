// SPDX-License-Identifier: MIT
// What the geometry of a launch says of its time, before anything was measured: rounds of
// work-groups over the compute units, work in tiles that reach over the edges, bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hone::prediction {

/// One launch of a config on a problem, in numbers.
struct LaunchGeometry {
    double work = 1;    // flops, or what stands for them
    double bytes = 0;   // that must be moved; 0: not known
    double copied = 0;  // bytes that are copied before they are used
    double groups = 1;  // work-groups of the main launch
    std::int64_t compute_units = 1;
    double tile_waste = 0;  // log2 of the work in whole tiles over the work
    double busiest = 1;  // the work of the work-group that has most of it over that of the mean one
    double passes = 1;   // how often results are read and written again

    bool operator==(const LaunchGeometry&) const = default;
};

/// What a kernel reached at best on a device.
struct DevicePeaks {
    double work_per_ns = 0, bytes_per_ns = 0;
    double launch_ns = 0;  // that even the smallest problem takes

    /// Takes one measurement into account.
    void add(const LaunchGeometry& launch, double ns);
};

/// log2 of the nanoseconds that the launch would take at the peaks.
double log2_time_at_peak(const LaunchGeometry& launch, const DevicePeaks& peaks);

/// What the distance from the peaks depends on: log2 of the work of a work-group, of the
/// work-groups per compute unit, of the idle share of the last round, the tile waste, and log2 of the passes;
/// each scaled by how much it tells.
constexpr std::size_t launch_features = 5;
std::array<double, launch_features> features_of(const LaunchGeometry& launch);

}  // namespace hone::prediction
