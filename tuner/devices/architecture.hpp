// SPDX-License-Identifier: MIT
// The resources of one compute unit of an architecture, and the thresholds of the soft rules. The
// structs are read from tuner/devices/architectures.toml, which explains each number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/device.hpp"

namespace hone {

struct Architecture {
    std::string name;
    std::string family;  // "nvidia", "amd", "intel", "cpu"

    std::int64_t warp = 0;
    std::int64_t warps = 0;
    std::int64_t groups = 0;
    std::int64_t groups_of_one_warp = 0;
    std::int64_t work_group = 0;
    std::int64_t barriers = 0;

    std::int64_t parts = 1;
    std::int64_t registers = 0;
    std::int64_t registers_per_group = 0;
    std::int64_t max_registers = 0;
    std::int64_t register_granule = 1;
    std::string register_scope = "warp";
    std::int64_t warp_multiple = 1;
    std::int64_t coarse_granule = 0;
    std::vector<std::int64_t> coarse_at;

    std::int64_t local_kib = 0;
    std::int64_t local_per_group_kib = 0;
    std::int64_t local_granule = 1;
    std::int64_t local_reserved = 0;
    std::vector<std::int64_t> local_sizes_kib;
    std::int64_t local_of_driver = 0;
    bool local_past_query = false;
    std::int64_t private_kib = 0;

    std::int64_t schedulers = 1;
    std::int64_t issue_cycles = 1;
    std::int64_t arithmetic_latency = 0;
    std::int64_t memory_latency = 0;
    std::int64_t segment = 0;
    std::int64_t banks = 0;

    /// Whether several work-groups can reside on a compute unit at once, as on GPUs.
    bool has_occupancy() const { return warps > 0; }
};

/// The thresholds at which a soft rule defers a config.
struct Thresholds {
    double occupancy = 0;
    double coalescing = 0;
    double bank_conflicts = 0;
    double busy_units = 0;
    double full_waves = 0;
    double spills = 0;
    double roofline = 0;
};

struct Architectures {
    Thresholds thresholds;
    std::vector<Architecture> all;  // in the order of the file
};

/// Reads a text in the format of tuner/devices/architectures.toml. Throws std::logic_error for a
/// mistake, since the file is part of hone.
Architectures read_architectures(std::string_view text);

/// The known architectures.
const Architectures& architectures();
/// The thresholds for these architectures.
const Thresholds& thresholds();

/// Finds the architecture of this name. For an unknown name, returns the closest one of its family,
/// of an earlier generation; nullptr if none is known. Compare the names to see which one it is.
const Architecture* find_architecture(std::string_view name);

/// Finds the architecture of a device, in the same way.
const Architecture* architecture_of(const Device& device);

}  // namespace hone
