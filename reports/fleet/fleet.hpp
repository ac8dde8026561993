// SPDX-License-Identifier: MIT
// What is kept of many databases: for each device and problem the times of its configs, and no
// more, so that a thousand databases fit in memory that are read one after the other.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "reports/evidence/roofline.hpp"

namespace hone {

/// The median time of a config; 0 where it failed.
struct FleetTiming {
    std::uint32_t config = 0;  // index in the fleet's configs
    float ns = 0;

    bool ok() const { return ns > 0; }
};

/// What one device has for one problem, all kernels of the routine together.
struct FleetResult {
    std::uint32_t problem = 0;              // index in the fleet's problems
    std::vector<FleetTiming> timings = {};  // by config
    std::uint32_t best = 0;                 // index of a config
    double best_ns = 0;
    double defaults_ns = 0;  // of the kernel of the best; 0 where they were not timed
    double flops = 0, bytes = 0;

    /// The time of a config; nothing where it was not tried.
    std::optional<FleetTiming> timing(std::uint32_t config) const;
};

struct FleetDevice {
    std::string id;
    std::string label;              // short, and unique in the fleet
    std::string architecture = {};  // devices of one are compared with each other: "sm_90"
    Device device = {};
    std::map<std::string, Roofline> roofs = {};  // as probed, by precision
    std::vector<FleetResult> results = {};       // by problem
    std::int64_t trials = 0;
    std::int64_t started = 0;  // the first trial

    const FleetResult* result(std::uint32_t problem) const;
};

struct FleetConfig {
    std::string kernel, config;
};

struct DeviceFleet {
    std::vector<ProblemKey> problems;
    std::vector<FleetConfig> configs;
    std::vector<FleetDevice> devices;  // by architecture, then label

    /// "gemm f32", and so on: what its problems are of, sorted.
    std::vector<std::string> families() const;
    /// Its problems of one family, sorted by size.
    std::vector<std::uint32_t> problems_of(const std::string& family) const;
};

/// What devices are compared by: "sm_90"; for a CPU, or where the driver names no architecture, the
/// type and the name without what drivers add to it.
std::string architecture_group(const Device& device);

/// Makes a fleet of evidence that is given device by device.
class FleetBuilder {
  public:
    /// Adds what the evidence has of one device. A device comes once.
    void add(const Evidence& evidence, const std::string& device, const std::string& label);
    /// Adds a device that was made elsewhere.
    void add(FleetDevice device) { fleet_.devices.push_back(std::move(device)); }
    std::uint32_t problem(const ProblemKey& key);
    std::uint32_t config(const std::string& kernel, const std::string& config);
    /// The fleet, in order.
    DeviceFleet take();

  private:
    void add(const KernelResults& results, FleetResult& result);

    DeviceFleet fleet_;
    std::map<ProblemKey, std::uint32_t> problem_index_;
    std::map<std::pair<std::string, std::string>, std::uint32_t> config_index_;
};

}  // namespace hone
