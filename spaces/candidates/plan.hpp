// SPDX-License-Identifier: MIT
// A plan is a candidate made concrete for one problem: its macro definitions, the shape of each
// launch, and its costs. It has everything that a device needs, as plain numbers.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "spaces/candidates/candidates.hpp"
#include "spaces/space/space.hpp"

namespace hone {

/// One launch as numbers. Unused dimensions are 1; a local size of 0 means that the driver chooses.
struct Launch {
    std::string entry;
    std::vector<std::string> arguments;
    int dimensions = 1;
    std::array<std::size_t, 3> local{1, 1, 1};
    std::array<std::size_t, 3> global{1, 1, 1};
    std::array<std::size_t, 3> offset{};
    std::string loop;         // the loop that it belongs to, and its iteration …
    std::int64_t number = 0;  // … which arguments may name

    bool driver_chooses() const { return local[0] == 0; }
    /// Work-items per group, and the number of groups; 0 if the driver chooses.
    std::size_t work_items() const { return local[0] * local[1] * local[2]; }
    std::size_t work_groups() const;
    std::size_t all_work_items() const { return global[0] * global[1] * global[2]; }
};

struct Plan {
    Config config;
    std::vector<std::pair<std::string, Value>>
        values;  // each parameter with its value, in declared order
    std::map<std::string, Value>
        built_with;               // for run-time parameters: what programs are built with
    std::vector<Launch> prepare;  // run before the others, not timed
    std::vector<Launch> launches;
    std::size_t main = 0;           // the launch to which the costs refer
    std::int64_t local_memory = 0;  // bytes per work-group, by the space
    std::int64_t registers = 0;     // estimate per work-item; 0 if the space has none
    double flops = 0;               // of the whole problem
    double bytes = 0;               // minimum that the problem must move

    /// "-DMWG=64 -DVWM=4": the parameters as macro definitions. Configs with equal definitions
    /// share a program.
    std::string defines() const;
    /// Everything that a driver may compile for: the macros, and the shape of each work-group, for
    /// which some drivers compile at the first launch.
    std::string program() const;
    /// "MWG=64 VWM=4": the parameters for people.
    std::string text() const;
};

/// The launches of these steps in order, with loops unrolled; `names` has all values that their
/// expressions may read. Throws a usage Error like make_plan.
std::vector<Launch> make_launches(const Space& space, const std::vector<LaunchStep>& steps,
                                  const Names& names);

/// The plan of one candidate. Throws a usage Error that names the expression if a launch shape or a
/// cost is not an integer, or if a global size is not a multiple of its local one.
Plan make_plan(const Space& space, const Config& config, const Names& known);

}  // namespace hone
