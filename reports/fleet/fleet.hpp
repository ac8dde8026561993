// SPDX-License-Identifier: MIT
// A compact form of many databases: only the times of the configs, for each device and problem. A
// thousand databases, read one after the other, fit in memory.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reports/evidence/evidence.hpp"
#include "reports/evidence/roofline.hpp"

namespace hone {

/// The median time of a config; 0 if it failed.
struct FleetTiming {
    std::uint32_t config = 0;  // index in the fleet's configs
    float ns = 0;

    bool ok() const { return ns > 0; }
};

/// The results of one device for one problem, over all kernels of the routine.
struct FleetResult {
    std::uint32_t problem = 0;              // index in the fleet's problems
    std::vector<FleetTiming> timings = {};  // by config
    std::uint32_t best = 0;                 // index of a config
    double best_ns = 0;
    double defaults_ns = 0;  // of the best's kernel; 0 if not timed
    double flops = 0, bytes = 0;

    /// The time of a config; empty if it was not tried.
    std::optional<FleetTiming> timing(std::uint32_t config) const;
};

struct FleetDevice {
    std::string id;
    std::string label;              // short, and unique in the fleet
    std::string architecture = {};  // "sm_90"; devices are compared within one
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

    /// The families of its problems, sorted: "gemm f32", and so on.
    std::vector<std::string> families() const;
    /// Its problems of one family, sorted by size.
    std::vector<std::uint32_t> problems_of(const std::string& family) const;
};

/// The architecture within which devices are compared: "sm_90". For a CPU, or if the driver reports
/// none: the type and the name without a driver's additions.
std::string architecture_group(const Device& device);

/// Builds a fleet from evidence, device by device.
class FleetBuilder {
  public:
    /// Adds the evidence's results of one device. Each device may be added once.
    void add(const Evidence& evidence, const std::string& device, const std::string& label);
    /// Adds an existing device.
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
